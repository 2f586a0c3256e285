#include "stability/newton_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

namespace lobatto::stability {

namespace {

/// Of all ranks together that of tau is 1; all have its value.
std::vector<double> first_weight(std::vector<double> mass, bool finds_period, bool is_first) {
  if (finds_period) mass.push_back(is_first ? 1.0 : 0.0);
  return mass;
}

}  // namespace

NewtonSearch::NewtonSearch(state::State& state, physics::EquationSystem& equations,
                           const BaseFlowSettings& settings)
    : BaseFlowSearch(state, equations, settings),
      weight_(first_weight(mass_, settings.period == Period::unknown,
                           state.space().communicator().rank() == 0)),
      sum_{state.space().communicator()},
      newton_({.dimension = settings.krylov_vectors,
               .target = settings.tolerance * settings.propagation.horizon},
              {weight_, sum_}) {}

void NewtonSearch::begin_with(std::vector<double> flow) {
  if (finds_period()) flow.push_back(1);
  newton_.begin(flow);
  set_flow();
}

/// No trial goes further than a factor of 2.
double NewtonSearch::horizon() const {
  const double first = propagation().horizon;
  return finds_period() ? first * std::clamp(newton_.next().back(), 0.5, 2.0) : first;
}

physics::StepReport NewtonSearch::step(physics::EquationSystem& equations, double dt) {
  return equations.step(finds_period() ? this->dt() : dt);
}

void NewtonSearch::take() {
  auto value = flow_.now();
  const double change_here = newton_.is_at_point() ? change(flow_of(newton_.next()), value) : 0.0;
  const double horizon_here = horizon();
  if (iterates().empty()) {
    weigh_by_scales(weight_);
    if (finds_period()) set_phase();
  }
  if (finds_period())
    value.push_back(newton_.next().back() +
                    phase_.lead(flow_of(newton_.next()), inner_of_flows()) / propagation().horizon);
  newton_.put(value);
  if (newton_.n_iterates() > static_cast<int>(iterates().size()))
    add({change_here, newton_.n_values(), newton_.step().n_products, newton_.step().length,
         horizon_here});
  if (!is_done()) set_flow();
}

std::string NewtonSearch::describe_work() const {
  std::string text = fmt::format("linear residual {:.2e} with {} Krylov vectors",
                                 newton_.system().residual(), newton_.system().n_products());
  if (!newton_.is_at_point()) return text;
  const double length = newton_.trial().length;
  return text + (length > 0 ? fmt::format("; a step of length {:.3g} follows", length)
                            : "; no step lowers the change: the flow goes on");
}

void NewtonSearch::set_phase() {
  const auto begin = flow_of(newton_.next());
  auto rate = flow_.now();
  const auto before = flow_.at(1);
  for (std::size_t q = 0; q < rate.size(); ++q) rate[q] = (rate[q] - before[q]) / dt();
  phase_.begin({begin.begin(), begin.end()}, std::move(rate));
}

void NewtonSearch::set_flow() {
  flow_.set(newton_.next());
  if (settings().period == Period::none) equations_.hold(dt());
}

void NewtonSearch::visit_method(base::StateVisitor& visitor) {
  newton_.visit_state(visitor, [&](const std::string& name, std::span<double> vector) {
    flow_.visit(visitor, name, vector);
    if (finds_period()) visitor.visit("stability/" + name + "/period", vector.back());
  });
  if (iterates().empty()) return;
  if (visitor.loads()) weigh_by_scales(weight_);
  if (finds_period()) phase_.visit_state(visitor, flow_);
}

}  // namespace lobatto::stability
