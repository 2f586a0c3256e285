#include "stability/damping_search.hpp"

#include <cmath>
#include <cstdint>
#include <utility>

#include "time/coefficients.hpp"

namespace lobatto::stability {

void DampingSearch::begin_with(std::vector<double> flow) {
  flow_.set(flow);
  filtered_ = flow;
  before_ = std::move(flow);
  n_propagations_ = 0;
}

void DampingSearch::after_step() {
  damp();
  BaseFlowSearch::after_step();
}

void DampingSearch::damp() {
  const double chi = settings().gain, delta = settings().filter_width;
  const double s = chi + 1 / delta, r = -std::expm1(-s * dt()) / s;
  const double c = chi / (state_.history().begin(dt()).bdf.leading * dt());
  for (std::size_t part = 0; part < flow_.n_parts(); ++part) {
    space::Field& u = flow_.part_now(part);
    double* const w = filtered_.data() + part * u.size();
    for (std::size_t q = 0; q < u.size(); ++q) {
      const double d = u[q] - w[q];
      u[q] -= c * r * d;
      w[q] += r * d / delta;
    }
  }
}

void DampingSearch::take() {
  auto flow = flow_.now();
  ++n_propagations_;
  add({change(before_, flow), n_propagations_, 0, 0, horizon()});
  before_ = std::move(flow);
}

void DampingSearch::visit_method(base::StateVisitor& visitor) {
  std::int64_t n_propagations = n_propagations_;
  visitor.visit("stability/propagations", n_propagations);
  n_propagations_ = static_cast<int>(n_propagations);
  flow_.visit(visitor, "filtered", filtered_);
  flow_.visit(visitor, "before", before_);
}

}  // namespace lobatto::stability
