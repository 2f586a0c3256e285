#pragma once

#include <array>
#include <optional>

#include "direct/exchange/pencil_exchange.hpp"
#include "kernels/cost.hpp"
#include "mesh/box_mesh.hpp"
#include "poly/line_operators.hpp"

namespace lobatto::direct {

using BoxConditions = std::array<poly::LineConditions, 3>;

/// How much of a solve by TensorSolver falls to one rank.
struct TensorShare {
  /// shape: of that rank.
  TensorShare(const PencilShape& shape, int rank, const BoxConditions& conditions);

  double column_values;  ///< of the right-hand side: nodes of the rank's elements
  int n_y_nodes;         ///< in its planes
  int n_lanes;           ///< z values of the x and y transforms
  int x_size, y_size;    ///< modes of all ranks
  int n_x_modes;         ///< whose planes it finishes
  bool cuts_columns, deals_planes, has_slabs;
};

/// Operations along the directions: of one transform of a lane along x and y, and of the solve of a
/// line along z, or of one rank's slab of it.
struct LineWork {
  double x = 0, y = 0, z = 0;
};

/// Of one rank's slab of a line, natural where it was cut; nothing of an empty one.
double slab_work(const mesh::Axis& axis, int order, const poly::LineConditions& conditions,
                 const Share& elements);

/// As TensorSolver would have it, which is not made for that: choosing how a line is treated takes
/// no modes. slab: the elements along z of the rank, where the lines are cut; flops_per_byte: see
/// choose_line.
LineWork line_work(const std::array<mesh::Axis, 3>& axes, int order,
                   const BoxConditions& conditions, const std::optional<Share>& slab,
                   double flops_per_byte);

/// One solve: operations of the transforms and the scaling as carried out; bytes as if the
/// right-hand side, the solution and each pass over the modes crossed memory once.
kernels::Cost tensor_cost(const TensorShare& share, const LineWork& lines);

/// The conditions at the ends of a part of a line: natural where it was cut.
poly::LineConditions slab_conditions(const poly::LineConditions& whole, const Share& elements,
                                     int n_elements);

}  // namespace lobatto::direct
