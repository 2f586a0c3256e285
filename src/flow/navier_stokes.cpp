#include "flow/navier_stokes.hpp"

#include <algorithm>
#include <cmath>

#include "flow/boundary_flux.hpp"
#include "flow/implicit_conditions.hpp"

namespace lobatto::flow {

NavierStokes::NavierStokes(const space::FunctionSpace& space, const FlowSettings& settings,
                           perf::Profiler& profiler)
    : space_(space),
      settings_(settings),
      profiler_(profiler),
      regions_{profiler.add("advection"),      profiler.add("right-hand sides"),
               profiler.add("pressure solve"), profiler.add("velocity solve"),
               profiler.add("scalar solve"),   profiler.add("transposes"),
               profiler.add("flow rate"),      profiler.add("diagnostics")},
      advection_(space::make_advection(space, settings.quadrature_nodes)),
      operators_(space::make_element_operators(space)),
      velocity_(space.make_vector_field()),
      explicit_terms_(space.make_vector_field()),
      pressure_(space.make_field()),
      pressure_boundary_(space, settings.faces),
      backflow_(space, settings.faces),
      boundary_energy_(space, settings.faces),
      watches_flux_(must_balance(settings.faces) && changes_with_time(settings.faces)),
      velocity_values_{DirichletValues(space), DirichletValues(space), DirichletValues(space)} {
  const auto workspace = std::make_shared<direct::Workspace>();
  const auto conditions = pressure_conditions(space, settings.faces);
  pressure_solver_ =
      settings.pressure_method == PoissonMethod::schwarz_multigrid
          ? make_schwarz_poisson(space, conditions, settings.iterative_pressure, profiler)
          : make_tensor_helmholtz(space, conditions, workspace);
  make_velocity_solvers(workspace);
  for (const auto& scalar : settings.scalars)
    scalars_.push_back(
        std::make_unique<ScalarTransport>(space, scalar, settings.iterative_velocity, workspace));
  if (settings.flow_rate)
    flow_rate_ = std::make_unique<FlowRateControl>(space, *settings.flow_rate, settings.viscosity);
  if (settings.body_force) {
    body_force_ = space.make_vector_field();
    for (int d = 0; d < 3; ++d)
      space.evaluate(settings.body_force->components[d], time_, body_force_[d]);
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
  time_ = t;
  for (int d = 0; d < 3; ++d) {
    if (velocity[d])
      space_.evaluate(velocity[d], t, velocity_.current()[d]);
    else
      velocity_.current()[d].fill(0.0);
    velocity_values_[d].update(t);
    velocity_values_[d].impose(velocity_.current()[d]);
  }
  for (std::size_t s = 0; s < scalars_.size(); ++s)
    if (s < scalars.size() && scalars[s])
      space_.evaluate(scalars[s], t, scalars_[s]->value().current());
}

void NavierStokes::set_fields(double t, long long n_steps, const Fields& fields) {
  time_ = t;
  n_steps_ = n_steps;
  past_steps_.clear();
  const auto copy = [](std::span<const double> from, space::Field& to) {
    for (std::size_t q = 0; q < from.size(); ++q) to[q] = from[q];
  };
  for (int d = 0; d < 3; ++d) {
    copy(fields.velocity[d], velocity_.current()[d]);
    velocity_values_[d].update(t);
    velocity_values_[d].impose(velocity_.current()[d]);
  }
  copy(fields.pressure, pressure_.current());
  for (std::size_t s = 0; s < scalars_.size(); ++s)
    copy(fields.scalars[s], scalars_[s]->value().current());
}

void NavierStokes::push_history(double dt) {
  const Implicit next = begin_step(dt);
  advance_levels();
  evaluate_explicit_terms(nullptr, space_.n_elements());
  time_ = next.t;
}

StepReport NavierStokes::step(double dt) {
  const Implicit next = begin_step(dt);
  StepReport report;
  report.step = ++n_steps_;
  report.dt = dt;
  report.order = next.bdf.order;

  advance_levels();
  update_body_force(next.t);
  solve_pressure_with_explicit_part(next, report);
  solve_velocity(next, report);
  hold_flow_rate(next, report);
  solve_scalars(next, report);

  time_ = report.time = next.t;
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

NavierStokes::Implicit NavierStokes::begin_step(double dt) {
  past_steps_.insert(past_steps_.begin(), dt);
  past_times_.insert(past_times_.begin(), time_);
  past_steps_.resize(std::min<std::size_t>(past_steps_.size(), time::max_order));
  past_times_.resize(past_steps_.size());
  const int order = std::min(settings_.time_order, static_cast<int>(past_steps_.size()));
  const int boundary_order = std::min(order, PressureBoundary::max_order);
  return {time::bdf(past_steps_, order), time::extrapolation(past_steps_, order),
          time::extrapolation(past_steps_, boundary_order), time_ + dt};
}

void NavierStokes::advance_levels() {
  pressure_boundary_.record(velocity_.current());
  backflow_.record(velocity_.current());
  velocity_.advance();
  explicit_terms_.advance();
  n_explicit_ = 0;
  for (auto& scalar : scalars_) {
    scalar->value().advance();
    scalar->explicit_term().advance();
  }
}

void NavierStokes::solve_pressure_with_explicit_part(const Implicit& next, StepReport& report) {
  perf::Profiler::Scope scope(profiler_, regions_.pressure);
  pressure_boundary_.update(settings_.viscosity, next.bdf, next.boundary_extrapolation, next.t);
  pressure_.advance();
  const std::size_t size = space_.element_size();
  const int n_x = space_.column_length();
  const auto source = [&](int column, double* f) {
    evaluate_explicit_terms(&next, (column + 1) * n_x);
    perf::Profiler::Scope rhs_scope(profiler_, regions_.right_hand_sides);
    for (int x = 0; x < n_x; ++x) {
      const int e = column * n_x + x;
      std::array<const double*, 3> u_hat;
      for (int d = 0; d < 3; ++d) u_hat[d] = velocity_.current()[d].data() + e * size;
      operators_->weak_divergence(e, u_hat, {f + x * size, size});
      pressure_boundary_.add_to(e, f + x * size);
    }
    count(regions_.right_hand_sides, operators_->weak_divergence_cost() * n_x);
  };
  const auto solve = pressure_solver_->solve(0.0, 1.0, {source, {}, pressure_.current()});
  count_solver(regions_.pressure, *pressure_solver_);
  report.solves.push_back({"pressure", pressure_solver_->name(), solve});
}

void NavierStokes::momentum_right_hand_side(const Implicit& next, int component, int column,
                                            double* f) {
  perf::Profiler::Scope rhs_scope(profiler_, regions_.right_hand_sides);
  const std::size_t size = space_.element_size();
  const int n_x = space_.column_length();
  const double* u_hat = velocity_.current()[component].data();
  const double* p = pressure_.current().data();
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

void NavierStokes::solve_velocity(const Implicit& next, StepReport& report) {
  perf::Profiler::Scope scope(profiler_, regions_.velocity);
  backflow_.update(next.boundary_extrapolation);
  const auto source_of = [&](int d) {
    return
        [this, &next, d](int column, double* f) { momentum_right_hand_side(next, d, column, f); };
  };
  const std::array sources{source_of(0), source_of(1), source_of(2)};
  std::array<std::vector<kernels::Term>, 3> guesses;
  for (int d = 0; d < 3; ++d) {
    velocity_values_[d].update(next.t);
    guesses[d] =
        extrapolated_guess(next.bdf.order, velocity_.at(1)[d].data(), velocity_.at(2)[d].data());
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
      if (shares(d)) problems.push_back({sources[d], guesses[d], velocity_.current()[d]});
    for (const auto& solve : solver.solve_all(next.bdf.leading, settings_.viscosity, problems)) {
      worst.iterations = std::max(worst.iterations, solve.iterations);
      worst.residual = std::max(worst.residual, solve.residual);
      worst.converged = worst.converged && solve.converged;
    }
    count_solver(regions_.velocity, solver);
  }
  for (int d = 0; d < 3; ++d) velocity_values_[d].impose(velocity_.current()[d]);
  report.solves.push_back({"velocity", velocity_solvers_[0]->name(), worst});
}

void NavierStokes::hold_flow_rate(const Implicit& next, StepReport& report) {
  if (!flow_rate_) return;
  perf::Profiler::Scope scope(profiler_, regions_.flow_rate);
  report.pressure_gradient = flow_rate_->apply(
      next.bdf.leading,
      {*pressure_solver_,
       {velocity_solvers_[0].get(), velocity_solvers_[1].get(), velocity_solvers_[2].get()}},
      velocity_.current(), pressure_.current());
  // Or they would be taken for those of the next solves.
  attribute_transposes(regions_.flow_rate, *pressure_solver_);
  for (const auto& solver : velocity_solvers_) attribute_transposes(regions_.flow_rate, *solver);
  report.bulk_velocity = space_.mean(velocity_.current()[flow_rate_->direction()]);
}

void NavierStokes::solve_scalars(const Implicit& next, StepReport& report) {
  for (auto& scalar : scalars_) {
    perf::Profiler::Scope scope(profiler_, regions_.scalar);
    const auto solve = scalar->solve(next.bdf, next.t);
    count_solver(regions_.scalar, scalar->solver());
    report.solves.push_back({scalar->settings().name, scalar->solver().name(), solve});
  }
}

bool NavierStokes::pressure_up_to_constant() const {
  return std::none_of(settings_.faces.begin(), settings_.faces.end(), [](const VelocityFace& face) {
    return face.kind == VelocityCondition::outflow;
  });
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
