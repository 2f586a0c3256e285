#include "physics/scalar_balance.hpp"

#include <algorithm>
#include <utility>

#include "physics/low_mach/density.hpp"

namespace lobatto::physics {

ScalarBalance::ScalarBalance(const space::FunctionSpace& space, const state::Variable* velocity,
                             const state::Variable& scalar,
                             std::shared_ptr<const space::Field> capacity, const MovingMesh* mesh)
    : space_(space),
      velocity_(velocity),
      scalar_(scalar),
      capacity_(std::move(capacity)),
      mesh_(mesh) {
  for (std::size_t b = 0; velocity != nullptr && b < space.boundaries().size(); ++b)
    boundaries_.emplace_back(space, static_cast<int>(b));
}

void ScalarBalance::measure() {
  now_.content = content();
  if (capacity_ != nullptr) now_.in_solids = content_in_solids();
  now_.convection = convection();
}

void ScalarBalance::follow_mesh() {
  for (auto& boundary : boundaries_) boundary.follow_mesh();
}

void ScalarBalance::advance(double source) {
  before_.front().source = source;
  std::shift_right(before_.begin(), before_.end(), 1);
  before_.front() = now_;
}

double ScalarBalance::content() const {
  const std::size_t size = space_.element_size();
  double sum = 0;
  for (int e = 0; e < space_.n_elements(); ++e) {
    const auto mass = space_.mass(e);
    const double* scalar = scalar_.now().data() + e * size;
    if (capacity_ == nullptr && density_ == nullptr) {
      for (std::size_t q = 0; q < size; ++q) sum += mass(q) * scalar[q];
      continue;
    }
    const space::Field& of_all = density_ != nullptr ? density_->now() : *capacity_;
    const double* capacity = of_all.data() + e * size;
    for (std::size_t q = 0; q < size; ++q) sum += mass(q) * capacity[q] * scalar[q];
  }
  return sum;
}

std::vector<double> ScalarBalance::content_in_solids() const {
  std::vector<double> sums(space_.solids().size(), 0.0);
  const std::size_t size = space_.element_size();
  for (int e = space_.fluid().n_elements(); e < space_.n_elements(); ++e) {
    const auto mass = space_.mass(e);
    double& sum = sums[space_.region(e) - 1];
    for (std::size_t q = 0, at = e * size; q < size; ++q, ++at)
      sum += mass(q) * (*capacity_)[at] * scalar_.now()[at];
  }
  return sums;
}

double ScalarBalance::convection() const {
  double sum = 0;
  for (const auto& boundary : boundaries_)
    for (std::size_t s = 0; s < boundary.n_slots(); ++s) {
      const std::size_t first = boundary.side(s).element * space_.element_size();
      for (std::size_t q = 0; q < boundary.n_nodes(); ++q) {
        const std::size_t i = s * boundary.n_nodes() + q, at = first + boundary.offsets(s)[q];
        double outward = 0;
        for (int d = 0; d < 3; ++d) {
          const double of_mesh = mesh_ != nullptr ? mesh_->velocity()[d][at] : 0;
          outward += (velocity_->now(d)[at] - of_mesh) * boundary.normal(d)[i];
        }
        if (density_ != nullptr) outward *= density_->now()[at];
        sum -= boundary.weights()[i] * outward * scalar_.now()[at];
      }
    }
  return sum;
}

ScalarReport ScalarBalance::report(const std::string& name, const time::NextStep& next,
                                   const Gains& gains) const {
  double known = 0, convection = 0, sources = gains.filtered + gains.heating;
  for (int level = 0; level < next.bdf.order; ++level)
    known += next.bdf.history[level] * before_[level].content;
  for (int level = 0; level < next.extrapolation.order; ++level) {
    const double weight = next.extrapolation.history[level];
    convection += weight * before_[level].convection;
    sources += weight * (level == 0 ? gains.source : before_[level].source);
  }
  const double leading = next.bdf.leading;
  std::vector<double> sums{
      now_.content, leading * now_.content - known,
      leading * gains.solved.value_or(now_.content) - gains.hat - gains.filtered - gains.heating,
      convection, sources};
  for (std::size_t s = 0; s < now_.in_solids.size(); ++s)
    sums.insert(sums.end(),
                {now_.in_solids[s], leading * now_.in_solids[s] - gains.hat_in_solids[s]});
  space_.communicator().sum(sums);
  ScalarReport report{name, sums[0], sums[1], sums[2], sums[3], sums[4]};
  for (std::size_t s = 0; s < now_.in_solids.size(); ++s)
    report.solids.push_back({space_.solids()[s], sums[5 + 2 * s], sums[6 + 2 * s]});
  return report;
}

}  // namespace lobatto::physics
