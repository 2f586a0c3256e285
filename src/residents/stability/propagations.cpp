#include "residents/stability/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plan/describe.hpp"

namespace lobatto::residents {

using stability::Propagation;

Propagation propagation_of(const cases::Section& table, const cases::Case& c) {
  if (!c.dt) {
    table.report("kind", "needs steps of constant length; expected time.dt in place of time.cfl");
    return {};
  }
  const double n_steps =
      c.end_time ? *c.end_time / *c.dt : static_cast<double>(c.steps.value_or(1));
  Propagation propagation;
  propagation.steps = std::max(1LL, std::llround(n_steps));
  propagation.horizon = *c.dt * static_cast<double>(propagation.steps);
  if (std::abs(n_steps - static_cast<double>(propagation.steps)) > 1e-6)
    table.report("kind", fmt::format("a propagation to time.end = {:g} is {:g} steps of time.dt = "
                                     "{:g}; expected a whole number of steps",
                                     *c.end_time, n_steps, *c.dt));
  return propagation;
}

void set_run(const Propagation& propagation, int max_propagations, int n_vectors, cases::Case& c) {
  c.steps = propagation.steps * max_propagations;
  c.end_time.reset();
  auto& interval = c.checkpoint.interval;
  if (!interval.every_steps && !interval.every_time) interval.every_steps = propagation.steps;
  c.field_doubles += n_vectors * (3.0 + static_cast<double>(c.scalars.size()));
}

/// A component that is zero is not kept, as of a plane.
double doubles_of_orbit(const Propagation& propagation, const cases::Case& c) {
  const double of_level = (c.plane ? 2.0 : 3.0) + static_cast<double>(c.scalars.size());
  return of_level * static_cast<double>(propagation.steps + 1);
}

std::string propagations_text(const Propagation& propagation, int at_most) {
  return fmt::format("propagations of {}, t = {:.6g}, at most {}",
                     plan::counted(propagation.steps, "step"), propagation.horizon, at_most);
}

void refuse_conditions_in_time(const cases::Section& table, const cases::Case& c) {
  const auto refuse = [&](const cases::BoundaryCondition& condition) {
    if (std::ranges::any_of(condition.expressions, &cases::Expression::depends_on_time))
      table.report("kind", fmt::format("the condition {} depends on time; expected one that a "
                                       "steady flow can have; of a periodic flow it is one with "
                                       "stability.period = \"known\"",
                                       condition.where));
  };
  for (const auto& face : c.faces) refuse(face);
  for (const auto& scalar : c.scalars)
    for (const auto& face : scalar.faces) refuse(face);
}

}  // namespace lobatto::residents
