#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "direct/lane_solver.hpp"
#include "direct/strides.hpp"

namespace lobatto::direct {

/// A part of a set of z lines, [lines][stride] with z contiguous: nodes first_node ... first_node +
/// n_nodes - 1 of every line, read from `in` and written to `out` (which may be the same).
struct LinePiece {
  const double* in;
  double* out;
  std::size_t stride;
  int first_node;
  int n_nodes;
};

/// The last direction of the tensor solve: for each line l, (shift_l M + stiffness_coefficient K) u
/// = f, where shift_l holds the coefficients and eigenvalues of x and y. The lines are taken in
/// batches that stay in cache from being read to being written.
class ZSolve {
 public:
  /// Pieces that cover all nodes, ends included, or (`unknowns_only`) one piece that holds just the
  /// unknowns. n_lines: how many lines a call will bring, to cut even batches. By modes or by
  /// static condensation, whichever is cheaper.
  ZSolve(std::span<const double> ticks, int order, const poly::LineConditions& conditions,
         bool unknowns_only, int n_lines);
  /// By the given method.
  ZSolve(std::shared_ptr<const LineTransform> z, bool unknowns_only, int n_lines);
  ZSolve(std::shared_ptr<const CondensedLine> z, bool unknowns_only, int n_lines);

  /// pieces: ascending; where a piece begins with the last node of the piece before, the values of
  /// both are added and the result goes to both. shifts [n_lines], non-negative. On line
  /// `null_line` (-1: none) the constant mode is set to zero. scratch: scratch_size() values on a
  /// cache line.
  void operator()(std::span<const LinePiece> pieces, std::span<const double> shifts,
                  double stiffness_coefficient, int null_line, double* scratch) const;

  [[nodiscard]] std::size_t scratch_size() const;
  /// Of one line.
  [[nodiscard]] double flops() const { return lanes_->flops(); }
  [[nodiscard]] std::string description() const { return lanes_->description(); }

 private:
  ZSolve(const LineLayout& layout, bool unknowns_only, int batch)
      : layout_(layout),
        unknowns_only_(unknowns_only),
        batch_(batch),
        stride_(stride_for(static_cast<std::size_t>(batch))) {}

  void gather(std::span<const LinePiece> pieces, std::size_t first_line, int n_lines,
              double* nodes) const;
  void scatter(std::span<const LinePiece> pieces, std::size_t first_line, int n_lines,
               double* nodes) const;

  LineLayout layout_;
  bool unknowns_only_;
  int batch_;
  std::size_t stride_;
  std::unique_ptr<LaneSolver> lanes_;
};

}  // namespace lobatto::direct
