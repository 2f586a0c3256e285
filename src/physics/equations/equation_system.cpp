#include "physics/equations/equation_system.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "physics/coefficients/composed_laws.hpp"
#include "physics/equations/assembly.hpp"
#include "physics/equations/extrapolated_start.hpp"
#include "physics/equations/given_velocity.hpp"
#include "physics/equations/scalar_transport.hpp"
#include "physics/terms/divergence.hpp"
#include "physics/terms/source.hpp"
#include "physics/terms/turning.hpp"

namespace lobatto::physics {

namespace {

constexpr int levels = time::max_order;

bool has_source(const ScalarSettings& scalar) {
  return scalar.source || std::ranges::any_of(scalar.solid_sources,
                                              [](const auto& source) { return source != nullptr; });
}

void copy(std::span<const double> from, space::Field& to) { std::ranges::copy(from, to.begin()); }

}  // namespace

EquationSystem::EquationSystem(state::State& state, const FlowSettings& given,
                               perf::Profiler& profiler)
    : state_(state),
      space_(state.space()),
      moving_mesh_(given.moving_mesh),
      reports_errors_(given.estimates_error),
      diagnostics_(state.space().fluid(), profiler, given.wave_number, given.moving_mesh.get()) {
  const FlowSettings settings = follow(given);
  auto workspace = make_workspace(perf::flops_per_byte(settings.rates));
  workspace.layers = settings.layers;
  is_steady_ = settings.given_velocity && !settings.given_velocity->depends_on_time;
  if (settings.subgrid_model)
    subgrid_ = std::make_unique<SubgridViscosity>(state, settings.subgrid_model(space_), is_steady_,
                                                  profiler);
  if (settings.density) density_ = std::make_unique<Density>(state, settings);
  CarriedField* const velocity = add_flow(settings, workspace, profiler);
  add_scalars(settings, workspace, profiler);
  // The density follows from scalars of the new time, and the flow from the density.
  if (density_) std::rotate(equations_.begin(), equations_.begin() + 1, equations_.end());
  add_sources(settings);
  for (auto& values : following_) values->watch(*velocity_, scalar_fields());
  Assembly assembly{
      state_,
      *explicit_part_,
      velocity,
      scalars_,
      equations_,
      profiler,
      settings,
      workspace,
      [this](const auto& name, const auto& coefficient, double turbulent_prandtl) -> Coefficient& {
        return add_coefficient(name, coefficient, turbulent_prandtl);
      }};
  for (const auto& add : settings.additions) add(assembly);
  declare_coefficients();
  watch_errors(settings, velocity);
}

FlowSettings EquationSystem::follow(const FlowSettings& settings) {
  const auto solution = std::make_shared<BoundarySolution>(space_, settings);
  following_.push_back(solution);
  for (const auto& face : settings.faces) {
    if (face.follows) following_.push_back(face.follows);
    if (face.traction && face.traction->follows) following_.push_back(face.traction->follows);
  }
  FlowSettings bound = solution->bound(settings);
  if (moving_mesh_) moving_mesh_->carry_walls(bound.faces);
  return bound;
}

/// The velocity, where it is solved for.
CarriedField* EquationSystem::add_flow(const FlowSettings& settings,
                                       const SharedWorkspace& workspace, perf::Profiler& profiler) {
  if (settings.given_velocity) {
    auto given = std::make_unique<GivenVelocity>(state_, *settings.given_velocity,
                                                 settings.along_characteristics ? levels : 2);
    velocity_ = &given->field();
    equations_.push_back(std::move(given));
  } else {
    velocity_ = &state_.declare(
        "velocity",
        {.is_vector = true, .n_levels = levels, .n_saved = levels, .save_as = "flow/velocity"});
  }
  explicit_part_ =
      std::make_unique<ExplicitPart>(space_, *velocity_, settings.quadrature_nodes, profiler);
  if (moving_mesh_) explicit_part_->set_mesh_velocity(moving_mesh_->velocity());
  if (settings.given_velocity) return nullptr;
  CarriedField& velocity = explicit_part_->carry(*velocity_, space_.fluid(), settings.is_advected);
  if (space_.is_axisymmetric() && settings.is_advected)
    velocity.add(std::make_unique<TurningTerm>(*velocity_, space_.fluid()));
  Coefficient& viscosity = add_coefficient("viscosity", settings.viscosity, 1.0);
  auto momentum = std::make_unique<Momentum>(state_, settings, viscosity, density_.get(),
                                             *explicit_part_, velocity, workspace, profiler);
  momentum_ = momentum.get();
  equations_.push_back(std::move(momentum));
  return &velocity;
}

void EquationSystem::add_scalars(const FlowSettings& settings, const SharedWorkspace& workspace,
                                 perf::Profiler& profiler) {
  for (const auto& scalar : settings.scalars) {
    auto& field = state_.declare(scalar.name, {.n_levels = levels,
                                               .n_saved = levels,
                                               .save_as = "scalars/" + scalar.name,
                                               .may_be_missing = true});
    scalars_.push_back(&explicit_part_->carry(field, space_, scalar.is_advected));
    const auto capacity = scalar.capacity != nullptr ? std::span<const double>(*scalar.capacity)
                                                     : std::span<double>();
    Coefficient& diffusivity = add_coefficient(scalar.name + "_diffusivity", scalar.diffusivity,
                                               scalar.turbulent_prandtl, capacity);
    auto equation =
        std::make_unique<ScalarTransport>(space_, scalar, diffusivity, *explicit_part_,
                                          *scalars_.back(), settings, workspace, profiler);
    if (density_) weigh(*equation, diffusivity, scalar.name);
    equations_.push_back(std::move(equation));
  }
}

void EquationSystem::weigh(ScalarTransport& equation, Coefficient& diffusivity,
                           const std::string& scalar) {
  equation.weigh_by(*density_);
  density_->take_scalar(diffusivity);
  const auto& gas = density_->settings().gas;
  if (gas && gas->temperature == scalar) density_->take_temperature(equation);
}

Coefficient& EquationSystem::add_coefficient(const std::string& name,
                                             const CoefficientSettings& settings,
                                             double turbulent_prandtl,
                                             std::span<const double> capacity) {
  const auto eddies = is_steady_ ? Dependence::place : Dependence::solution;
  CoefficientSettings whole = settings;
  if (subgrid_)
    whole = {std::make_shared<TurbulentLaw>(settings, turbulent_prandtl, eddies)};
  else if (density_ && !settings.law)  // the mass beside it is a field
    whole = {std::make_shared<RegionalLaw>(std::vector{settings})};
  return *coefficients_.emplace_back(std::make_unique<Coefficient>(state_, name, whole, capacity));
}

void EquationSystem::declare_coefficients() {
  if (subgrid_) subgrid_->declare();
  for (auto& coefficient : coefficients_) coefficient->declare();
  if (density_) density_->declare();
}

/// Of all fields where errors are reported, else of those whose solvers begin with a prediction. Of
/// a fluid that the step moves by nothing but round-off the velocity does not count.
void EquationSystem::watch_errors(const FlowSettings& settings, CarriedField* velocity) {
  constexpr double at_rest = 1e-10;  // of the size of the domain
  const auto watch = [&](CarriedField& field, const space::FunctionSpace& where, double rest) {
    if (settings.estimates_error) field.next().take_guesses(where);
    if (field.next().guess()) errors_.watch(field, where, rest);
  };
  const auto& fluid = space_.fluid();
  if (velocity != nullptr) watch(*velocity, fluid, at_rest * std::cbrt(fluid.volume()));
  for (CarriedField* scalar : scalars_) watch(*scalar, space_, 0);
}

void EquationSystem::add_sources(const FlowSettings& settings) {
  const auto fields = scalar_fields();
  if (settings.given_velocity)
    for (auto* scalar : scalars_)
      if (scalar->is_advected())
        scalar->add(std::make_unique<DivergenceTerm>(*velocity_, scalar->field(), space_));
  for (std::size_t s = 0; s < scalars_.size(); ++s)
    if (has_source(settings.scalars[s]))
      scalars_[s]->add(std::make_unique<SourceTerm>(settings.scalars[s], *velocity_, fields, space_,
                                                    density_.get()));
}

void EquationSystem::set_state(double t, const VectorFunction& velocity,
                               std::span<const space::SpaceTimeFunction> scalars) {
  state_.history().set_time(t);
  move_mesh(t);
  for (int d = 0; d < 3; ++d) {
    if (velocity[d])
      space_.fluid().evaluate(velocity[d], t, velocity_->now(d));
    else
      velocity_->now(d).fill(0.0);
  }
  for (std::size_t s = 0; s < std::min(scalars.size(), scalars_.size()); ++s)
    if (scalars[s]) space_.evaluate(scalars[s], t, scalars_[s]->field().now());
  if (density_) density_->begin(t);
  for (auto& equation : equations_) equation->begin(t);
  impose(t);
}

void EquationSystem::set_fields(double t, long long n_steps, const Fields& fields) {
  state_.history().restart(t, n_steps);
  move_mesh(t);
  for (int d = 0; d < 3; ++d) copy(fields.velocity[d], velocity_->now(d));
  if (momentum_ != nullptr) copy(fields.pressure, state_["pressure"].now());
  for (std::size_t s = 0; s < scalars_.size(); ++s)
    copy(fields.scalars[s], scalars_[s]->field().now());
  if (density_) density_->begin(t);
  for (auto& equation : equations_) equation->begin(t);
  for (const auto& [name, values] : fields.others) copy(values, state_[name].now());
  impose(t);
}

void EquationSystem::push_history(double dt) {
  advance_levels(state_.time());
  explicit_part_->evaluate();
  state_.history().finish_known(state_.history().begin(dt));
}

void EquationSystem::hold(double dt) {
  time::StepHistory& history = state_.history();
  const double t = history.time();
  history.forget();
  for (int k = history.order() - 1; k > 0; --k) {
    history.set_time(t - k * dt);
    push_history(dt);
    for (const auto& carried : explicit_part_->carried())
      for (int c = 0; c < carried->field().n_components(); ++c)
        copy(carried->field().at(1, c), carried->field().now(c));
    impose(t);
  }
  history.set_time(t);
}

void EquationSystem::impose(double t) {
  for (auto& values : following_) values->take_current();
  if (density_) density_->evaluate(t);
  for (auto& equation : equations_) equation->impose(t);
  evaluate_coefficients(t);
}

StepReport EquationSystem::step(double dt) {
  StepReport report = state_.history().wants_start() ? start(dt) : take(dt, true);
  report.step = state_.n_steps();
  report.state = look();
  return report;
}

StepReport EquationSystem::start(double dt) {
  time::StepHistory& history = state_.history();
  const double begin = history.time();
  const long long n_steps = history.n_steps();
  ExtrapolatedStart start(state_);
  const StepReport first_half = take(dt / 2, false);
  history.forget();
  // What stands at the end of a step is linear, and acts once: on both that the result is made of.
  const StepReport second_half = take(dt / 2, true);
  start.begin_again();
  history.restart(begin, n_steps);
  restore(begin);
  StepReport report = take(dt, true);
  start.extrapolate();
  restore(history.time());
  extrapolate_report(first_half, second_half, report);
  return report;
}

void EquationSystem::take_to(BaseLevel level, double dt) {
  if (level == BaseLevel::begin) return;
  take(level == BaseLevel::of_whole ? dt : dt / 2, false);
  if (level != BaseLevel::of_halves) return;
  state_.history().forget();
  take(dt / 2, false);
}

StepReport EquationSystem::take(double dt, bool is_whole) {
  const time::NextStep next = state_.history().begin(dt);
  StepReport report;
  advance_levels(state_.time());
  const time::Extrapolation to_boundary = next.extrapolation_of(FollowingValues::max_order);
  for (auto& values : following_) values->extrapolate(to_boundary);
  for (auto& coefficient : coefficients_) coefficient->predict(next);
  if (density_) density_->predict(next);
  explicit_part_->follow_characteristics(next);
  if (moving_mesh_) {
    explicit_part_->evaluate();
    move_mesh(next.time);
  }
  for (auto& equation : equations_) equation->prepare(next);
  for (auto& equation : equations_) equation->solve(next, report);
  if (is_whole)
    for (auto& equation : equations_) equation->end_step(next);
  state_.history().finish(next);
  report.time = state_.time();
  report.dt = dt;
  report.order = next.bdf.order;
  const auto errors = errors_.measure(next);
  if (errors && reports_errors_) report.local_error = errors->second_order;
  if (errors) report.step_error = errors->third_order;
  if (density_) density_->evaluate(next.time);
  for (auto& equation : equations_) equation->finish(next, report);
  if (density_) report.mass = density_->report(next, *velocity_);
  if (subgrid_) subgrid_->follow();
  for (auto& coefficient : coefficients_) coefficient->complete(next.time);
  return report;
}

std::unique_ptr<AdjointFlow> EquationSystem::make_adjoint() {
  if (moving_mesh_)
    throw base::Error("a flow on a mesh that moves has no adjoint here; expected a mesh at rest");
  if (state_.space().rotation() != nullptr)
    throw base::Error(
        "a flow whose periodic sides are a rotation of each other has no adjoint here; expected "
        "the mesh of the full circle");
  return std::make_unique<AdjointFlow>(state_, equations_, *explicit_part_);
}

FlowState EquationSystem::look() { return diagnostics_.look(*velocity_, momentum_); }

void EquationSystem::advance_levels(double t) {
  for (auto& equation : equations_) equation->record();
  for (auto& values : following_) values->record();
  if (subgrid_) subgrid_->advance();
  for (auto& coefficient : coefficients_) coefficient->advance();
  if (density_) density_->advance();
  explicit_part_->advance(t);
}

/// Fields from the oldest level on. What else the steps keep of the past ones follows from them, to
/// the bit, and would make the file half as large again.
void EquationSystem::visit_state(base::StateVisitor& visitor, bool solver_memory) {
  if (density_) density_->visit_state(visitor);
  state_.visit_state(visitor, [this](double t) { make_past(t); });
  if (visitor.loads()) restore(state_.time());
  if (!solver_memory) return;
  const auto numbers = space_.element_numbers();
  for (auto& equation : equations_)
    equation->visit_solvers(visitor, {"elements", numbers, space_.element_size()});
  errors_.visit_state(visitor);
}

void EquationSystem::evaluate_coefficients(double t) {
  if (subgrid_) subgrid_->evaluate();
  for (auto& coefficient : coefficients_) coefficient->evaluate(t);
}

void EquationSystem::move_mesh(double t) {
  if (!moving_mesh_ || moving_mesh_->is_at(t)) return;
  moving_mesh_->move_to(t);
  for (auto& equation : equations_) equation->follow_mesh();
}

void EquationSystem::restore(double t) {
  move_mesh(t);
  if (density_) density_->evaluate(t);
  for (auto& equation : equations_) equation->restore(t);
  evaluate_coefficients(t);
}

void EquationSystem::make_past(double t) {
  restore(t);
  advance_levels(t);
  explicit_part_->evaluate();
  for (const auto& field : state_.variables())  // what the next level may lack stays
    if (field->kind().may_be_missing && field->kind().n_levels > 1)
      copy(field->at(1), field->now());
}

std::vector<const state::Variable*> EquationSystem::scalar_fields() const {
  std::vector<const state::Variable*> fields;
  for (const auto* scalar : scalars_) fields.push_back(&scalar->field());
  return fields;
}

std::string EquationSystem::describe_solvers() const {
  std::string text;
  for (const auto& equation : equations_)
    text += (text.empty() ? "" : ", ") + equation->describe_solvers();
  return text;
}

}  // namespace lobatto::physics
