#pragma once

#include <memory>
#include <span>

#include "base/aligned_array.hpp"
#include "precond/element_stiffness.hpp"
#include "precond/schwarz_smoother.hpp"
#include "space/function_space.hpp"

namespace lobatto::precond {

/// One level of the multigrid that is smoothed: the mesh at one polynomial order, its stiffness
/// operator and its Schwarz smoother, in one precision. Vectors are unassembled fields with equal
/// copies, zero on Dirichlet nodes.
template <class Real>
class SchwarzLevel {
 public:
  /// The mesh of `space` with n nodes a direction. Smooths twenty times to find omega. Collective.
  SchwarzLevel(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
               int n);
  SchwarzLevel(const SchwarzLevel&) = delete;
  SchwarzLevel& operator=(const SchwarzLevel&) = delete;
  ~SchwarzLevel() = default;

  [[nodiscard]] int n() const { return space_.n(); }
  [[nodiscard]] std::size_t size() const { return space_.size(); }
  [[nodiscard]] int n_elements() const { return space_.n_elements(); }
  [[nodiscard]] std::size_t element_size() const { return space_.element_size(); }
  [[nodiscard]] const space::FunctionSpace& space() const { return space_; }

  /// z = S r = omega W sum_e A_e^-1 r, of each solution the nodes of its element, W = 1 / (number
  /// of copies). omega is less than 1 where S A would have eigenvalues near 2 or above.
  void smooth(std::span<const Real> r, std::span<Real> z);
  /// shares = those of the elements in r - A z, to be summed over the copies.
  void residual(std::span<const Real> r, std::span<const Real> z, std::span<Real> shares);
  /// Sums the shares of the elements, zero on Dirichlet nodes.
  void assemble(std::span<Real> r) const;

  [[nodiscard]] kernels::Cost smoothing_cost() const { return smoother_.cost(); }
  [[nodiscard]] kernels::Cost image_cost() const;

 private:
  void make_weights(const space::BoundaryConditions& conditions);
  [[nodiscard]] double largest_eigenvalue();

  space::FunctionSpace space_;
  std::unique_ptr<ElementStiffness<Real>> stiffness_;
  SchwarzSmoother<Real> smoother_;
  base::AlignedArray<Real> mask_, inverse_multiplicity_;
  Real damping_ = 1;  ///< omega
};

}  // namespace lobatto::precond
