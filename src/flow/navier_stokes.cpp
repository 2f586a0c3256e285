#include "flow/navier_stokes.hpp"

#include <algorithm>
#include <cmath>

#include "flow/boundary_flux.hpp"
#include "flow/implicit_conditions.hpp"

namespace lobatto::flow {

namespace {

/// True when no face fixes the level of the pressure.
bool is_up_to_constant(std::span<const VelocityFace> faces) {
  return std::ranges::none_of(
      faces, [](const auto& face) { return face.kind == VelocityCondition::outflow; });
}

}  // namespace

NavierStokes::NavierStokes(state::State& state, const FlowSettings& settings,
                           perf::Profiler& profiler)
    : state_(state),
      space_(state.space()),
      settings_(settings),
      profiler_(profiler),
      regions_{profiler.add("advection"),      profiler.add("right-hand sides"),
               profiler.add("pressure solve"), profiler.add("velocity solve"),
               profiler.add("scalar solve"),   profiler.add("transposes"),
               profiler.add("flow rate"),      profiler.add("diagnostics")},
      advection_(space::make_advection(space_, settings.quadrature_nodes)),
      operators_(space::make_element_operators(space_)),
      velocity_(state.declare("velocity", {.is_vector = true,
                                           .n_levels = time::max_order,
                                           .n_saved = time::max_order,
                                           .save_as = "flow/velocity"})),
      pressure_(state.declare("pressure", {.n_levels = 2,
                                           .n_saved = 1,
                                           .save_as = "flow/pressure",
                                           .up_to_constant = is_up_to_constant(settings.faces)})),
      explicit_terms_(space_.make_vector_field()),
      pressure_boundary_(space_, settings.faces),
      backflow_(space_, settings.faces),
      boundary_energy_(space_, settings.faces),
      watches_flux_(must_balance(settings.faces) && changes_with_time(settings.faces)),
      velocity_values_{DirichletValues(space_), DirichletValues(space_), DirichletValues(space_)} {
  const auto workspace = std::make_shared<direct::Workspace>();
  const auto conditions = pressure_conditions(space_, settings.faces);
  pressure_solver_ =
      settings.pressure_method == PoissonMethod::schwarz_multigrid
          ? make_schwarz_poisson(space_, conditions, settings.iterative_pressure, profiler)
          : make_tensor_helmholtz(space_, conditions, workspace);
  make_velocity_solvers(workspace);
  for (const auto& scalar : settings.scalars)
    scalars_.push_back(
        std::make_unique<ScalarTransport>(state, scalar, settings.iterative_velocity, workspace));
  if (settings.flow_rate)
    flow_rate_ = std::make_unique<FlowRateControl>(space_, *settings.flow_rate, settings.viscosity);
  if (settings.body_force) {
    body_force_ = space_.make_vector_field();
    for (int d = 0; d < 3; ++d)
      space_.evaluate(settings.body_force->components[d], state.time(), body_force_[d]);
  }
}

void NavierStokes::make_velocity_solvers(const SharedWorkspace& workspace) {
  std::array<space::BoundaryConditions, 3> conditions;
  for (int d = 0; d < 3; ++d) {
    conditions[d] = velocity_conditions(space_, settings_.faces, d);
    for (int other = 0; other < d; ++other)
      if (conditions[other] == conditions[d]) velocity_solvers_[d] = velocity_solvers_[other];
    if (!velocity_solvers_[d])
      velocity_solvers_[d] = make_helmholtz_solver(settings_.velocity_method, space_, conditions[d],
                                                   settings_.iterative_velocity, 3, workspace);
    for (std::size_t f = 0; f < settings_.faces.size(); ++f) {
      const auto& face = settings_.faces[f];
      if (face.kind != VelocityCondition::velocity) continue;
      velocity_values_[d].add_boundary(static_cast<int>(f), face.velocity[d], face.depends_on_time);
    }
  }
}

void NavierStokes::set_state(double t, const VectorFunction& velocity,
                             std::span<const space::SpaceTimeFunction> scalars) {
  state_.history().set_time(t);
  for (int d = 0; d < 3; ++d) {
    if (velocity[d])
      space_.evaluate(velocity[d], t, velocity_.now(d));
    else
      velocity_.now(d).fill(0.0);
    velocity_values_[d].update(t);
    velocity_values_[d].impose(velocity_.now(d));
  }
  for (std::size_t s = 0; s < scalars_.size(); ++s)
    if (s < scalars.size() && scalars[s])
      space_.evaluate(scalars[s], t, scalars_[s]->value().now());
}

void NavierStokes::set_fields(double t, long long n_steps, const Fields& fields) {
  state_.history().restart(t, n_steps);
  const auto copy = [](std::span<const double> from, space::Field& to) {
    for (std::size_t q = 0; q < from.size(); ++q) to[q] = from[q];
  };
  for (int d = 0; d < 3; ++d) {
    copy(fields.velocity[d], velocity_.now(d));
    velocity_values_[d].update(t);
    velocity_values_[d].impose(velocity_.now(d));
  }
  copy(fields.pressure, pressure_.now());
  for (std::size_t s = 0; s < scalars_.size(); ++s)
    copy(fields.scalars[s], scalars_[s]->value().now());
}

void NavierStokes::push_history(double dt) {
  advance_levels(state_.time());
  evaluate_explicit_terms(nullptr, space_.n_elements());
  state_.history().finish_known(state_.history().begin(dt));
}

StepReport NavierStokes::step(double dt) {
  const time::NextStep next = state_.history().begin(dt);
  StepReport report;
  advance_levels(state_.time());
  update_body_force(next.time);
  solve_pressure_with_explicit_part(next, report);
  solve_velocity(next, report);
  hold_flow_rate(next, report);
  solve_scalars(next, report);

  state_.history().finish(next);
  report.step = state_.n_steps();
  report.time = state_.time();
  report.dt = dt;
  report.order = next.bdf.order;
  if (watches_flux_) report.flux_mismatch = flux_mismatch();
  update_power(next, report);
  report.state = state();
  return report;
}

double NavierStokes::flux_mismatch() const {
  const auto given = pressure_boundary_.given_flux();
  std::array<double, 2> sums{given.net, given.through};
  space_.communicator().sum(sums);
  return sums[1] > 0 ? std::abs(sums[0]) / sums[1] : 0.0;
}

void NavierStokes::advance_levels(double t) {
  pressure_boundary_.record(velocity_.vector());
  backflow_.record(velocity_.vector());
  velocity_.advance();
  explicit_terms_.advance();
  explicit_time_ = t;
  n_explicit_ = 0;
  for (auto& scalar : scalars_) {
    scalar->value().advance();
    scalar->explicit_term().advance();
  }
}

void NavierStokes::solve_pressure_with_explicit_part(const time::NextStep& next,
                                                     StepReport& report) {
  perf::Profiler::Scope scope(profiler_, regions_.pressure);
  pressure_boundary_.update(settings_.viscosity, next.bdf,
                            next.extrapolation_of(PressureBoundary::max_order), next.time);
  pressure_.advance();
  const std::size_t size = space_.element_size();
  const int n_x = space_.column_length();
  const auto source = [&](int column, double* f) {
    evaluate_explicit_terms(&next, (column + 1) * n_x);
    perf::Profiler::Scope rhs_scope(profiler_, regions_.right_hand_sides);
    for (int x = 0; x < n_x; ++x) {
      const int e = column * n_x + x;
      std::array<const double*, 3> u_hat;
      for (int d = 0; d < 3; ++d) u_hat[d] = velocity_.now(d).data() + e * size;
      operators_->weak_divergence(e, u_hat, {f + x * size, size});
      pressure_boundary_.add_to(e, f + x * size);
    }
    count(regions_.right_hand_sides, operators_->weak_divergence_cost() * n_x);
  };
  const auto solve = pressure_solver_->solve(0.0, 1.0, {source, {}, pressure_.now()});
  count_solver(regions_.pressure, *pressure_solver_);
  report.solves.push_back({"pressure", pressure_solver_->name(), solve});
}

void NavierStokes::momentum_right_hand_side(const time::NextStep& next, int component, int column,
                                            double* f) {
  perf::Profiler::Scope rhs_scope(profiler_, regions_.right_hand_sides);
  const std::size_t size = space_.element_size();
  const int n_x = space_.column_length();
  const double* u_hat = velocity_.now(component).data();
  const double* p = pressure_.now().data();
  for (int x = 0; x < n_x; ++x) {
    const int e = column * n_x + x;
    operators_->momentum_rhs(e, component, {u_hat + e * size, size}, {p + e * size, size},
                             {f + x * size, size});
    backflow_.add_to(component, e, f + x * size);
  }
  velocity_values_[component].record(column, {f, n_x * size});
  velocity_values_[component].subtract_lift(next.bdf.leading, settings_.viscosity, column,
                                            {f, n_x * size});
  count(regions_.right_hand_sides, operators_->momentum_rhs_cost() * n_x);
}

void NavierStokes::solve_velocity(const time::NextStep& next, StepReport& report) {
  perf::Profiler::Scope scope(profiler_, regions_.velocity);
  backflow_.update(next.extrapolation_of(Backflow::max_order));
  const auto source_of = [&](int d) {
    return
        [this, &next, d](int column, double* f) { momentum_right_hand_side(next, d, column, f); };
  };
  const std::array sources{source_of(0), source_of(1), source_of(2)};
  std::array<std::vector<kernels::Term>, 3> guesses;
  for (int d = 0; d < 3; ++d) {
    velocity_values_[d].update(next.time);
    guesses[d] =
        extrapolated_guess(next.bdf.order, velocity_.at(1, d).data(), velocity_.at(2, d).data());
  }
  krylov::SolveReport worst;
  for (int first = 0; first < 3; ++first) {
    // Components with equal conditions share a solver and are solved together.
    auto& solver = *velocity_solvers_[first];
    const auto shares = [&](int d) { return velocity_solvers_[d].get() == &solver; };
    bool solved = false;
    for (int d = 0; d < first; ++d) solved = solved || shares(d);
    if (solved) continue;
    std::vector<HelmholtzProblem> problems;
    for (int d = first; d < 3; ++d)
      if (shares(d)) problems.push_back({sources[d], guesses[d], velocity_.now(d)});
    for (const auto& solve : solver.solve_all(next.bdf.leading, settings_.viscosity, problems)) {
      worst.iterations = std::max(worst.iterations, solve.iterations);
      worst.residual = std::max(worst.residual, solve.residual);
      worst.converged = worst.converged && solve.converged;
    }
    count_solver(regions_.velocity, solver);
  }
  for (int d = 0; d < 3; ++d) velocity_values_[d].impose(velocity_.now(d));
  report.solves.push_back({"velocity", velocity_solvers_[0]->name(), worst});
}

void NavierStokes::hold_flow_rate(const time::NextStep& next, StepReport& report) {
  if (!flow_rate_) return;
  perf::Profiler::Scope scope(profiler_, regions_.flow_rate);
  report.pressure_gradient = flow_rate_->apply(
      next.bdf.leading,
      {*pressure_solver_,
       {velocity_solvers_[0].get(), velocity_solvers_[1].get(), velocity_solvers_[2].get()}},
      velocity_.vector(), pressure_.now());
  // Or they would be taken for those of the next solves.
  attribute_transposes(regions_.flow_rate, *pressure_solver_);
  for (const auto& solver : velocity_solvers_) attribute_transposes(regions_.flow_rate, *solver);
  report.bulk_velocity = space_.mean(velocity_.now(flow_rate_->direction()));
}

void NavierStokes::solve_scalars(const time::NextStep& next, StepReport& report) {
  for (auto& scalar : scalars_) {
    perf::Profiler::Scope scope(profiler_, regions_.scalar);
    const auto solve = scalar->solve(next.bdf, next.time);
    count_solver(regions_.scalar, scalar->solver());
    report.solves.push_back({scalar->settings().name, scalar->solver().name(), solve});
  }
}

std::string NavierStokes::describe_solvers() const {
  std::string text =
      "pressure " + pressure_solver_->name() + ", velocity " + velocity_solvers_[0]->name();
  for (const auto& scalar : scalars_)
    text += ", " + scalar->settings().name + " " + scalar->solver().name();
  return text;
}

void NavierStokes::count(perf::RegionId region, const kernels::Cost& cost) {
  profiler_.count(region, cost.flops, cost.bytes);
}

void NavierStokes::count_solver(perf::RegionId region, HelmholtzSolver& solver) {
  const kernels::Cost counted = solver.counted();
  profiler_.count(region, solver.flops() - counted.flops, solver.bytes() - counted.bytes);
  attribute_transposes(region, solver);
}

void NavierStokes::attribute_transposes(perf::RegionId region, HelmholtzSolver& solver) {
  profiler_.attribute(region, regions_.transposes, solver.take_transpose_seconds());
}

}  // namespace lobatto::flow
