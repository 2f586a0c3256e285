#pragma once

#include <cstddef>
#include <vector>

#include "base/aligned_array.hpp"
#include "precond/coarse/elimination_plan.hpp"
#include "precond/coarse/supernodal_factor.hpp"

namespace lobatto::extruded {

/// Cholesky factors of the same structure side by side, [entry][lane]: substitution reads them
/// once, for one or two right-hand sides of each.
class LaneFactor {
 public:
  /// n_lanes 4 or 8. `plan` must live as long.
  LaneFactor(const precond::EliminationPlan& plan, int n_lanes);

  /// A lane that gets no factor must get zeros to solve for.
  void set(int lane, const precond::SupernodalFactor& factor);
  /// values [n][n_sides][n_lanes] in the order of elimination, in place; n_sides 1 or 2. Allocates
  /// nothing.
  void solve(double* values, int n_sides);

  [[nodiscard]] std::size_t n_entries() const { return entries_.size() / n_lanes_; }

 private:
  template <int n_lanes, int n_sides>
  void solve_forward(double* x);
  template <int n_lanes, int n_sides>
  void solve_backward(double* x);

  const precond::EliminationPlan& plan_;
  std::size_t n_lanes_;
  std::vector<std::size_t> offsets_;  ///< of the supernodes
  /// Of a supernode its columns, each from 1 / its diagonal downwards.
  base::AlignedArray<double> entries_;
  base::AlignedArray<double> below_;  ///< values of the rows below a supernode
};

}  // namespace lobatto::extruded
