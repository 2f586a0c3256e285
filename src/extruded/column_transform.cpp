#include "extruded/column_transform.hpp"

#include <algorithm>
#include <cmath>

#include "direct/cache_lines.hpp"

namespace lobatto::extruded {

namespace {

using direct::values_per_cache_line;

/// S^T of values on the unknowns of a line.
std::vector<double> modes_of(const std::shared_ptr<const direct::LineTransform>& line,
                             std::span<const double> nodes) {
  const auto n = static_cast<std::size_t>(line->size());
  const direct::LaneTransform transform(
      line, {1, values_per_cache_line, 0, 0, values_per_cache_line, values_per_cache_line});
  base::AlignedArray<double> in(n * values_per_cache_line), out(n * values_per_cache_line),
      scratch(transform.scratch_size());
  for (std::size_t a = 0; a < n; ++a)
    in[a * values_per_cache_line] = nodes[line->layout().first_unknown + a];
  transform.forward(in.data(), out.data(), scratch.data());
  std::vector<double> modes;
  for (std::size_t m = 0; m < n; ++m) modes.push_back(out[m * values_per_cache_line]);
  return modes;
}

}  // namespace

ColumnModes::ColumnModes(const space::FunctionSpace& space, const mesh::LayeredMesh& layers,
                         const poly::LineConditions& conditions) {
  if (space.is_plane()) {
    eigenvalues_ = {0.0};
    mass_ = {std::sqrt(layers.ticks[1] - layers.ticks[0])};
    return;
  }
  line_ = std::make_shared<const direct::LineTransform>(layers.ticks, space.order(), conditions);
  eigenvalues_.assign(line_->eigenvalues().begin(), line_->eigenvalues().end());
  const auto lengths = poly::element_lengths(layers.ticks, space.order());
  mass_ = modes_of(line_, poly::assemble_mass(lengths, space.order(), line_->layout().periodic));
}

ColumnTransform::ColumnTransform(const ElementColumns& columns, const ColumnModes& modes, int n)
    : columns_(columns),
      line_(modes.line()),
      constant_(1 / modes.mass().front()),
      n_(n),
      n_plane_(static_cast<std::size_t>(n) * n),
      stride_(direct::whole_cache_lines(n_plane_)),
      lines_((line_ == nullptr ? 1 : line_->layout().n_nodes) * stride_),
      modes_(modes.size() * stride_) {
  lines_.fill(0.0);
  modes_.fill(0.0);
  if (line_ == nullptr) return;
  lanes_.emplace(line_, direct::LaneLayout{1, static_cast<int>(stride_), 0, 0, stride_, stride_});
  scratch_ = base::AlignedArray<double>(lanes_->scratch_size());
}

template <class Visit>
void ColumnTransform::for_planes(int column, const Visit& visit) {
  const int n_layers = columns_.layers().n_layers(), n_up = columns_.n_upwards();
  const int n_levels = columns_.layers().periodic ? n_layers * (n_ - 1) : n_layers * (n_ - 1) + 1;
  for (int layer = 0; layer < n_layers; ++layer) {
    const int e = columns_.element(column, layer);
    for (int k = 0; k < n_up; ++k) {
      const int level = layer * (n_ - 1) + k;
      const bool is_first = (k > 0 || layer == 0) && level < n_levels;
      visit(e, k * n_plane_, lines_.data() + level % n_levels * stride_, is_first);
    }
  }
}

void ColumnTransform::forward(int column, const double* field) {
  const std::size_t size = columns_.n_upwards() * n_plane_;
  for_planes(column, [&](int e, std::size_t plane, double* row, bool is_first) {
    const double* const values = field + e * size;
    const std::uint32_t* const nodes = columns_.nodes(e) + plane;
    const auto take = [&](const auto& value) {
      for (std::size_t q = 0; q < n_plane_; ++q) row[q] = is_first ? value(q) : row[q] + value(q);
    };
    if (columns_.is_plain(e))
      take([&](std::size_t q) { return values[plane + q]; });
    else
      take([&](std::size_t q) { return values[nodes[q]]; });
  });
  if (lanes_)
    lanes_->forward(lines_.data() + line_->layout().first_unknown * stride_, modes_.data(),
                    scratch_.data());
  else
    for (std::size_t q = 0; q < n_plane_; ++q) modes_[q] = constant_ * lines_[q];
}

void ColumnTransform::backward(int column, double* field) {
  if (lanes_) {
    const auto& layout = line_->layout();
    std::fill_n(lines_.data(), layout.first_unknown * stride_, 0.0);
    double* const unknowns = lines_.data() + layout.first_unknown * stride_;
    double* const after = unknowns + layout.n_unknowns * stride_;
    std::fill(after, lines_.data() + lines_.size(), 0.0);
    lanes_->backward(modes_.data(), unknowns, scratch_.data());
  } else {
    for (std::size_t q = 0; q < n_plane_; ++q) lines_[q] = constant_ * modes_[q];
  }
  const std::size_t size = columns_.n_upwards() * n_plane_;
  for_planes(column, [&](int e, std::size_t plane, const double* row, bool) {
    double* const values = field + e * size;
    const std::uint32_t* const nodes = columns_.nodes(e) + plane;
    if (columns_.is_plain(e))
      std::copy_n(row, n_plane_, values + plane);
    else
      for (std::size_t q = 0; q < n_plane_; ++q) values[nodes[q]] = row[q];
  });
}

}  // namespace lobatto::extruded
