#pragma once

#include <cstddef>
#include <vector>

#include "base/aligned_array.hpp"
#include "precond/coarse/elimination_plan.hpp"
#include "precond/coarse/supernodal_factor.hpp"

namespace lobatto::extruded {

/// Cholesky factors of the same structure side by side, [entry][lane]: substitution reads them
/// once, for several right-hand sides of each.
class LaneFactor {
 public:
  static constexpr int most_sides = 6;

  /// n_lanes 1, 2, 4 or 8. `plan` must live as long.
  LaneFactor(const precond::EliminationPlan& plan, int n_lanes);

  /// A lane that gets no factor must get zeros to solve for.
  void set(int lane, const precond::SupernodalFactor& factor);
  /// values [n][n_sides][n_lanes] in the order of elimination, in place; n_sides 1, 2, 3, 4 or 6.
  /// Allocates nothing.
  void solve(double* values, int n_sides);

 private:
  template <int n_lanes, int n_sides>
  void solve(double* values);

  const precond::EliminationPlan& plan_;
  std::size_t n_lanes_;
  /// Of a supernode its columns in groups of up to four: first the triangle of a group, column by
  /// column, 1 / its diagonal on top, then the rows beneath, in blocks of as many as fill eight
  /// doubles with their lanes, [block][column][row][lane].
  base::AlignedArray<double> entries_;
  base::AlignedArray<double> node_values_;  ///< of a supernode's rows, [side][row][lane]
};

}  // namespace lobatto::extruded
