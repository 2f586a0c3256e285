#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "direct/lines/block_product.hpp"
#include "direct/lines/line_transform.hpp"

namespace lobatto::direct {

/// The most lanes taken at a time: so many that the folded values of a line fill half a first-level
/// cache of 48 KiB.
inline constexpr int max_strip = 64;  // see longest_strip
int longest_strip(int line_size);
/// n_lanes cut into strips of at most `longest`: the length of all but the last, in whole cache
/// lines.
int even_strip(int n_lanes, int longest);

/// Where the values of lines lie: node a (or mode m) of lane l of sheet s at a * node_stride + s *
/// node_sheet_stride + l, and likewise for the modes. Values between the sheets may be read and
/// overwritten.
struct LaneLayout {
  int n_sheets;
  int n_lanes;  ///< a sheet
  std::size_t node_sheet_stride, mode_sheet_stride;
  std::size_t node_stride, mode_stride;
};

/// A LineTransform bound to a memory layout. The lanes are taken in strips that keep folding and
/// products in the first-level cache.
class LaneTransform {
 public:
  LaneTransform(std::shared_ptr<const LineTransform> line, const LaneLayout& layout);

  /// modes = S^T nodes: from an assembled weak right-hand side. `scratch` has scratch_size() values
  /// on a cache line.
  void forward(const double* nodes, double* modes, double* scratch) const;
  /// nodes = S modes.
  void backward(const double* modes, double* nodes, double* scratch) const;

  [[nodiscard]] std::size_t scratch_size() const;
  [[nodiscard]] double flops() const { return line_->flops() * layout_.n_sheets * layout_.n_lanes; }

  /// Folds or unfolds one orbit: rows at `in` + in_offsets to rows at `out` + out_offsets, n_lanes
  /// values each.
  using OrbitKernel = void (*)(const double* in, const std::size_t* in_offsets, double* out,
                               const std::size_t* out_offsets, int n_lanes);

 private:
  struct FoldStep {
    OrbitKernel fold;
    OrbitKernel unfold;
    std::array<std::size_t, 16> node_offsets;
    std::array<std::size_t, 16> folded_offsets;
  };
  struct Products {  // for strips of one length; one a block
    int n_lanes;
    std::vector<BlockProduct> to_modes;
    std::vector<BlockProduct> to_folded;
  };
  struct Strip {
    std::size_t first_node, first_mode;
    int n_lanes;
    std::size_t products;
  };
  void make_fold();
  void make_strips(std::size_t first_node, std::size_t first_mode, int n_lanes);
  std::size_t products_for(int n_lanes);
  void prefetch_modes_after(const Strip& strip, const double* modes) const;
  void fold(const double* nodes, double* folded, int n_lanes) const;
  void unfold(double* folded, double* nodes, int n_lanes) const;

  std::shared_ptr<const LineTransform> line_;
  LaneLayout layout_;
  std::size_t folded_stride_;
  bool is_trivial_ = false;  ///< every folded value is that of its node
  std::vector<FoldStep> fold_;
  std::vector<Products> products_;
  std::vector<Strip> strips_;
};

}  // namespace lobatto::direct
