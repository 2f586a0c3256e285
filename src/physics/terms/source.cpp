#include "physics/terms/source.hpp"

#include <numeric>
#include <utility>

#include "physics/low_mach/density.hpp"

namespace lobatto::physics {

SourceTerm::SourceTerm(const ScalarSettings& scalar, const state::Variable& velocity,
                       std::vector<const state::Variable*> scalars,
                       const space::FunctionSpace& space, const Density* density)
    : functions_{scalar.source},
      capacity_(scalar.capacity),
      velocity_(velocity),
      scalars_(std::move(scalars)),
      space_(space),
      density_(density) {
  functions_.insert(functions_.end(), scalar.solid_sources.begin(), scalar.solid_sources.end());
}

void SourceTerm::add_to(const ElementBlock& block, std::span<double* const> e) {
  const int end = block.first + block.n_elements;
  for (int first = block.first, next = first; first < end; first = next) {
    const int region = space_.region(first);
    while (next < end && space_.region(next) == region) ++next;
    if (functions_[region])
      add_to_elements(first, next - first, e[0] + (first - block.first) * space_.element_size());
  }
}

/// E is that of the temperature: the source over the capacity or the density.
void SourceTerm::add_to_elements(int first, int n_elements, double* out) {
  const std::size_t size = space_.element_size(), begin = first * size;
  std::vector<const double*> velocity(3), scalars(scalars_.size());
  space_.element_points(first, n_elements, points_);
  for (int d = 0; d < 3; ++d) velocity[d] = velocity_.at(1, d).data() + begin;
  for (std::size_t s = 0; s < scalars.size(); ++s) scalars[s] = scalars_[s]->at(1).data() + begin;
  values_.assign(n_elements * size, 0.0);
  nodes_.resize(n_elements * size);
  std::iota(nodes_.begin(), nodes_.end(), begin);
  functions_[space_.region(first)]({points_[0], points_[1], points_[2], nodes_}, time_, velocity,
                                   scalars, values_);
  const double* const capacity = density_ != nullptr    ? density_->before().data() + begin
                                 : capacity_ != nullptr ? capacity_->data() + begin
                                                        : nullptr;
  for (int b = 0; b < n_elements; ++b) {
    const auto mass = space_.mass(first + b);
    for (std::size_t i = 0, q = b * size; i < size; ++i, ++q) {
      out[q] -= capacity == nullptr ? values_[q] : values_[q] / capacity[q];
      integral_ += mass(i) * values_[q];
    }
  }
}

kernels::Cost SourceTerm::cost() const {
  const auto n = static_cast<double>(space_.element_size());
  return {3 * n, 0.0};  // all are in cache
}

}  // namespace lobatto::physics
