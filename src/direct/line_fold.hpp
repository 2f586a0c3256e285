#pragma once

#include <span>
#include <vector>

#include "poly/line_operators.hpp"
#include "poly/matrix.hpp"

namespace lobatto::direct {

/// The symmetries of a line of elements, written as sums and differences of node values.
///
/// An operator that commutes with a symmetry g, g g = 1, maps the functions with g u = u and those with g u = -u into
/// themselves. Replacing u(a), u(g a) by their sum and difference therefore splits it into two blocks. Used here:
/// - reflection about the middle: lines with equal conditions at both ends and symmetric ticks (even and odd functions);
/// - translation by half the length: periodic lines of an even number n of equal elements. The sums live on a periodic
///   line of n / 2 elements, which splits again; the differences are antiperiodic and split by reflection. This is the
///   part of the real fast Fourier transform over the elements that needs no twiddle factors.
/// Every step adds and subtracts, nothing is scaled: the columns of `basis` are orthogonal but not of unit length.
/// The folded values lie in `positions`, block after block.
class LineFold {
 public:
  /// Nodes that are unknowns, in the order of poly::LineOperators.
  LineFold(std::span<const double> ticks, int order, const poly::LineConditions& conditions);

  struct Block {
    int begin;
    int size;
  };
  /// One step on positions: (a, b) <- (a + b, a - b), or the bare copy of a when b < 0. A `fresh` step takes the values
  /// of the nodes `source(a)`, `source(b)`; the others find theirs in place.
  struct Step {
    int a;
    int b;
    bool fresh;
  };

  [[nodiscard]] int size() const { return static_cast<int>(source_.size()); }
  [[nodiscard]] bool trivial() const { return blocks_.size() == 1; }
  [[nodiscard]] std::span<const Block> blocks() const { return blocks_; }
  [[nodiscard]] std::span<const Step> steps() const { return steps_; }
  [[nodiscard]] int source(int position) const { return source_[position]; }
  /// Column c holds the node values whose folded values are the unit vector of position c under the transposed steps:
  /// folded = basis^T nodes.
  [[nodiscard]] poly::Matrix basis() const;
  /// What was used: "dense", "even-odd" or "translations".
  [[nodiscard]] const char* name() const { return name_; }

 private:
  class Builder;
  void number_positions(const Builder& builder);

  std::vector<int> source_;
  std::vector<Block> blocks_;
  std::vector<Step> steps_;
  const char* name_ = "dense";
};

}  // namespace lobatto::direct
