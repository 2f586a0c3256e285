#include "run/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "physics/linearised.hpp"
#include "physics/moving_mesh.hpp"
#include "plan/stable_step.hpp"
#include "residents/residents.hpp"
#include "run/origin/mesh_fingerprint.hpp"
#include "run/setup/base_flow.hpp"
#include "run/setup/flow_setup.hpp"
#include "run/setup/space_setup.hpp"

namespace lobatto::run {

namespace {

/// One a scalar; empty where the case says nothing.
std::vector<space::SpaceTimeFunction> exact_scalars(const cases::Case& the_case,
                                                    residents::Formulas& formulas) {
  std::vector<space::SpaceTimeFunction> functions;
  for (const auto& scalar : the_case.scalars) functions.push_back(formulas.function(scalar.exact));
  return functions;
}
std::vector<space::SpaceTimeFunction> initial_scalars(const cases::Case& the_case,
                                                      residents::Formulas& formulas,
                                                      const space::FunctionSpace& space) {
  std::vector<space::SpaceTimeFunction> functions;
  for (const auto& scalar : the_case.scalars)
    functions.push_back(formulas.initial_function(scalar.initial, space));
  return functions;
}

/// Of equations that move the mesh, where it does.
physics::FlowSettings settings_on(const cases::Case& the_case, const plan::Grounds& grounds,
                                  residents::Formulas& formulas, space::FunctionSpace& space) {
  auto settings = make_flow_settings(the_case, grounds, formulas, space);
  if (settings.mesh_motion)
    settings.moving_mesh = std::make_shared<physics::MovingMesh>(space, settings.mesh_motion);
  return settings;
}

}  // namespace

Simulation::Simulation(const cases::Case& the_case, const comm::Communicator& communicator,
                       const perf::MachineRates& rates)
    : Simulation(the_case, {communicator.size(), rates},
                 make_space(the_case, {communicator.size(), rates}, communicator)) {}

Simulation::Simulation(const cases::Case& the_case, const plan::Grounds& grounds,
                       space::FunctionSpace space)
    : case_(the_case),
      grounds_(grounds),
      formulas_(case_),
      space_(std::move(space)),
      state_(space_, the_case.time_order),
      settings_(settings_on(case_, grounds_, formulas_, space_)),
      equations_(state_, settings_, profiler_) {
  for (const auto& make : residents::all)
    if (const auto decay = make().decay_on_mesh) decay_on_mesh_ += decay(case_, space_).rate;
  if (case_.cfl) cfl_control_.emplace(*case_.cfl, case_.max_dt.value_or(INFINITY));
  if (case_.time_tolerance) error_control_.emplace(*case_.time_tolerance);
  if (case_.steady) steady_.emplace(*case_.steady, state_, profiler_);
  make_search();
  mesh_ = mesh_fingerprint(space_);  // of the mesh at rest
  start();
}

void Simulation::make_search() {
  using stability::ModeSearch, stability::ResolventSearch, stability::SensitivitySearch;
  for (const auto& settings : case_.extensions.of<stability::ModeSettings>())
    if (settings.kind == stability::SearchKind::sensitivity)
      search_ = std::make_unique<SensitivitySearch>(state_, equations_, settings, settings_);
    else
      search_ = std::make_unique<ModeSearch>(state_, equations_, settings, settings_.base_orbit);
  for (const auto& settings : case_.extensions.of<stability::OtdSettings>()) {
    auto search = std::make_unique<stability::OtdSearch>(state_, equations_, settings);
    search->move_flow_by([this] { return move_orbit_on(*this); });
    search_ = std::move(search);
  }
  for (const auto& settings : case_.extensions.of<stability::ResolventSettings>())
    search_ = std::make_unique<ResolventSearch>(state_, equations_, settings);
  for (const auto& settings : case_.extensions.of<stability::BaseFlowSettings>())
    search_ = stability::make_base_flow_search(state_, equations_, settings);
  if (search_) search_region_ = profiler_.add("Krylov vectors");
}

void Simulation::start() {
  const auto velocity = formulas_.initial_velocity(space_);
  const auto scalars = initial_scalars(case_, formulas_, space_);
  // From an exact solution the run starts with its past too, so that the first step already has
  // full order; the mass of a gas is that of the start.
  const auto past = times_before_start(case_);
  if (!past.empty()) equations_.set_state(0.0, velocity, scalars);
  for (const double time : past) {
    equations_.set_state(time, velocity, exact_scalars(case_, formulas_));
    equations_.push_history(*case_.dt);
  }
  equations_.set_state(0.0, velocity, scalars);
  formulas_.throw_fault(space_.communicator());
  if (search_) search_->begin();
  initial_state_ = equations_.look();
  cfl_rate_ = initial_state_.cfl_rate;
}

void Simulation::visit_state(base::StateVisitor& visitor, bool solver_memory) {
  visit_mesh(visitor);
  if (settings_.base_orbit) visit_orbit(visitor);
  equations_.visit_state(visitor, solver_memory);
  visitor.visit("run/cfl_rate", cfl_rate_);
  visitor.visit("run/last_dt", last_dt_);
  if (error_control_) error_control_->visit_state(visitor);
  if (steady_) steady_->visit_state(visitor);
  if (search_) search_->visit_state(visitor);
  if (visitor.loads()) initial_state_ = equations_.look();
}

void Simulation::begin_from(double t, long long n_steps,
                            const physics::EquationSystem::Fields& fields) {
  equations_.set_fields(t, n_steps, fields);
  ++n_beginnings_;
  initial_state_ = equations_.look();
  cfl_rate_ = initial_state_.cfl_rate;
  last_dt_ = 0;
  if (error_control_) error_control_->forget();
  forget_steadiness();
}

void Simulation::set_base_flow(const Simulation& flow) {
  physics::set_base_flow(flow.state(), state_);
  cfl_rate_ = flow.cfl_rate_;
}

void Simulation::add_to_orbit(const Simulation& flow) {
  physics::set_base_flow(flow.state(), state_);
  settings_.base_orbit->add(state_);
  cfl_rate_ = std::max(cfl_rate_, flow.cfl_rate_);
}

void Simulation::visit_orbit(base::StateVisitor& visitor) {
  double begin = settings_.base_orbit->begin();
  visitor.visit("base/begin", begin);
  if (!visitor.loads()) settings_.base_orbit->set(0, state_);
  const auto numbers = space_.element_numbers();
  for (const state::Variable* field : physics::base_fields(state_))
    for (int c = 0; c < field->n_components(); ++c)
      visitor.visit(fmt::format("base/{}/{}", field->name(), c),
                    {"elements", numbers, space_.element_size()}, state_[field->name()].now(c));
  if (visitor.loads()) trace_orbit(*this, begin);
}

void Simulation::visit_mesh(base::StateVisitor& visitor) {
  std::vector<double> stored = mesh_;
  visitor.visit("run/mesh", stored);
  const bool is_same = is_same_mesh(stored, mesh_);
  stored.resize(mesh_.size());
  if (!is_same)
    throw base::Error(fmt::format(
        "the checkpoint is of another mesh: {:.0f} elements of order {:.0f} in a volume of {:.6g} "
        "where this case has {:.0f} of order {:.0f} in {:.6g}, or their nodes are elsewhere, or "
        "others are solid; "
        "restart = {{ from = ..., interpolate = true }} takes its fields to this mesh",
        stored[0], stored[1], stored[2], mesh_[0], mesh_[1], mesh_[2]));
}

double Simulation::longest_step() const { return plan::longest_step(case_, decay_on_mesh_); }

double Simulation::next_step() const {
  double dt = case_.dt ? *case_.dt : controlled_step();
  // All steps between two field files share the shortening: equal ones need their solvers once.
  if (const auto file = case_.field_output.next_after(state_.time()); file && case_.cfl)
    dt = time::fit_to(dt, state_.time(), *file, INFINITY);
  if (aim_) dt = time::fit_to(dt, state_.time(), *aim_);
  return case_.end_time ? time::fit_to(dt, state_.time(), *case_.end_time) : dt;
}

double Simulation::controlled_step() const {
  const bool is_first = last_dt_ == 0;
  const double longest = std::min(
      is_first ? cfl_control_->first(cfl_rate_) : cfl_control_->propose(cfl_rate_, last_dt_),
      longest_step());
  if (!error_control_) return longest;
  if (is_first) return error_control_->first(longest);
  // A flow that no step is short enough for goes on, and its record shows the error.
  constexpr double shortest = 1e-3;  // of the step that stability allows
  const double least =
      case_.min_dt.value_or(shortest * std::min(cfl_control_->ideal(cfl_rate_), longest_step()));
  return std::min(longest, std::max(error_control_->propose(last_dt_), least));
}

std::optional<double> Simulation::wanted_step() const {
  if (!cfl_control_) return std::nullopt;
  return cfl_control_->ideal(cfl_rate_);
}

bool Simulation::has_next_step() const {
  return last_dt_ > 0 || std::isfinite(wanted_step().value_or(0.0));
}

physics::StepReport Simulation::advance() {
  const double dt = next_step();
  auto report = search_ ? search_->step(equations_, dt) : equations_.step(dt);
  // A perturbation is carried by its base flow.
  if (is_of_perturbations())
    report.state.cfl_rate = cfl_rate_;
  else
    cfl_rate_ = report.state.cfl_rate;
  last_dt_ = report.dt;
  if (error_control_) error_control_->take(report.local_error);
  if (steady_) report.change = steady_->look(report);
  if (search_) {
    const perf::Profiler::Scope scope(profiler_, search_region_);
    search_->after_step();
  }
  return report;
}

bool Simulation::finished() const {
  if (steady_ && steady_->is_steady()) return true;
  if (search_ && search_->is_done()) return true;
  if (case_.steps && state_.n_steps() >= *case_.steps) return true;
  // A step that would be shorter than round-off in t is not taken.
  return case_.end_time && state_.time() >= *case_.end_time * (1.0 - 1e-12);
}

double Simulation::progress() const {
  double fraction = 0;
  if (case_.steps)
    fraction = static_cast<double>(state_.n_steps()) / static_cast<double>(*case_.steps);
  if (case_.end_time) fraction = std::max(fraction, state_.time() / *case_.end_time);
  if (search_) fraction = std::max(fraction, search_->progress());
  return finished() ? 1.0 : std::min(fraction, 1.0);
}

std::vector<FieldError> Simulation::errors() const {
  std::vector<FieldError> errors;
  const char* const names[3] = {"u", "v", "w"};
  residents::Formulas formulas(case_);
  const auto velocity = formulas.vector_function(case_.exact_velocity);
  for (int d = 0; d < 3; ++d)
    if (velocity[d])
      errors.push_back(
          error_of(names[d], state_["velocity"].now(d), velocity[d], space_.fluid(), false));
  if (const auto pressure = formulas.function(case_.exact_pressure)) {
    const state::Variable& field = state_["pressure"];
    errors.push_back(
        error_of("p", field.now(), pressure, space_.fluid(), field.kind().up_to_constant));
  }
  const auto scalars = exact_scalars(case_, formulas);
  for (std::size_t s = 0; s < scalars.size(); ++s)
    if (scalars[s])
      errors.push_back(error_of(case_.scalars[s].name, state_[case_.scalars[s].name].now(),
                                scalars[s], space_, false));
  return errors;
}

FieldError Simulation::error_of(const std::string& name, std::span<const double> field,
                                const space::SpaceTimeFunction& exact,
                                const space::FunctionSpace& where, bool up_to_constant) const {
  auto difference = where.make_field();
  where.evaluate(exact, state_.time(), difference);
  for (std::size_t q = 0; q < difference.size(); ++q) difference[q] = field[q] - difference[q];
  if (up_to_constant) where.remove_mean(difference);
  return {name, where.max_abs(difference), where.rms(difference)};
}

}  // namespace lobatto::run
