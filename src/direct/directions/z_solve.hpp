#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "direct/cache_lines.hpp"
#include "direct/lines/condensed_line.hpp"
#include "direct/lines/lane_solver.hpp"
#include "direct/lines/line_transform.hpp"

namespace lobatto::direct {

/// The last direction of the tensor solve where a rank holds whole lines: for each line l, (shift_l
/// M + stiffness_coefficient K) u = f, where shift_l holds the coefficients and eigenvalues of x
/// and y. The lines are taken in batches that stay in cache from being read to being written.
class ZSolve {
 public:
  /// n_lines: how many lines a call will bring, to cut even batches. By modes or by static
  /// condensation, whichever is cheaper (see choose_line).
  ZSolve(std::span<const double> ticks, int order, const poly::LineConditions& conditions,
         int n_lines, double flops_per_byte);
  /// By the given method.
  ZSolve(std::shared_ptr<const LineTransform> z, int n_lines);
  ZSolve(std::shared_ptr<const CondensedLine> z, int n_lines);

  /// lines [n_lines][stride], the unknowns contiguous: the assembled right-hand side, then the
  /// solution. shifts [n_lines], non-negative. On line `null_line` (-1: none) the constant mode is
  /// set to zero. scratch: scratch_size() values on a cache line.
  void operator()(double* lines, std::size_t stride, std::span<const double> shifts,
                  double stiffness_coefficient, int null_line, double* scratch) const;

  [[nodiscard]] std::size_t scratch_size() const;
  /// Of one line.
  [[nodiscard]] double flops() const { return lanes_->flops(); }
  [[nodiscard]] std::string description() const { return lanes_->description(); }

 private:
  ZSolve(const LineLayout& layout, int batch)
      : layout_(layout), batch_(batch), stride_(stride_for(static_cast<std::size_t>(batch))) {}

  LineLayout layout_;
  int batch_;
  std::size_t stride_;
  std::unique_ptr<LaneSolver> lanes_;
};

}  // namespace lobatto::direct
