#include "direct/lines/line_transform.hpp"

#include <algorithm>
#include <utility>

#include "direct/lines/block_modes.hpp"
#include "direct/lines/line_method.hpp"

namespace lobatto::direct {
namespace {

poly::Matrix columns(const poly::Matrix& a, const LineFold::Block& block) {
  poly::Matrix part(a.rows, block.size);
  for (int r = 0; r < a.rows; ++r) {
    for (int c = 0; c < block.size; ++c) part(r, c) = a(r, block.begin + c);
  }
  return part;
}

poly::Matrix identity(int n) {
  poly::Matrix a(n, n);
  for (int i = 0; i < n; ++i) a(i, i) = 1;
  return a;
}

base::AlignedArray<double> aligned_copy(const poly::Matrix& a) {
  base::AlignedArray<double> copy(a.values.size());
  std::copy(a.values.begin(), a.values.end(), copy.begin());
  return copy;
}

LineTransform::Fold best_fold(std::span<const double> ticks, int order,
                              const poly::LineConditions& conditions, double flops_per_byte) {
  if (choose_line(ticks, order, conditions, false, flops_per_byte).method == LineMethod::waves)
    return ElementWaves(static_cast<int>(ticks.size()) - 1, order);
  return LineFold(ticks, order, conditions);
}

}  // namespace

LineTransform::LineTransform(std::span<const double> ticks, int order,
                             const poly::LineConditions& conditions, double flops_per_byte)
    : LineTransform(ticks, order, conditions, best_fold(ticks, order, conditions, flops_per_byte)) {
}

LineTransform::LineTransform(std::span<const double> ticks, int order,
                             const poly::LineConditions& conditions, Fold fold)
    : layout_(static_cast<int>(ticks.size()) - 1, order, conditions), fold_(std::move(fold)) {
  if (const auto* sums = std::get_if<LineFold>(&fold_))
    add_blocks(*sums, factored_line(ticks, layout_));
  else
    add_blocks(std::get<ElementWaves>(fold_), ticks.back() - ticks.front());
  if (layout_.has_constant_mode()) {
    const auto lowest = std::ranges::min_element(eigenvalues_);
    *lowest = 0;
    constant_mode_ = static_cast<int>(lowest - eigenvalues_.begin());
  }
}

void LineTransform::add_blocks(const LineFold& fold, const FactoredLine& line) {
  const poly::Matrix basis = fold.basis();
  for (const auto& block : fold.blocks()) add(block_modes(line, columns(basis, block)));
}

void LineTransform::add_blocks(const ElementWaves& waves, double length) {
  const int n = layout_.n_elements;
  for (const auto& block : waves.blocks())
    add(block_modes(factored_waves(waves, block, n, layout_.order, length / n),
                    identity(block.size)));
}

void LineTransform::add(const BlockModes& modes) {
  eigenvalues_.insert(eigenvalues_.end(), modes.eigenvalues.begin(), modes.eigenvalues.end());
  by_position_.push_back(aligned_copy(modes.vectors));
  by_mode_.push_back(aligned_copy(poly::transpose(modes.vectors)));
}

std::string LineTransform::description() const {
  return std::string(std::visit([](const auto& fold) { return fold.name(); }, fold_)) + " " +
         std::to_string(size());
}

}  // namespace lobatto::direct
