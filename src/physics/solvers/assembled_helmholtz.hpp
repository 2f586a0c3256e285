#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gs/work_order.hpp"
#include "krylov/merged_conjugate_gradients.hpp"
#include "physics/conditions/face_frames.hpp"
#include "physics/solvers/surface_mass.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"
#include "space/helmholtz_operator.hpp"

namespace lobatto::physics {

/// A = mask Q Q^T (sigma M + K + S) on unassembled fields with equal copies, zero on the nodes with
/// a Dirichlet condition, K with a constant or a field coefficient, S of the surface: what the
/// iterative solvers have in common.
class AssembledHelmholtz {
 public:
  /// Values of a block that fit into the second cache with the vectors of an iteration.
  static constexpr std::size_t cached_block = 16384;

  /// block_size: values that are worked on at a time, see gs::WorkOrder. Collective.
  AssembledHelmholtz(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
                     std::size_t block_size = cached_block);

  void set_coefficients(const kernels::HelmholtzCoefficients& coefficients) {
    set_coefficients(coefficients.sigma, coefficients.nu);
  }
  /// The stiffness coefficient is a number or a field, which must live as long; what is made of its
  /// values, such as the diagonal, is that of its last update.
  void set_coefficients(double sigma, const space::StiffnessCoefficient& stiffness);
  void set_surface(SurfaceMass surface) { surface_ = std::move(surface); }
  /// Three fields are the components of a velocity, which these frames couple, and rotations that
  /// carry periodic sides into each other. Collective.
  void set_frames(std::shared_ptr<const FaceFrames> frames);
  /// y = A x. Collective.
  void multiply(std::span<const double> x, std::span<double> y);
  /// w = (sigma M + nu K + S) p on the whole elements of one block, unassembled; returns sum_q p_q
  /// w_q.
  double multiply_block(const base::Block& block, const double* p, double* w,
                        const kernels::FieldsAhead& ahead = {});
  /// The blocks of whole elements that multiply_block works on, and their order.
  [[nodiscard]] const gs::WorkOrder& order() const { return order_; }
  /// order().work_and_add, and leave_unknowns. Collective.
  void work_and_assemble(std::span<const std::span<double>> fields,
                         krylov::AssembledOperator::Work work) const;
  /// A x = rhs by conjugate gradients with this diagonal, or none; see their solve(). Collective.
  std::vector<krylov::SolveReport> solve(krylov::MergedConjugateGradients& cg,
                                         std::span<const double> inverse_diagonal,
                                         std::span<const std::span<const double>> rhs,
                                         std::span<const std::span<double>> x,
                                         const krylov::Tolerance& tolerance);
  /// Sums the copies, and leave_unknowns; up to gs::GatherScatter::max_fields fields. Collective.
  void assemble(std::span<const std::span<double>> fields) const;
  void assemble(std::span<double> field) const { assemble({&field, 1}); }
  void zero_dirichlet(std::span<double> field) const;
  /// Zero where the fields are no unknowns: at Dirichlet nodes, and in the directions of frames.
  void leave_unknowns(std::span<const std::span<double>> fields) const;
  /// What an iteration begins with: the guess, or zero where there is none, with Dirichlet nodes
  /// zero. [size]
  void fill_guess(const std::optional<std::span<const double>>& guess, std::span<double> u) const;
  /// The diagonal of A. [size]. Collective.
  void diagonal(std::span<double> out) const;
  /// 1 / (number of copies). [size]
  [[nodiscard]] std::span<const double> inverse_multiplicity() const {
    return space_.gather_scatter().inverse_multiplicity();
  }
  /// 1 / (V B multiplicity), B the assembled diagonal mass and V the volume: sum_q weight_q r_q^2
  /// is the mean square of the function whose integrals against the basis functions are r. It is
  /// the norm that all tolerances refer to. [size]. Collective.
  [[nodiscard]] space::Field residual_weight() const;
  /// Of one application on this rank.
  [[nodiscard]] kernels::Cost cost() const {
    return operator_->cost(coefficients_.sigma != 0.0) * space_.n_elements();
  }

 private:
  const space::FunctionSpace& space_;
  std::unique_ptr<space::HelmholtzOperator> operator_;
  gs::WorkOrder order_;
  kernels::HelmholtzCoefficients coefficients_;
  SurfaceMass surface_;
  std::shared_ptr<const FaceFrames> frames_;
  const space::TurnedCopies* turned_ = nullptr;    ///< of velocities
  const space::ScaledStiffness* field_ = nullptr;  ///< what the operator was made for
  std::vector<std::uint32_t> dirichlet_nodes_;     ///< local indices
};

}  // namespace lobatto::physics
