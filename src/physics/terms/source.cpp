#include "physics/terms/source.hpp"

#include <utility>

namespace lobatto::physics {

SourceTerm::SourceTerm(SourceFunction function, const state::Field& velocity,
                       std::vector<const state::Field*> scalars, const space::FunctionSpace& space)
    : function_(std::move(function)),
      velocity_(velocity),
      scalars_(std::move(scalars)),
      space_(space) {}

void SourceTerm::add_to(const ElementBlock& block, std::span<double* const> e) {
  const std::size_t size = space_.element_size();
  std::vector<const double*> velocity(3), scalars(scalars_.size());
  for (int b = 0; b < block.n_elements; ++b) {
    const std::size_t begin = block.offset + b * size;
    space_.element_points(block.first + b, points_);
    for (int d = 0; d < 3; ++d) velocity[d] = velocity_.at(1, d).data() + begin;
    for (std::size_t s = 0; s < scalars.size(); ++s) scalars[s] = scalars_[s]->at(1).data() + begin;
    values_.assign(size, 0.0);
    function_({points_[0], points_[1], points_[2]}, time_, velocity, scalars, values_);
    double* out = e[0] + b * size;
    const auto mass = space_.mass(block.first + b);
    for (std::size_t q = 0; q < size; ++q) {
      out[q] -= values_[q];
      integral_ += mass(q) * values_[q];
    }
  }
}

kernels::Cost SourceTerm::cost() const {
  const auto n = static_cast<double>(space_.element_size());
  return {3 * n, 0.0};  // all are in cache
}

}  // namespace lobatto::physics
