#include "direct/lines/lane_transform.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "direct/cache_lines.hpp"
#include "kernels/registers/lanes.hpp"

namespace lobatto::direct {
namespace {

using kernels::Lanes;

/// The rows that an orbit is read from and written to.
template <int m>
struct OrbitRows {
  std::array<const double*, m> in;
  std::array<double*, m> out;
};

template <class Value, bool forward, Orbit kind, int m>
void transform_lanes(const OrbitRows<m>& rows, int lane) {
  Value x[m];
#pragma GCC unroll 16
  for (int i = 0; i < m; ++i) std::memcpy(&x[i], rows.in[i] + lane, sizeof(Value));
  if constexpr (forward) {
    fold_orbit<kind, m>(x);
  } else {
    unfold_orbit<kind, m>(x);
  }
#pragma GCC unroll 16
  for (int i = 0; i < m; ++i) std::memcpy(rows.out[i] + lane, &x[i], sizeof(Value));
}

/// All lanes of one orbit, a register at a time; the last register overlaps the one before.
template <bool forward, Orbit kind, int m>
void transform_orbit(const double* in, const std::size_t* in_offsets, double* out,
                     const std::size_t* out_offsets, int n_lanes) {
  OrbitRows<m> rows;
  for (int i = 0; i < m; ++i) {
    rows.in[i] = in + in_offsets[i];
    rows.out[i] = out + out_offsets[i];
  }
  constexpr int width = kernels::n_lanes;
  if (n_lanes < width) {
    for (int lane = 0; lane < n_lanes; ++lane)
      transform_lanes<double, forward, kind, m>(rows, lane);
    return;
  }
  for (int lane = 0; lane < n_lanes; lane += width) {
    transform_lanes<Lanes, forward, kind, m>(rows, std::min(lane, n_lanes - width));
  }
}

template <bool forward, Orbit kind>
LaneTransform::OrbitKernel kernel_of_size(int m) {
  switch (m) {
    case 1:
      return transform_orbit<forward, kind, 1>;
    case 2:
      return transform_orbit<forward, kind, 2>;
    case 4:
      return transform_orbit<forward, kind, 4>;
    case 8:
      return transform_orbit<forward, kind, 8>;
    default:
      return transform_orbit<forward, kind, 16>;
  }
}

template <bool forward>
LaneTransform::OrbitKernel kernel_of(Orbit kind, int m) {
  return kind == Orbit::mirrored ? kernel_of_size<forward, Orbit::mirrored>(m)
                                 : kernel_of_size<forward, Orbit::anchored>(m);
}

}  // namespace

int longest_strip(int line_size) {
  const int lanes = 24 * 1024 / (8 * std::max(line_size, 1)) / 8 * 8;
  return std::clamp(lanes, 16, max_strip);
}

int even_strip(int n_lanes, int longest) {
  const int n_strips = std::max(1, (n_lanes + longest - 1) / longest);
  return static_cast<int>(
      whole_cache_lines(static_cast<std::size_t>((n_lanes + n_strips - 1) / n_strips)));
}

LaneTransform::LaneTransform(std::shared_ptr<const LineTransform> line, const LaneLayout& layout)
    : line_(std::move(line)),
      layout_(layout),
      folded_stride_(static_cast<std::size_t>(longest_strip(line_->size()))) {
  make_fold();
  if (layout.n_lanes == 0) return;
  if (layout.node_sheet_stride == layout.mode_sheet_stride) {
    const int all =
        (layout.n_sheets - 1) * static_cast<int>(layout.node_sheet_stride) + layout.n_lanes;
    make_strips(0, 0, all);
  } else {
    for (int s = 0; s < layout.n_sheets; ++s) {
      make_strips(s * layout.node_sheet_stride, s * layout.mode_sheet_stride, layout.n_lanes);
    }
  }
}

void LaneTransform::make_fold() {
  const auto* sums = std::get_if<LineFold>(&line_->fold());
  if (sums == nullptr) return;
  is_trivial_ = sums->trivial();
  for (const auto& orbit : sums->orbits()) {
    FoldStep step{kernel_of<true>(orbit.kind, orbit.size()),
                  kernel_of<false>(orbit.kind, orbit.size()),
                  {},
                  {}};
    for (int i = 0; i < orbit.size(); ++i) {
      step.node_offsets[i] = orbit.nodes[i] * layout_.node_stride;
      step.folded_offsets[i] = orbit.positions[i] * folded_stride_;
    }
    fold_.push_back(step);
  }
}

void LaneTransform::make_strips(std::size_t first_node, std::size_t first_mode, int n_lanes) {
  const int length = even_strip(n_lanes, longest_strip(line_->size()));
  for (int lane = 0; lane < n_lanes; lane += length) {
    const int n = std::min(length, n_lanes - lane);
    strips_.push_back({first_node + lane, first_mode + lane, n, products_for(n)});
  }
}

std::size_t LaneTransform::products_for(int n_lanes) {
  for (std::size_t k = 0; k < products_.size(); ++k) {
    if (products_[k].n_lanes == n_lanes) return k;
  }
  const std::size_t folded_stride = is_trivial_ ? layout_.node_stride : folded_stride_;
  Products products{n_lanes, {}, {}};
  for (const auto& block : line_->blocks()) {
    products.to_modes.emplace_back(block.size, n_lanes, folded_stride, layout_.mode_stride);
    products.to_folded.emplace_back(block.size, n_lanes, layout_.mode_stride, folded_stride);
  }
  products_.push_back(std::move(products));
  return products_.size() - 1;
}

std::size_t LaneTransform::scratch_size() const {
  if (is_trivial_) return 0;
  const auto* waves = std::get_if<ElementWaves>(&line_->fold());
  const int n_rows = line_->size() + (waves != nullptr ? waves->work_rows() : 0);
  return static_cast<std::size_t>(n_rows) * folded_stride_;
}

void LaneTransform::forward(const double* nodes, double* modes, double* scratch) const {
  const auto blocks = line_->blocks();
  const bool folds = !is_trivial_;
  for (const Strip& strip : strips_) {
    prefetch_modes_after(strip, modes);
    if (folds) fold(nodes + strip.first_node, scratch, strip.n_lanes);
    const double* const folded = folds ? scratch : nodes + strip.first_node;
    const std::size_t stride = folds ? folded_stride_ : layout_.node_stride;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      products_[strip.products].to_modes[b](
          line_->by_mode(static_cast<int>(b)), folded + blocks[b].begin * stride,
          modes + strip.first_mode + blocks[b].begin * layout_.mode_stride);
    }
  }
}

void LaneTransform::backward(const double* modes, double* nodes, double* scratch) const {
  const auto blocks = line_->blocks();
  const bool folds = !is_trivial_;
  for (const Strip& strip : strips_) {
    prefetch_modes_after(strip, modes);
    double* const folded = folds ? scratch : nodes + strip.first_node;
    const std::size_t stride = folds ? folded_stride_ : layout_.node_stride;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      products_[strip.products].to_folded[b](
          line_->by_position(static_cast<int>(b)),
          modes + strip.first_mode + blocks[b].begin * layout_.mode_stride,
          folded + blocks[b].begin * stride);
    }
    if (folds) unfold(scratch, nodes + strip.first_node, strip.n_lanes);
  }
}

void LaneTransform::prefetch_modes_after(const Strip& strip, const double* modes) const {
  if (&strip == &strips_.back()) return;
  const Strip& next = *(&strip + 1);
  for (int m = 0; m < line_->size(); ++m) {
    prefetch(modes + next.first_mode + m * layout_.mode_stride,
             static_cast<std::size_t>(next.n_lanes));
  }
}

void LaneTransform::fold(const double* nodes, double* folded, int n_lanes) const {
  if (const auto* waves = std::get_if<ElementWaves>(&line_->fold()))
    waves->fold(nodes, layout_.node_stride, folded, folded_stride_, n_lanes,
                folded + line_->size() * folded_stride_);
  for (const FoldStep& step : fold_) {
    step.fold(nodes, step.node_offsets.data(), folded, step.folded_offsets.data(), n_lanes);
  }
}

void LaneTransform::unfold(double* folded, double* nodes, int n_lanes) const {
  if (const auto* waves = std::get_if<ElementWaves>(&line_->fold()))
    waves->unfold(folded, folded_stride_, nodes, layout_.node_stride, n_lanes,
                  folded + line_->size() * folded_stride_);
  for (const FoldStep& step : fold_) {
    step.unfold(folded, step.folded_offsets.data(), nodes, step.node_offsets.data(), n_lanes);
  }
}

}  // namespace lobatto::direct
