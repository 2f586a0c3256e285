#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/advection/transposed_advection.hpp"
#include "space/function_space.hpp"

namespace lobatto::space {

/// The transposes of Advection: of out_i = u . grad f_i at the nodes of the elements of a space.
/// Holds its workspace: one object a thread.
class TransposedAdvection {
 public:
  /// quadrature_nodes: as in advection_nodes. The space must live as long.
  TransposedAdvection(const FunctionSpace& space, int quadrature_nodes);

  /// to[i] += the cotangent of f_i, of the cotangents h[i] of out_i, on elements [first, first +
  /// count); fields begin at element `first`.
  void add_to_carried(int first, int count, const std::array<const double*, 3>& u,
                      std::span<const double* const> h, std::span<double* const> to);
  /// to += the cotangent of u.
  void add_to_carrier(int first, int count, std::span<const double* const> fields,
                      std::span<const double* const> h, const std::array<double*, 3>& to);

 private:
  template <class Use>
  void with_metric(int element, const Use& use) const;
  /// Of one element to v_, and the transpose.
  void make_contravariant(int element, const std::array<const double*, 3>& u);
  void add_covariant(int element, const std::array<double*, 3>& to) const;
  /// h over the mass of the nodes, one after the other.
  std::vector<const double*> over_mass(int element, std::size_t offset,
                                       std::span<const double* const> h);

  const FunctionSpace& space_;
  kernels::TransposedAdvection kernel_;
  std::size_t size_;
  std::vector<double> weights_;                     ///< of the reference element
  std::array<base::AlignedArray<double>, 3> v_;     ///< of an element
  std::vector<base::AlignedArray<double>> scaled_;  ///< h over the mass
};

}  // namespace lobatto::space
