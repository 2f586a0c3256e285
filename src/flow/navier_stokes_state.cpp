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
  past_steps_.resize(std::min<std::size_t>(past_steps_.size(), settings_.time_order - 1));
  visitor.visit("flow/past_steps", past_steps_);

  const auto numbers = space_.element_numbers();
  const base::RowSet elements{"elements", numbers, space_.element_size()};
  visit_levels(visitor, elements);
  if (solver_memory) visit_solvers(visitor, elements);
  if (visitor.loads()) renew_boundary_terms();
}

/// u at levels 0, 1, ..., its explicit terms at 1, ...: those of level 0 are evaluated when the
/// next step begins.
void NavierStokes::visit_levels(base::StateVisitor& visitor, const base::RowSet& elements) {
  const int n_levels = static_cast<int>(past_steps_.size()) + 1;
  for (int level = 0; level < n_levels; ++level) {
    for (int d = 0; d < 3; ++d) {
      const auto component = std::string("/") + components[d];
      visitor.visit(level_name("velocity", level) + component, elements, velocity_.at(level)[d]);
      if (level == 0) continue;
      visitor.visit(level_name("explicit_terms", level) + component, elements,
                    explicit_terms_.at(level - 1)[d]);
    }
  }
  visitor.visit("flow/pressure", elements, pressure_.current());
  for (auto& scalar : scalars_)
    if (!scalar->visit_state(visitor, elements, n_levels)) past_steps_.clear();
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

/// What the boundary terms keep of earlier levels follows from the velocity there.
void NavierStokes::renew_boundary_terms() {
  for (auto level = past_steps_.size(); level > 0; --level) {
    pressure_boundary_.record(velocity_.at(level));
    backflow_.record(velocity_.at(level));
  }
}

}  // namespace lobatto::flow
