#include <algorithm>
#include <string>

#include "flow/navier_stokes.hpp"

namespace lobatto::flow {

namespace {

constexpr std::array<const char*, 3> components{"u", "v", "w"};

std::string level_name(const std::string& quantity, int level) {
  return "flow/" + quantity + "/" + std::to_string(level);
}

}  // namespace

void NavierStokes::visit_state(base::StateVisitor& visitor, bool solver_memory) {
  std::int64_t step = n_steps_;
  visitor.visit("flow/time", time_);
  visitor.visit("flow/step", step);
  n_steps_ = step;
  const auto n_past = static_cast<std::size_t>(settings_.time_order - 1);
  past_steps_.resize(std::min(past_steps_.size(), n_past));
  past_times_.resize(past_steps_.size());
  visitor.visit("flow/past_steps", past_steps_);
  visitor.visit("flow/past_times", past_times_);

  const auto numbers = space_.element_numbers();
  const base::RowSet elements{"elements", numbers, space_.element_size()};
  visit_levels(visitor, elements);
  visitor.visit("flow/pressure", elements, pressure_.current());
  if (solver_memory) visit_solvers(visitor, elements);
}

/// u and the scalars from the oldest level on. What else the steps keep of the past ones follows
/// from them, to the bit, and would make the file half as large again.
void NavierStokes::visit_levels(base::StateVisitor& visitor, const base::RowSet& elements) {
  const double now = time_;
  bool all_scalars = true;
  for (auto level = static_cast<int>(past_steps_.size()); level >= 0; --level) {
    const int place = visitor.loads() ? 0 : level;
    for (int d = 0; d < 3; ++d)
      visitor.visit(level_name("velocity", level) + "/" + components[d], elements,
                    velocity_.at(place)[d]);
    for (auto& scalar : scalars_)
      all_scalars = scalar->visit_value(visitor, elements, level, place) && all_scalars;
    if (visitor.loads() && level > 0) make_past(past_times_.at(level - 1));
  }
  time_ = now;
  if (!all_scalars) past_steps_.clear();
}

/// The current level becomes the one before, at time t, with its explicit and boundary terms.
void NavierStokes::make_past(double t) {
  time_ = t;
  advance_levels();
  evaluate_explicit_terms(nullptr, space_.n_elements());
  for (auto& scalar : scalars_)
    std::ranges::copy(scalar->value().at(1), scalar->value().current().begin());
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
