#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "poly/line_operators.hpp"
#include "space/function_space.hpp"

namespace lobatto::space {

/// What this rank has of one part of the boundary: sides of elements, numbered as slots, with
/// normals and quadrature weights at their nodes. Values on a boundary are [slot][b][a].
class Boundary {
 public:
  /// The part with this index in space.boundaries(), which must live as long.
  Boundary(const FunctionSpace& space, int index);
  /// The space has moved: places, normals and weights are those of now.
  void follow_mesh();

  [[nodiscard]] const std::string& name() const { return part().name; }
  [[nodiscard]] std::size_t n_slots() const { return part().sides.size(); }
  [[nodiscard]] const Side& side(std::size_t slot) const { return part().sides[slot]; }
  [[nodiscard]] std::size_t n_nodes() const { return n_nodes_; }  ///< of a side
  [[nodiscard]] std::size_t n_values() const { return n_slots() * n_nodes_; }

  /// Offsets within the element of the nodes of a slot. [n_nodes]
  [[nodiscard]] std::span<const std::size_t> offsets(std::size_t slot) const {
    return face_offsets_[side(slot).face];
  }
  /// Places, nodes and normals. [n_values()]
  [[nodiscard]] Points points() const { return points(0, n_values()); }
  /// Those of a slot. [n_nodes]
  [[nodiscard]] Points points(std::size_t slot) const { return points(slot * n_nodes_, n_nodes_); }
  /// Surface quadrature weights: w_a w_b |dx/da x dx/db|.
  [[nodiscard]] std::span<const double> weights() const { return weights_; }
  /// Components of the outward unit normal.
  [[nodiscard]] std::span<const double> normal(int d) const { return normals_[d]; }
  /// dr_a / dx_b at value i.
  [[nodiscard]] const std::array<std::array<double, 3>, 3>& metric(std::size_t i) const {
    return metric_[i];
  }

  /// The slots of one element are [begin, end).
  struct SlotRange {
    std::size_t begin, end;
  };
  [[nodiscard]] SlotRange slots_of(int e) const { return {first_slot_[e], first_slot_[e + 1]}; }

  /// Values of f, resized to n_values(). The function is told the normals; it is called once, and
  /// not where there are no values.
  void evaluate(const SpaceTimeFunction& f, double t, std::vector<double>& values) const;
  /// df/dx_b at node q of a slot, by the polynomials of its element.
  [[nodiscard]] std::array<double, 3> gradient(std::size_t slot, std::size_t q,
                                               const double* field) const;
  /// The transpose: field += the cotangent of the nodes of the element, of that of df/dx_b.
  void add_transposed_gradient(std::size_t slot, std::size_t q, const std::array<double, 3>& slopes,
                               double* field) const;
  /// values = field on the boundary.
  void restrict_field(std::span<const double> field, std::span<double> values) const;
  /// rhs += values at the nodes of elements [first, first + count). rhs [count][k][j][i]
  void add_to(int first, int count, std::span<const double> values, double* rhs) const;
  /// Area over all ranks. Collective.
  [[nodiscard]] double area() const;
  /// Of each slot the axis that all its normals lie along, to 1e-7 (files round coordinates).
  [[nodiscard]] std::vector<std::optional<int>> axes_of_slots() const;
  /// The axis that every normal lies along, on all ranks, to 1e-7. Collective.
  [[nodiscard]] std::optional<int> axis() const;

 private:
  [[nodiscard]] const BoundarySides& part() const { return space_->boundaries()[index_]; }
  void measure(std::size_t slot);
  [[nodiscard]] Points points(std::size_t first, std::size_t count) const;

  const FunctionSpace* space_;
  std::size_t index_;
  std::size_t n_nodes_;
  std::array<std::vector<std::size_t>, 6> face_offsets_;
  std::vector<std::size_t> nodes_;  ///< local indices
  std::array<std::vector<double>, 3> places_;
  std::vector<double> weights_;
  std::array<std::vector<double>, 3> normals_;
  std::vector<std::array<std::array<double, 3>, 3>> metric_;
  std::vector<std::size_t> first_slot_;  ///< [n_elements + 1]
};

/// Cuts a part of the boundary that holds planes across several axes into one part an axis; all
/// keep its name, and the first of them its place in the list. Sides that lie across no axis stay
/// with the first. Collective.
void split_by_axis(FunctionSpace& space, int index);

/// One condition for each part of space.boundaries(); of periodic faces it is never asked.
using BoundaryConditions = std::vector<poly::EndCondition>;

/// True where no part of the boundary has a Dirichlet condition: solutions of the Poisson equation
/// are then known up to a constant. Collective.
bool has_constant_mode(const FunctionSpace& space, const BoundaryConditions& conditions);

/// Whether each piece of a space, elements that are linked by common nodes, has a side with a
/// Dirichlet condition; true where no side has one and there is one piece. Solutions of the Poisson
/// equation are then known, or all but one constant. Collective.
bool has_one_constant_at_most(const FunctionSpace& space, const BoundaryConditions& conditions);

/// Local indices, ascending, of the nodes on one part of the boundary; of every element that
/// touches it, be it with a corner. Collective.
std::vector<std::size_t> boundary_nodes(const FunctionSpace& space, int index);

/// The outward unit normals there, where sides meet the mean over their areas. [nodes.size()]
/// `nodes`: as boundary_nodes has them, or some of them. Collective.
std::array<std::vector<double>, 3> boundary_normals(const FunctionSpace& space, int index,
                                                    std::span<const std::size_t> nodes);

/// 0 at the nodes on parts of the boundary with a Dirichlet condition, else 1. Collective.
Field dirichlet_mask(const FunctionSpace& space, const BoundaryConditions& conditions);

}  // namespace lobatto::space
