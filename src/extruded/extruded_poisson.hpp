#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "extruded/element_columns.hpp"
#include "extruded/mode_lanes.hpp"
#include "extruded/plane_element.hpp"
#include "extruded/skeleton.hpp"
#include "kernels/cost.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::extruded {

/// The exact solver of K u = f on a mesh whose elements are layers of a plane mesh along a straight
/// direction z. By GLL quadrature K = M_z x K_p + K_z x M_p, which the modes K_z S = M_z S Lambda,
/// S^T M_z S = I, cut into plane problems (K_p + lambda M_p) u = f, one a mode. The inner nodes of
/// the plane's elements are eliminated column by column (PlaneElement), what is left on the lines
/// between them by sparse factors (Skeleton).
class ExtrudedPoisson {
 public:
  /// The mesh is from a file, its elements are not moved, and each rank has whole columns. Throws
  /// base::Error, on all ranks, where it has no layers or conditions change from layer to layer.
  /// `space` must live as long. Collective.
  ExtrudedPoisson(const space::FunctionSpace& space, const space::BoundaryConditions& conditions);

  /// f unassembled, u continuous, both [n_elements][n][n][n]; they may be the same. Of a singular
  /// problem the constant of u is zero, and f is taken without its constant part. Collective;
  /// allocates nothing.
  void solve(std::span<const double> f, std::span<double> u);

  /// Of one solve on this rank.
  [[nodiscard]] kernels::Cost cost() const;
  [[nodiscard]] double exchange_seconds() const { return skeleton_->exchange_seconds(); }
  [[nodiscard]] const Skeleton& skeleton() const { return *skeleton_; }
  [[nodiscard]] const ModeLanes& lanes() const { return lanes_; }

 private:
  void make_elements();
  void make_skeleton(const std::vector<bool>& fixed);
  /// Of the right-hand side, to be taken off as that of the mass. Collective.
  [[nodiscard]] double density(std::span<const double> f) const;
  void gather_column(int column, const double* f, double density);
  void scatter_column(int column, double* u) const;
  void condense_column(int column);
  void expand_column(int column);
  void remove_mean(std::span<double> u) const;
  [[nodiscard]] double* inner_of(int column) {
    return inner_.data() + static_cast<std::ptrdiff_t>(column) * n_inner_ * lanes_.n_slots();
  }
  /// scaled_ = g / (mu + lambda) of the inner modes of an element. [n_inner][n_slots]
  void divide(const PlaneElement& element, const double* g);
  /// Calls with the values of an outer node on the skeleton and in the column, slots of a group
  /// each.
  template <class Copy>
  void for_outer(int column, const Copy& copy);

  const space::FunctionSpace& space_;
  ElementColumns columns_;
  PlaneConditions conditions_;
  bool is_singular_;
  ModeLanes lanes_;
  int n_outer_, n_inner_;
  std::vector<PlaneElement> elements_;  ///< of the columns
  std::unique_ptr<Skeleton> skeleton_;
  base::AlignedArray<double> nodal_;   ///< of a column, [node of the line][plane node]
  base::AlignedArray<double> modal_;   ///< [plane node][slot]
  base::AlignedArray<double> scaled_;  ///< [n_inner][slot]
  base::AlignedArray<double> inner_;   ///< right-hand sides of inner modes, [column][n_inner][slot]
  base::AlignedArray<double> outer_;   ///< [group][unknown here][slot of the group]
};

}  // namespace lobatto::extruded
