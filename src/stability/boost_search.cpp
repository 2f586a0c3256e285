#include "stability/boost_search.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace lobatto::stability {

BoostSearch::BoostSearch(state::State& state, physics::EquationSystem& equations,
                         const BaseFlowSettings& settings)
    : BaseFlowSearch(state, equations, settings),
      weight_(mass_),
      sum_{state.space().communicator()},
      steps_(settings.krylov_vectors, {weight_, sum_}) {}

void BoostSearch::begin_with(std::vector<double> flow) {
  flow_.set(flow);
  equations_.hold(dt());
  before_ = std::move(flow);
  steps_.begin();
  n_propagations_ = 0;
}

void BoostSearch::take() {
  auto residual = flow_.now();
  ++n_propagations_;
  const double change_here = change(before_, residual);
  if (iterates().empty()) weigh_by_scales(weight_);
  for (std::size_t q = 0; q < residual.size(); ++q) residual[q] -= before_[q];
  const auto step = steps_.step(residual);
  add({change_here, n_propagations_, steps_.n_known(), 1, horizon()});
  if (is_done()) return;
  for (std::size_t q = 0; q < before_.size(); ++q) before_[q] += step[q];
  flow_.set(before_);
  equations_.hold(dt());
}

void BoostSearch::visit_method(base::StateVisitor& visitor) {
  std::int64_t n_propagations = n_propagations_;
  visitor.visit("stability/propagations", n_propagations);
  n_propagations_ = static_cast<int>(n_propagations);
  flow_.visit(visitor, "before", before_);
  steps_.visit_state(visitor, "boostconv", [&](const std::string& name, std::span<double> vector) {
    flow_.visit(visitor, name, vector);
  });
  if (visitor.loads() && !iterates().empty()) weigh_by_scales(weight_);
}

}  // namespace lobatto::stability
