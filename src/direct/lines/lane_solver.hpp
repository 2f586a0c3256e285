#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "direct/lines/line_transform.hpp"

namespace lobatto::direct {

/// (shift_l M + nu K) u = f on a line of elements, for a batch of lanes l with a shift each.
class LaneSolver {
 public:
  virtual ~LaneSolver() = default;

  /// nodes [n_nodes][stride]: the assembled right-hand side at the unknowns, then the solution
  /// there; what else lies there may be overwritten. shifts [lanes of the batch], non-negative. On
  /// lane `null_lane` (-1: none), whose operator is singular, the part of the right-hand side that
  /// no solution has is dropped and the mean of the solution is zero. scratch: scratch_size()
  /// values on a cache line.
  virtual void solve(std::span<const double> shifts, double nu, int null_lane, double* nodes,
                     double* scratch) const = 0;
  [[nodiscard]] virtual std::size_t scratch_size() const = 0;
  /// Of one lane.
  [[nodiscard]] virtual double flops() const = 0;
  /// For example "even-odd 57" or "condensed 8 x 7".
  [[nodiscard]] virtual std::string description() const = 0;
};

/// By the modes of the line. batch: the lanes that a call brings at most, whole cache lines.
std::unique_ptr<LaneSolver> make_modal_lanes(std::shared_ptr<const LineTransform> line, int batch,
                                             std::size_t stride);

}  // namespace lobatto::direct
