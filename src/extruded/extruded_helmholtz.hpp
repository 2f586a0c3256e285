#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "extruded/column_transform.hpp"
#include "extruded/extruded_plan.hpp"
#include "extruded/plane_element.hpp"
#include "extruded/skeleton.hpp"
#include "kernels/cost.hpp"
#include "kernels/products/contraction.hpp"
#include "space/function_space.hpp"
#include "space/helmholtz_operator.hpp"

namespace lobatto::extruded {

/// The products of a column of elements with the modes of its plane element, all slots at once:
/// values are [slot][node] or [slot][mode].
class PlaneProducts {
 public:
  explicit PlaneProducts(const ExtrudedPlan& plan);

  /// out = V^T f, and out = V u
  void to_inner_modes(const PlaneElement& element, const double* f, double* out) const;
  void from_inner_modes(const PlaneElement& element, const double* u, double* out) const;
  /// on_lines -= C u, and inner -= C^T u
  void subtract_from_lines(const PlaneElement& element, const double* u, double* on_lines) const;
  void subtract_from_inner(const PlaneElement& element, const double* u, double* inner) const;

 private:
  kernels::Contraction inner_, lines_, back_;
};

/// The exact solver of (sigma M + nu K) u = f on a mesh whose elements are layers of a plane mesh
/// along a straight direction z. By GLL quadrature K = M_z x K_p + K_z x M_p, which the modes
/// K_z S = M_z S Lambda, S^T M_z S = I, cut into plane problems (K_p + (lambda + sigma / nu) M_p) u
/// = f / nu, one a mode. The inner nodes of the plane's elements are eliminated column by column
/// (PlaneElement), what is left on the lines between them by sparse factors (Skeleton).
class ExtrudedHelmholtz {
 public:
  /// For up to n_problems right-hand sides at once, 1 to 3. plan: of this space, which must live as
  /// long. Collective.
  ExtrudedHelmholtz(const space::FunctionSpace& space, std::shared_ptr<const ExtrudedPlan> plan,
                    int n_problems, space::VectorPart part = space::VectorPart::scalar);

  /// Makes factors where sigma / nu is another one than before. Collective.
  void set_coefficients(double sigma, double nu);
  /// Of each field [n_elements][n][n][n] f, unassembled, becomes u, continuous. Of a singular
  /// problem the constant of u is zero, and f is taken without its constant part. Collective;
  /// allocates nothing.
  void solve(std::span<const std::span<double>> fields);

  /// Of one solve on this rank, with its factors.
  [[nodiscard]] kernels::Cost cost(int n_problems) const;
  [[nodiscard]] double exchange_seconds() const { return skeleton_.exchange_seconds(); }

 private:
  [[nodiscard]] bool is_singular() const { return shift_ == 0 && plan_->has_constant(); }
  /// Of the right-hand side, to be taken off as that of the mass. Collective.
  [[nodiscard]] double density(std::span<const double> f) const;
  void remove_density(int column, double density);
  void condense(int column, int problem);
  void expand(int column, int problem);
  [[nodiscard]] double* inner_of(int column, int problem) {
    return inner_.data() + (static_cast<std::ptrdiff_t>(column) * n_problems_ + problem) *
                               plan_->n_inner() * lanes_.n_slots();
  }
  /// scaled_ = g / (mu + lambda + sigma / nu) of the inner modes of an element. [slot][n_inner]
  void divide(const PlaneElement& element, const double* g);
  /// on_lines_ to the skeleton's right-hand sides, and its solutions to on_lines_.
  void add_to_skeleton(int column, int problem);
  void take_from_skeleton(int column, int problem);

  const space::FunctionSpace& space_;
  std::shared_ptr<const ExtrudedPlan> plan_;
  const ElementColumns& columns_;
  const ModeLanes& lanes_;
  int n_problems_;
  double shift_ = -1;  ///< sigma / nu; below zero: no factors yet
  double nu_ = 1;
  std::vector<PlaneElement> elements_;  ///< of the columns
  Skeleton skeleton_;
  ColumnTransform transform_;
  PlaneProducts products_;
  std::vector<int> outer_places_, inner_places_;  ///< of the n x n nodes
  base::AlignedArray<double> on_lines_;           ///< outer nodes, [slot][n_outer]
  base::AlignedArray<double> within_, scaled_;    ///< inner nodes or modes, [slot][n_inner]
  base::AlignedArray<double> inner_;  ///< right-hand sides of inner modes, [column][problem]
};

}  // namespace lobatto::extruded
