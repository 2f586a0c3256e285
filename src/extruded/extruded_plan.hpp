#pragma once

#include <map>
#include <memory>

#include "extruded/column_transform.hpp"
#include "extruded/element_columns.hpp"
#include "extruded/mode_lanes.hpp"
#include "extruded/skeleton_plan.hpp"
#include "kernels/cost.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::extruded {

/// What a solver on layers of a plane mesh is made from, but for its matrices: where the layers
/// are, which modes the line has, and the order of elimination.
class ExtrudedPlan {
 public:
  /// Throws base::Error, on all ranks, where conditions change from layer to layer. Collective.
  ExtrudedPlan(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
               const std::shared_ptr<const ElementColumns>& columns);

  [[nodiscard]] const ElementColumns& columns() const { return *columns_; }
  [[nodiscard]] const mesh::LayeredMesh& layers() const { return columns_->layers(); }
  /// A constant is left open by the stiffness alone.
  [[nodiscard]] bool has_constant() const { return has_constant_; }
  [[nodiscard]] const ColumnModes& modes() const { return modes_; }
  [[nodiscard]] const ModeLanes& lanes() const { return lanes_; }
  [[nodiscard]] const SkeletonPlan& skeleton() const { return skeleton_; }

  [[nodiscard]] int n_upwards() const { return n_upwards_; }  ///< nodes of an element; 1 of a plane
  [[nodiscard]] int n() const { return n_; }                  ///< nodes of a plane element: n x n
  [[nodiscard]] int n_outer() const { return 4 * (n_ - 1); }  ///< of these, on its lines
  [[nodiscard]] int n_inner() const { return (n_ - 2) * (n_ - 2); }
  [[nodiscard]] double points_of_column() const;  ///< nodes of its elements

  /// Groups of modes of the rank that has most, as each of `n_ranks` has its share.
  [[nodiscard]] int most_groups(int n_ranks) const;
  /// Of the factors of a group of modes.
  [[nodiscard]] double bytes_of_group() const;
  [[nodiscard]] double factorization_flops_of_group() const;
  /// What a solver of n_problems right-hand sides keeps for `n_columns` columns, without factors.
  [[nodiscard]] double bytes_of_columns(double n_columns, int n_problems) const;
  /// Of a solve of `n_problems` right-hand sides, without the factors: products with modes of the
  /// line and of the elements, for `n_columns` columns.
  [[nodiscard]] kernels::Cost cost_of_columns(double n_columns, int n_problems) const;
  /// Of that solve with the factors of a group, which are read once.
  [[nodiscard]] kernels::Cost cost_of_group(int n_problems) const;
  /// To other ranks and back, of the rank that has a part of most unknowns, a right-hand side.
  [[nodiscard]] double bytes_exchanged() const;

 private:
  ExtrudedPlan(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
               std::shared_ptr<const ElementColumns> columns, const PlaneConditions& of_plane);

  int n_, n_upwards_;
  bool has_constant_;
  std::shared_ptr<const ElementColumns> columns_;
  ColumnModes modes_;
  ModeLanes lanes_;
  SkeletonPlan skeleton_;
};

/// The layers of a mesh, and the plans that have been made on them, one for each set of conditions.
class ExtrudedPlans {
 public:
  /// Throws base::Error, on all ranks, where the mesh has no layers, or a rank has no whole columns
  /// of them. Collective.
  explicit ExtrudedPlans(const space::FunctionSpace& space);

  /// Of the same space. Throws as ExtrudedPlan. Collective.
  std::shared_ptr<const ExtrudedPlan> with(const space::FunctionSpace& space,
                                           const space::BoundaryConditions& conditions);

 private:
  std::shared_ptr<const ElementColumns> columns_;
  std::map<space::BoundaryConditions, std::shared_ptr<const ExtrudedPlan>> plans_;
};

}  // namespace lobatto::extruded
