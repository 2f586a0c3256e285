#pragma once

#include <span>
#include <vector>

#include "direct/tensor_solver.hpp"
#include "gs/gather_scatter.hpp"
#include "kernels/box_helmholtz.hpp"
#include "krylov/merged_conjugate_gradients.hpp"
#include "space/box_space.hpp"

namespace lobatto::flow {

/// A = mask Q Q^T (sigma M + nu K) on unassembled fields with equal copies, zero on the nodes with
/// a Dirichlet condition: what the iterative solvers have in common.
class AssembledHelmholtz {
 public:
  using ColumnSource = direct::TensorSolver::ColumnSource;

  /// Collective.
  AssembledHelmholtz(const space::BoxSpace& space, const direct::BoxConditions& conditions);

  void set_coefficients(const kernels::HelmholtzCoefficients& coefficients) {
    coefficients_ = coefficients;
  }
  /// y = A x. Collective.
  void multiply(std::span<const double> x, std::span<double> y);
  /// w = (sigma M + nu K) p on the whole elements of one block, unassembled; returns sum_q p_q w_q.
  double multiply_block(const krylov::Block& block, const double* p, double* w);
  /// Sums the copies and sets Dirichlet nodes to zero; up to gs::GatherScatter::max_fields fields.
  /// Collective.
  void assemble(std::span<const std::span<double>> fields) const;
  void assemble(std::span<double> field) const { assemble({&field, 1}); }
  void zero_dirichlet(std::span<double> field) const;
  /// The unassembled right-hand side, column by column. [size]
  void fill(ColumnSource source, std::span<double> rhs) const;
  /// The diagonal of A. [size]. Collective.
  void diagonal(std::span<double> out) const;
  /// 1 / (number of copies). [size]
  [[nodiscard]] std::span<const double> inverse_multiplicity() const {
    return gather_scatter_.inverse_multiplicity();
  }
  /// Of one application on this rank.
  [[nodiscard]] kernels::Cost cost() const {
    return kernels::box_helmholtz_cost(space_.n()) * space_.n_elements();
  }

 private:
  const space::BoxSpace& space_;
  gs::GatherScatter gather_scatter_;
  kernels::BoxHelmholtz operator_;
  kernels::HelmholtzCoefficients coefficients_;
  std::vector<kernels::Lengths> lengths_;       ///< of the elements
  std::vector<std::uint32_t> dirichlet_nodes_;  ///< local indices
};

}  // namespace lobatto::flow
