#include "stability/base_flow_search.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "stability/boost_search.hpp"
#include "stability/damping_search.hpp"
#include "stability/newton_search.hpp"

namespace lobatto::stability {

namespace {

/// In a checkpoint.
const char* name_of(BaseFlowMethod method) {
  if (method == BaseFlowMethod::newton) return "stability/newton";
  return method == BaseFlowMethod::damping ? "stability/damping" : "stability/boostconv";
}

}  // namespace

BaseFlowSearch::BaseFlowSearch(state::State& state, physics::EquationSystem& equations,
                               const BaseFlowSettings& settings)
    : Search(state, settings.propagation),
      state_(state),
      equations_(equations),
      flow_(state, equations),
      mass_(flow_.mass()),
      settings_(settings) {}

void BaseFlowSearch::begin() {
  scales_.clear();
  iterates_.clear();
  state_.history().restart(settings_.period == Period::none ? 0.0 : state_.time(), 0);
  begin_with(flow_.now());
}

double BaseFlowSearch::change(std::span<const double> before, std::span<const double> after) {
  const std::vector<double> zero(after.size(), 0.0);
  const auto differences = norms(after, before), fields = norms(after, zero);
  if (scales_.empty()) {
    const auto at_begin = norms(before, zero);
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const double scale = std::max(fields[f], at_begin[f]);
      scales_.push_back(scale > 0 ? scale : 1.0);
    }
  }
  double largest = 0;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const double of_field = differences[f] / std::max(fields[f], scales_[f]);
    if (!std::isfinite(of_field)) return of_field;
    largest = std::max(largest, of_field);
  }
  return largest / horizon();
}

std::vector<double> BaseFlowSearch::norms(std::span<const double> a,
                                          std::span<const double> b) const {
  std::vector<double> sums(flow_.n_fields() + 1, 0.0);
  const auto parts_a = flow_.parts_of(a), parts_b = flow_.parts_of(b),
             weights = flow_.parts_of(mass_);
  for (std::size_t part = 0; part < parts_a.size(); ++part)
    for (std::size_t q = 0; q < parts_a[part].size(); ++q) {
      const double difference = parts_a[part][q] - parts_b[part][q], mass = weights[part][q];
      sums[FlowVector::field_of(part)] += mass * difference * difference;
      if (part == 0) sums.back() += mass;
    }
  state_.space().communicator().sum(sums);
  const double volume = sums.back();
  sums.pop_back();
  for (double& sum : sums) sum = std::sqrt(sum / volume);
  return sums;
}

void BaseFlowSearch::weigh_by_scales(std::span<double> weight) const {
  const auto& space = state_.space();
  for (std::size_t q = 0; q < mass_.size(); ++q) {
    const double scale = scales_[FlowVector::field_of(q / space.size())];
    weight[q] = mass_[q] / (scale * scale * space.volume());
  }
}

double BaseFlowSearch::progress() const {
  if (iterates_.empty()) return 0;
  if (is_done()) return 1;
  const double first = iterates_.front().change, now = iterates_.back().change;
  const double digits = std::log(first / now) / std::log(first / settings_.tolerance);
  return std::isfinite(digits) ? std::clamp(digits, 0.0, 1.0) : 0.0;
}

void BaseFlowSearch::visit_state(base::StateVisitor& visitor) {
  const std::string name = name_of(settings_.method);
  if (visitor.loads() && !visitor.has(name + "/scales")) return begin();
  visitor.visit(name + "/scales", scales_);
  std::vector<double> rows;
  for (const auto& [change, n_propagations, n_products, step_length, horizon] : iterates_)
    rows.insert(rows.end(), {change, static_cast<double>(n_propagations),
                             static_cast<double>(n_products), step_length, horizon});
  visitor.visit(name + "/iterates", rows);
  iterates_.clear();
  for (std::size_t i = 0; i + 4 < rows.size(); i += 5)
    iterates_.push_back({rows[i], static_cast<std::int64_t>(rows[i + 1]),
                         static_cast<std::int64_t>(rows[i + 2]), rows[i + 3], rows[i + 4]});
  visit_method(visitor);
}

std::unique_ptr<BaseFlowSearch> make_base_flow_search(state::State& state,
                                                      physics::EquationSystem& equations,
                                                      const BaseFlowSettings& settings) {
  if (settings.method == BaseFlowMethod::damping)
    return std::make_unique<DampingSearch>(state, equations, settings);
  if (settings.method == BaseFlowMethod::boostconv)
    return std::make_unique<BoostSearch>(state, equations, settings);
  return std::make_unique<NewtonSearch>(state, equations, settings);
}

}  // namespace lobatto::stability
