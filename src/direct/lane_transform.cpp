#include "direct/lane_transform.hpp"

#include <algorithm>
#include <utility>

#include "direct/strides.hpp"

namespace lobatto::direct {
namespace {

void split(const double* a, const double* b, double* __restrict sum, double* __restrict difference, int n) {
  for (int l = 0; l < n; ++l) {
    const double x = a[l], y = b[l];
    sum[l] = x + y;
    difference[l] = x - y;
  }
}

void split_in_place(double* __restrict a, double* __restrict b, int n) {
  for (int l = 0; l < n; ++l) {
    const double x = a[l], y = b[l];
    a[l] = x + y;
    b[l] = x - y;
  }
}

}  // namespace

int longest_strip(int line_size) {
  const int lanes = 16 * 1024 / (8 * std::max(line_size, 1)) / 8 * 8;
  return std::clamp(lanes, 16, max_strip);
}

int even_strip(int n_lanes, int longest) {
  const int n_strips = std::max(1, (n_lanes + longest - 1) / longest);
  return static_cast<int>(whole_cache_lines(static_cast<std::size_t>((n_lanes + n_strips - 1) / n_strips)));
}

LaneTransform::LaneTransform(std::shared_ptr<const LineTransform> line, int n_lanes, std::size_t node_stride,
                             std::size_t mode_stride)
    : line_(std::move(line)), n_lanes_(n_lanes), node_stride_(node_stride),
      mode_stride_(mode_stride),
      strip_stride_(std::max(8, even_strip(n_lanes, longest_strip(line_->size())))) {
  for (int first = 0; first < n_lanes; first += strip_stride_) {
    strips_.push_back(make_strip(first, std::min(strip_stride_, n_lanes - first)));
  }
}

LaneTransform::Strip LaneTransform::make_strip(int first_lane, int n_lanes) const {
  const std::size_t folded_stride = line_->fold().trivial() ? node_stride_ : strip_stride_;
  Strip strip{first_lane, n_lanes, {}, {}};
  for (const auto& block : line_->fold().blocks()) {
    strip.to_modes.emplace_back(block.size, n_lanes, folded_stride, mode_stride_);
    strip.to_folded.emplace_back(block.size, n_lanes, mode_stride_, folded_stride);
  }
  return strip;
}

std::size_t LaneTransform::scratch_size() const {
  return line_->fold().trivial() ? 0 : static_cast<std::size_t>(line_->size()) * strip_stride_;
}

void LaneTransform::forward(const double* nodes, double* modes, double* scratch) const {
  const LineFold& fold_of_line = line_->fold();
  for (const Strip& strip : strips_) {
    const double* folded = nodes + strip.first_lane;
    std::size_t folded_stride = node_stride_;
    if (!fold_of_line.trivial()) {
      fold(folded, scratch, strip.n_lanes);
      folded = scratch;
      folded_stride = strip_stride_;
    }
    for (std::size_t b = 0; b < strip.to_modes.size(); ++b) {
      const int begin = fold_of_line.blocks()[b].begin;
      strip.to_modes[b](line_->by_mode(static_cast<int>(b)), folded + begin * folded_stride,
                        modes + begin * mode_stride_ + strip.first_lane);
    }
  }
}

void LaneTransform::backward(const double* modes, double* nodes, double* scratch) const {
  const LineFold& fold_of_line = line_->fold();
  for (const Strip& strip : strips_) {
    const bool folds = !fold_of_line.trivial();
    double* const unfolded = nodes + strip.first_lane;
    double* const folded = folds ? scratch : unfolded;
    const std::size_t folded_stride = folds ? strip_stride_ : node_stride_;
    for (std::size_t b = 0; b < strip.to_folded.size(); ++b) {
      const int begin = fold_of_line.blocks()[b].begin;
      strip.to_folded[b](line_->by_position(static_cast<int>(b)),
                         modes + begin * mode_stride_ + strip.first_lane, folded + begin * folded_stride);
    }
    if (folds) unfold(scratch, unfolded, strip.n_lanes);
  }
}

void LaneTransform::fold(const double* nodes, double* folded, int n_lanes) const {
  const LineFold& fold_of_line = line_->fold();
  const auto node = [&](int position) { return nodes + fold_of_line.source(position) * node_stride_; };
  const auto row = [&](int position) { return folded + position * strip_stride_; };
  for (const auto& [a, b, fresh] : fold_of_line.steps()) {
    if (b < 0) {
      std::copy_n(node(a), n_lanes, row(a));
    } else if (fresh) {
      split(node(a), node(b), row(a), row(b), n_lanes);
    } else {
      split_in_place(row(a), row(b), n_lanes);
    }
  }
}

void LaneTransform::unfold(double* folded, double* nodes, int n_lanes) const {
  const LineFold& fold_of_line = line_->fold();
  const auto node = [&](int position) { return nodes + fold_of_line.source(position) * node_stride_; };
  const auto row = [&](int position) { return folded + position * strip_stride_; };
  const auto steps = fold_of_line.steps();
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (step->b < 0) {
      std::copy_n(row(step->a), n_lanes, node(step->a));
    } else if (step->fresh) {
      split(row(step->a), row(step->b), node(step->a), node(step->b), n_lanes);
    } else {
      split_in_place(row(step->a), row(step->b), n_lanes);
    }
  }
}

}  // namespace lobatto::direct
