#include "physics/scalar_balance.hpp"

#include <algorithm>

namespace lobatto::physics {

ScalarBalance::ScalarBalance(const space::FunctionSpace& space, const state::Field& velocity,
                             const state::Field& scalar)
    : space_(space), velocity_(velocity), scalar_(scalar) {
  for (std::size_t b = 0; b < space.boundaries().size(); ++b)
    boundaries_.emplace_back(space, static_cast<int>(b));
}

void ScalarBalance::measure() {
  now_.content = content();
  now_.convection = convection();
}

void ScalarBalance::advance(double source) {
  before_.front().source = source;
  std::shift_right(before_.begin(), before_.end(), 1);
  before_.front() = now_;
}

double ScalarBalance::content() const {
  const double* scalar = scalar_.now().data();
  double sum = 0;
  for (int e = 0; e < space_.n_elements(); ++e) {
    const auto mass = space_.mass(e);
    for (std::size_t q = 0; q < space_.element_size(); ++q) sum += mass(q) * *scalar++;
  }
  return sum;
}

double ScalarBalance::convection() const {
  double sum = 0;
  for (const auto& boundary : boundaries_)
    for (std::size_t s = 0; s < boundary.n_slots(); ++s) {
      const std::size_t first = boundary.side(s).element * space_.element_size();
      for (std::size_t q = 0; q < boundary.n_nodes(); ++q) {
        const std::size_t i = s * boundary.n_nodes() + q, at = first + boundary.offsets(s)[q];
        double outward = 0;
        for (int d = 0; d < 3; ++d) outward += velocity_.now(d)[at] * boundary.normal(d)[i];
        sum -= boundary.weights()[i] * outward * scalar_.now()[at];
      }
    }
  return sum;
}

ScalarReport ScalarBalance::report(const std::string& name, const time::NextStep& next,
                                   const Gains& gains) const {
  double known = 0, convection = 0, sources = gains.filtered;
  for (int level = 0; level < next.bdf.order; ++level)
    known += next.bdf.history[level] * before_[level].content;
  for (int level = 0; level < next.extrapolation.order; ++level) {
    const double weight = next.extrapolation.history[level];
    convection += weight * before_[level].convection;
    sources += weight * (level == 0 ? gains.source : before_[level].source);
  }
  std::array<double, 5> sums{now_.content, next.bdf.leading * now_.content - known,
                             next.bdf.leading * now_.content - gains.hat - gains.filtered,
                             convection, sources};
  space_.communicator().sum(sums);
  return {name, sums[0], sums[1], sums[2], sums[3], sums[4]};
}

}  // namespace lobatto::physics
