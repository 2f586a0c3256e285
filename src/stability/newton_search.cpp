#include "stability/newton_search.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>

namespace lobatto::stability {

NewtonSearch::NewtonSearch(state::State& state, physics::EquationSystem& equations,
                           const BaseFlowSettings& settings)
    : BaseFlowSearch(state, equations, settings),
      weight_(mass_),
      sum_{state.space().communicator()},
      newton_({.dimension = settings.krylov_vectors,
               .target = settings.tolerance * settings.propagation.horizon},
              {weight_, sum_}) {}

void NewtonSearch::begin_with(std::vector<double> flow) {
  newton_.begin(flow);
  set_flow();
}

void NewtonSearch::take() {
  const auto flow = flow_.now();
  const double change_here = newton_.is_at_point() ? change(newton_.next(), flow) : 0.0;
  if (iterates().empty()) set_weight();
  newton_.put(flow);
  if (newton_.n_iterates() > static_cast<int>(iterates().size()))
    add({change_here, newton_.n_values(), newton_.step().n_products, newton_.step().length});
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

void NewtonSearch::set_weight() {
  const auto& space = state_.space();
  for (std::size_t q = 0; q < weight_.size(); ++q) {
    const double scale = scales()[FlowVector::field_of(q / space.size())];
    weight_[q] = mass_[q] / (scale * scale * space.volume());
  }
}

void NewtonSearch::set_flow() {
  flow_.set(newton_.next());
  equations_.hold(dt());
}

void NewtonSearch::visit_method(base::StateVisitor& visitor) {
  newton_.visit_state(visitor, [&](const std::string& name, std::span<double> vector) {
    flow_.visit(visitor, name, vector);
  });
  if (visitor.loads() && !scales().empty()) set_weight();
}

}  // namespace lobatto::stability
