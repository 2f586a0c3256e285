#pragma once

#include <cstddef>

#include "base/function_ref.hpp"
#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// Makes all elements of a connected part of a mesh of one handedness, that of most of them, by how
/// they meet at faces and not by their shape: an element that is inverted stays so, with a negative
/// Jacobian. make_right_handed() takes such an element for a left-handed one.
void orient_alike(RawMesh& mesh);

/// What smooth() has done.
struct SmoothingReport {
  double smallest_before = 0.0, smallest_after = 0.0;  ///< scaled Jacobians
  std::size_t n_moved = 0;                             ///< points
  double farthest = 0.0;                               ///< way of a point
  std::size_t n_folded = 0;                            ///< elements that still are
  long long worst = 0;  ///< the label of the element with the smallest of all, after
};

inline constexpr int most_smoothing_sweeps = 100;

/// How far smooth() is, at each point that it looks at.
struct SmoothingStand {
  double fraction = 0.0;  ///< of all sweeps that it may come to
  int sweep = 0;          ///< from 1
  double smallest = 0.0;  ///< scaled Jacobian before this sweep
};

/// Betters elements whose smallest scaled Jacobian is below `target`, inverted ones above all, by
/// moving points within. Points of the outside, of periodic sides and between two volumes stay, and
/// with them the shape of all these; the inner nodes of curved elements follow their corners by
/// trilinear interpolation. Of the elements at a point the worst decides: a point moves towards the
/// mean of its neighbours along lines (Laplace), or else to the best of 26 places around it
/// (pattern search), only where the worst gets better. So the smallest scaled Jacobian of the mesh
/// never falls, and points around good elements do not move. Sweeps go on until nothing is below
/// the target, or one gains less than a thousandth of what is missing to it, or it was the last
/// of most_smoothing_sweeps. Elements must be alike (orient_alike).
SmoothingReport smooth(
    RawMesh& mesh, double target,
    base::FunctionRef<void(const SmoothingStand&)> tell = [](const SmoothingStand&) {});

}  // namespace lobatto::mesh
