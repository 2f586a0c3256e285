#include "direct/line_transform.hpp"

#include <algorithm>

#include "direct/block_modes.hpp"

namespace lobatto::direct {
namespace {

poly::Matrix columns(const poly::Matrix& a, const LineFold::Block& block) {
  poly::Matrix part(a.rows, block.size);
  for (int r = 0; r < a.rows; ++r) {
    for (int c = 0; c < block.size; ++c) part(r, c) = a(r, block.begin + c);
  }
  return part;
}

base::AlignedArray<double> aligned_copy(const poly::Matrix& a) {
  base::AlignedArray<double> copy(a.values.size());
  std::copy(a.values.begin(), a.values.end(), copy.begin());
  return copy;
}

}  // namespace

LineTransform::LineTransform(std::span<const double> ticks, int order,
                             const poly::LineConditions& conditions)
    : layout_(static_cast<int>(ticks.size()) - 1, order, conditions),
      fold_(ticks, order, conditions) {
  const FactoredLine line = factored_line(ticks, layout_);
  const poly::Matrix basis = fold_.basis();
  for (const auto& block : fold_.blocks()) {
    const BlockModes modes = block_modes(line, columns(basis, block));
    eigenvalues_.insert(eigenvalues_.end(), modes.eigenvalues.begin(), modes.eigenvalues.end());
    by_position_.push_back(aligned_copy(modes.vectors));
    by_mode_.push_back(aligned_copy(poly::transpose(modes.vectors)));
  }
  if (layout_.has_constant_mode()) {
    const auto lowest = std::ranges::min_element(eigenvalues_);
    *lowest = 0;
    constant_mode_ = static_cast<int>(lowest - eigenvalues_.begin());
  }
}

std::string LineTransform::description() const {
  return std::string(fold_.name()) + " " + std::to_string(size());
}

}  // namespace lobatto::direct
