#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "direct/block_product.hpp"
#include "direct/line_transform.hpp"

namespace lobatto::direct {

/// The most lanes taken at a time: so many that the folded values of a line fill a third of a first-level cache of 48 KiB.
inline constexpr int max_strip = 64;
int longest_strip(int line_size);
/// n_lanes cut into strips of at most `longest`: the length of all but the last, in whole cache lines.
int even_strip(int n_lanes, int longest);

/// A LineTransform bound to a memory layout: unknowns [size][node_stride] and modes [size][mode_stride], n_lanes contiguous
/// values in each row. The lanes are taken in strips that keep folding and products in the first-level cache.
class LaneTransform {
 public:
  LaneTransform(std::shared_ptr<const LineTransform> line, int n_lanes, std::size_t node_stride,
                std::size_t mode_stride);

  /// modes = S^T nodes: from an assembled weak right-hand side. `scratch` has scratch_size() values on a cache line.
  void forward(const double* nodes, double* modes, double* scratch) const;
  /// nodes = S modes.
  void backward(const double* modes, double* nodes, double* scratch) const;

  [[nodiscard]] std::size_t scratch_size() const;
  [[nodiscard]] double flops() const { return line_->flops() * n_lanes_; }
  [[nodiscard]] const LineTransform& line() const { return *line_; }

 private:
  struct Strip {
    int first_lane;
    int n_lanes;
    std::vector<BlockProduct> to_modes;    // one a block
    std::vector<BlockProduct> to_folded;
  };
  Strip make_strip(int first_lane, int n_lanes) const;
  void fold(const double* nodes, double* folded, int n_lanes) const;
  void unfold(double* folded, double* nodes, int n_lanes) const;

  std::shared_ptr<const LineTransform> line_;
  int n_lanes_;
  std::size_t node_stride_;
  std::size_t mode_stride_;
  int strip_stride_;
  std::vector<Strip> strips_;
};

}  // namespace lobatto::direct
