#pragma once

#include <span>
#include <vector>

#include "direct/lines/fold_network.hpp"
#include "poly/line_operators.hpp"
#include "poly/matrix.hpp"

namespace lobatto::direct {

/// Whether the elements are symmetric about the middle, or have one length, to 1e-12 of the line.
bool ticks_symmetric(std::span<const double> ticks);
bool ticks_uniform(std::span<const double> ticks);

/// The symmetries of a line of elements, written as sums and differences of node values.
///
/// An operator that commutes with a symmetry g, g g = 1, maps the functions with g u = u and those
/// with g u = -u into themselves. Replacing u(a), u(g a) by their sum and difference therefore
/// splits it into two blocks. Used here:
/// - reflection about the middle: lines with equal conditions at both ends and symmetric ticks
/// (even and odd functions);
/// - translation by half the length: periodic lines of an even number n of equal elements. The sums
/// live on a periodic
///   line of n / 2 elements, which splits again; the differences are antiperiodic and split by
///   reflection. This is the part of the real fast Fourier transform over the elements that needs
///   no twiddle factors.
/// Every step adds and subtracts, nothing is scaled: the folded unit vectors are orthogonal but not
/// of unit length.
class LineFold {
 public:
  /// The unknowns of the line in ascending order are its nodes 0 ... size() - 1.
  LineFold(std::span<const double> ticks, int order, const poly::LineConditions& conditions);

  struct Block {
    int begin;
    int size;
  };
  /// fold_orbit of the values at `nodes` gives the folded values at `positions`, which lie block
  /// after block.
  struct NodeOrbit {
    Orbit kind;
    std::vector<int> nodes;
    std::vector<int> positions;
    [[nodiscard]] int size() const { return static_cast<int>(nodes.size()); }
  };

  [[nodiscard]] int size() const { return size_; }
  /// One block, every position its node.
  [[nodiscard]] bool trivial() const { return orbits_.empty(); }
  [[nodiscard]] std::span<const Block> blocks() const { return blocks_; }
  [[nodiscard]] std::span<const NodeOrbit> orbits() const { return orbits_; }
  /// Q with folded = Q^T nodes. [node][position]
  [[nodiscard]] poly::Matrix basis() const;
  /// Of folding one lane, and of that with the products of its blocks.
  [[nodiscard]] double flops() const;
  [[nodiscard]] double transform_flops() const;
  /// "dense", "even-odd" or "translations".
  [[nodiscard]] const char* name() const { return name_; }

 private:
  void make_bounded_orbits();
  void make_closed_orbits(int n_translations);
  void add_orbit(Orbit kind, int n_translations, std::vector<int> nodes);
  void number_positions(int n_translations);

  int size_;
  std::vector<NodeOrbit> orbits_;  // positions hold the block until they are numbered
  std::vector<Block> blocks_;
  const char* name_ = "dense";
};

}  // namespace lobatto::direct
