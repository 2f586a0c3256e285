#include "app/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/flow_setup.hpp"
#include "base/error.hpp"

namespace lobatto::app {

namespace {

/// True where the initial velocity is the exact one.
bool starts_from_exact(const Case& the_case) {
  if (!the_case.initial_velocity || !the_case.exact_velocity) return false;
  return std::ranges::equal(*the_case.initial_velocity, *the_case.exact_velocity, {},
                            &ExpressionText::text, &ExpressionText::text);
}

/// What tells one mesh from another: elements, order, volume, and the integrals of x, x^2, y, ...
std::vector<double> fingerprint(const space::FunctionSpace& space) {
  std::vector<double> numbers{static_cast<double>(space.n_global_elements()),
                              static_cast<double>(space.order()), space.volume()};
  auto coordinate = space.make_field();
  for (int d = 0; d < 3; ++d) {
    const auto points = [d](const space::Points& at, double, std::span<double> out) {
      const std::span<const double> x = d == 0 ? at.x : d == 1 ? at.y : at.z;
      for (std::size_t q = 0; q < out.size(); ++q) out[q] = x[q];
    };
    space.evaluate(points, 0.0, coordinate);
    numbers.push_back(space.integrate(coordinate));
    numbers.push_back(space.inner_product(coordinate, coordinate));
  }
  return numbers;
}

}  // namespace

Simulation::Simulation(const Case& the_case, const comm::Communicator& communicator)
    : case_(the_case),
      space_(make_space(the_case, communicator)),
      flow_(space_, make_flow_settings(the_case, space_), profiler_) {
  if (case_.cfl) cfl_control_.emplace(*case_.cfl, case_.max_dt.value_or(INFINITY));
  start();
}

void Simulation::start() {
  const auto velocity = initial_velocity(case_);
  const auto scalars = initial_scalars(case_);
  // From an exact solution the run starts with its past too, so that the first step already has
  // full order.
  if (case_.dt && starts_from_exact(case_)) {
    for (int level = case_.time_order - 1; level > 0; --level) {
      flow_.set_state(-level * *case_.dt, velocity, exact_scalars(case_));
      flow_.push_history(*case_.dt);
    }
  }
  flow_.set_state(0.0, velocity, scalars);
  initial_state_ = flow_.state();
  cfl_rate_ = initial_state_.cfl_rate;
}

void Simulation::visit_state(base::StateVisitor& visitor, bool solver_memory) {
  visit_mesh(visitor);
  flow_.visit_state(visitor, solver_memory);
  visitor.visit("run/cfl_rate", cfl_rate_);
  visitor.visit("run/last_dt", last_dt_);
}

void Simulation::begin_from(double t, long long n_steps, const flow::NavierStokes::Fields& fields) {
  flow_.set_fields(t, n_steps, fields);
  cfl_rate_ = flow_.state().cfl_rate;
  last_dt_ = 0;
}

void Simulation::visit_mesh(base::StateVisitor& visitor) const {
  std::vector<double> mesh = fingerprint(space_), stored = mesh;
  visitor.visit("run/mesh", stored);
  for (std::size_t i = 0; i < mesh.size(); ++i) {
    const double scale = std::max(1.0, std::abs(mesh[i]));
    if (stored.size() == mesh.size() && std::abs(stored[i] - mesh[i]) < 1e-9 * scale) continue;
    throw base::Error(fmt::format(
        "the checkpoint is of another mesh: {:.0f} elements of order {:.0f} in a volume of {:.6g} "
        "where this case has {:.0f} of order {:.0f} in {:.6g}; restart = {{ from = ..., "
        "interpolate = true }} takes its fields to this mesh",
        stored.at(0), stored.at(1), stored.at(2), mesh[0], mesh[1], mesh[2]));
  }
}

double Simulation::next_step() const {
  const auto by_cfl = [this] {
    return last_dt_ > 0 ? cfl_control_->propose(cfl_rate_, last_dt_)
                        : cfl_control_->first(cfl_rate_);
  };
  const double dt = case_.dt ? *case_.dt : by_cfl();
  return case_.end_time ? time::fit_to(dt, flow_.time(), *case_.end_time) : dt;
}

flow::StepReport Simulation::advance() {
  const auto report = flow_.step(next_step());
  cfl_rate_ = report.state.cfl_rate;
  last_dt_ = report.dt;
  return report;
}

bool Simulation::finished() const {
  if (case_.steps && flow_.n_steps() >= *case_.steps) return true;
  // A step that would be shorter than round-off in t is not taken.
  return case_.end_time && flow_.time() >= *case_.end_time * (1.0 - 1e-12);
}

double Simulation::progress() const {
  double fraction = 0;
  if (case_.steps)
    fraction = static_cast<double>(flow_.n_steps()) / static_cast<double>(*case_.steps);
  if (case_.end_time) fraction = std::max(fraction, flow_.time() / *case_.end_time);
  return finished() ? 1.0 : std::min(fraction, 1.0);
}

std::vector<FieldError> Simulation::errors() const {
  std::vector<FieldError> errors;
  const char* const names[3] = {"u", "v", "w"};
  const auto velocity = exact_velocity(case_);
  for (int d = 0; d < 3; ++d)
    if (velocity[d]) errors.push_back(error_of(names[d], flow_.velocity()[d], velocity[d], false));
  if (const auto pressure = exact_pressure(case_))
    errors.push_back(error_of("p", flow_.pressure(), pressure, flow_.pressure_up_to_constant()));
  const auto scalars = exact_scalars(case_);
  for (std::size_t s = 0; s < scalars.size(); ++s)
    if (scalars[s])
      errors.push_back(error_of(case_.scalars[s].name, flow_.scalars()[s]->value().current(),
                                scalars[s], false));
  return errors;
}

FieldError Simulation::error_of(const std::string& name, std::span<const double> field,
                                const space::SpaceTimeFunction& exact, bool up_to_constant) const {
  auto difference = space_.make_field();
  space_.evaluate(exact, flow_.time(), difference);
  for (std::size_t q = 0; q < field.size(); ++q) difference[q] = field[q] - difference[q];
  if (up_to_constant) {
    const double mean = space_.mean(difference);
    for (double& value : difference) value -= mean;
  }
  return {name, space_.max_abs(difference), space_.rms(difference)};
}

}  // namespace lobatto::app
