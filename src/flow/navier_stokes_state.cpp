#include <algorithm>
#include <string>

#include "flow/navier_stokes.hpp"

namespace lobatto::flow {

namespace {

constexpr std::array<const char*, 3> components{"u", "v", "w"};

}  // namespace

/// Velocity and scalars from the oldest level on. What else the steps keep of the past ones follows
/// from them, to the bit, and would make the file half as large again.
void NavierStokes::visit_state(base::StateVisitor& visitor, bool solver_memory) {
  state_.visit_state(visitor, [this](double t) { make_past(t); });
  if (!solver_memory) return;
  const auto numbers = space_.element_numbers();
  visit_solvers(visitor, {"elements", numbers, space_.element_size()});
}

/// The current level becomes the one before, at time t, with its explicit and boundary terms.
void NavierStokes::make_past(double t) {
  advance_levels(t);
  evaluate_explicit_terms(nullptr, space_.n_elements());
  for (auto& scalar : scalars_)
    std::ranges::copy(scalar->value().at(1), scalar->value().now().begin());
}

void NavierStokes::visit_solvers(base::StateVisitor& visitor, const base::RowSet& elements) {
  pressure_solver_->visit_state(visitor, "solvers/pressure", elements);
  for (int d = 0; d < 3; ++d) {
    const bool is_shared = std::find(velocity_solvers_.begin(), velocity_solvers_.begin() + d,
                                     velocity_solvers_[d]) != velocity_solvers_.begin() + d;
    if (!is_shared)
      velocity_solvers_[d]->visit_state(visitor, std::string("solvers/velocity/") + components[d],
                                        elements);
  }
  for (auto& scalar : scalars_)
    scalar->solver().visit_state(visitor, "solvers/" + scalar->settings().name, elements);
  if (flow_rate_) flow_rate_->visit_state(visitor, elements);
}

}  // namespace lobatto::flow
