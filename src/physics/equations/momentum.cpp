#include "physics/equations/momentum.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/vectors/inner_products.hpp"
#include "physics/conditions/boundary_flux.hpp"
#include "physics/conditions/implicit_conditions.hpp"

namespace lobatto::physics {

namespace {

/// True when nothing fixes the level of the pressure, neither a face nor a wave.
bool is_up_to_constant(const FlowSettings& settings) {
  return settings.wave_number == 0 &&
         std::ranges::none_of(settings.faces, is_open, &VelocityBoundaryCondition::kind);
}

/// The sum of two functions.
space::SpaceTimeFunction sum_of(space::SpaceTimeFunction a, space::SpaceTimeFunction b) {
  return [a = std::move(a), b = std::move(b)](const space::Points& points, double t,
                                              std::span<double> out) {
    std::vector<double> of_b(out.size());
    a(points, t, out);
    b(points, t, of_b);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += of_b[i];
  };
}

/// What several components have in common.
krylov::SolveReport worst_of(std::span<const krylov::SolveReport> solves) {
  krylov::SolveReport worst;
  for (const auto& solve : solves) {
    worst.iterations = std::max(worst.iterations, solve.iterations);
    worst.residual = std::max(worst.residual, solve.residual);
    worst.converged = worst.converged && solve.converged;
  }
  return worst;
}

}  // namespace

Momentum::Momentum(state::State& state, const FlowSettings& settings, Coefficient& viscosity,
                   Density* density, ExplicitPart& explicit_part, CarriedField& velocity,
                   const SharedWorkspace& workspace, perf::Profiler& profiler)
    : space_(state.space().fluid()),
      has_solids_(!state.space().solids().empty()),
      settings_(settings),
      sums_region_(profiler, WorkPart::right_hand_sides),
      pressure_region_(profiler, WorkPart::pressure_solve),
      velocity_region_(profiler, WorkPart::velocity_solve),
      flow_rate_region_(profiler, WorkPart::flow_rate),
      diagnostics_region_(profiler, WorkPart::diagnostics),
      operators_(space::make_element_operators(space_, settings.wave_number)),
      viscosity_(viscosity),
      density_(density),
      explicit_part_(explicit_part),
      carried_(velocity),
      next_(velocity.next()),
      velocity_(velocity.field()),
      pressure_(state.declare("pressure", {.n_levels = 2,
                                           .n_saved = 1,
                                           .save_as = "flow/pressure",
                                           .up_to_constant = is_up_to_constant(settings)})),
      pressure_boundary_(space_, settings.faces, settings.wave_number),
      traction_(space_, settings.faces),
      extrapolated_traction_(space_, settings.faces, settings.wave_number),
      backflow_(space_, settings.faces),
      boundary_energy_(space_, settings.faces, settings.is_advected, settings.moving_mesh.get()),
      watches_flux_(must_balance(settings.faces) && changes_with_time(settings.faces)),
      velocity_values_{values_of(0), values_of(1), values_of(2)},
      pressure_values_(space_) {
  make_pressure_solver(profiler, workspace);
  make_velocity_solvers(workspace);
  if (settings_.along_characteristics && carried_.is_advected()) carry_along();
  if (velocity_solvers_[0]->takes_guesses() || density_ != nullptr) next_.take_guesses(space_);
  f_.resize(pressure_solver_->schedule().block_size());
  give_pressures();
  if (settings.flow_rate)
    flow_rate_ = std::make_unique<FlowRateControl>(space_, *settings.flow_rate,
                                                   viscosity.stiffness(), frames_ != nullptr);
  if (density_ != nullptr) {
    variable_stress_ = std::make_unique<VariableStress>(space_, *density_, viscosity, velocity_);
    kinematic_ = space_.make_field();
  } else if (viscosity.is_field()) {
    auto stress = std::make_unique<ViscousStressTerm>(space_, viscosity, velocity_);
    stress_ = stress.get();
    carried_.add(std::move(stress));
  }
  if (!settings.body_force) return;
  force_ = space_.make_vector_field();
  carried_.set_known_force(force_);
  evaluate_force(state.time());
}

void Momentum::make_pressure_solver(perf::Profiler& profiler, const SharedWorkspace& workspace) {
  const auto conditions = pressure_conditions(space_, settings_.faces);
  const IterativeHelmholtz of_density{
      .tolerance = settings_.iterative_pressure.tolerance,
      .max_iterations = settings_.iterative_pressure.max_iterations};
  if (settings_.pressure_method == SolverMethod::schwarz_multigrid)
    pressure_solver_ = make_schwarz_poisson(space_, conditions, settings_.iterative_pressure,
                                            profiler, settings_.rates);
  else
    pressure_solver_ = make_helmholtz_solver(settings_.pressure_method, space_, conditions,
                                             of_density, 1, workspace);
}

void Momentum::make_velocity_solvers(const SharedWorkspace& workspace) {
  if (needs_frames(space_, settings_.faces))
    frames_ = std::make_shared<const FaceFrames>(space_, settings_.faces);
  std::array<space::BoundaryConditions, 3> conditions;
  for (int d = 0; d < 3; ++d) {
    conditions[d] = velocity_conditions(space_, settings_.faces, d);
    const auto part = space::part_of_component(space_, d);
    for (int other = 0; other < d; ++other)
      if (conditions[other] == conditions[d] && space::part_of_component(space_, other) == part)
        velocity_solvers_[d] = velocity_solvers_[other];
    if (!velocity_solvers_[d])
      velocity_solvers_[d] =
          frames_ != nullptr
              ? make_jacobi_cg_helmholtz(space_, conditions[d], settings_.iterative_velocity, 3, {},
                                         frames_)
              : make_helmholtz_solver(settings_.velocity_method, space_, conditions[d],
                                      settings_.iterative_velocity, 3, workspace, part);
    if (frames_ != nullptr) give_partial_velocities(d);
    for (std::size_t f = 0; f < settings_.faces.size(); ++f) {
      const auto& face = settings_.faces[f];
      if (!face.velocity[d] || conditions[d][f] != poly::EndCondition::dirichlet) continue;
      velocity_values_[d].add_boundary(static_cast<int>(f), face.velocity[d], face.depends_on_time);
    }
  }
}

void Momentum::carry_along() {
  std::vector<space::BoundaryConditions> conditions;
  for (int d = 0; d < 3; ++d) conditions.push_back(velocity_conditions(space_, settings_.faces, d));
  explicit_part_.carry_along(carried_, space_, conditions);
}

/// Those of faces with frames; where a face meets one with all components, that holds.
void Momentum::give_partial_velocities(int component) {
  for (std::size_t f = 0; f < settings_.faces.size(); ++f) {
    const auto& face = settings_.faces[f];
    if (!face.velocity[component] || !lies_across_an_axis(face.kind)) continue;
    const auto part = static_cast<int>(f);
    if (face.kind == VelocityCondition::tangential &&
        space::Boundary(space_, part).axis() == component)
      continue;
    const auto given = face.kind == VelocityCondition::tangential
                           ? part_along_face(face.velocity, component)
                           : face.velocity[component];
    velocity_values_[component].add_partial_boundary(part, given, face.depends_on_time);
  }
}

void Momentum::give_pressures() {
  for (std::size_t f = 0; f < settings_.faces.size(); ++f) {
    const auto& face = settings_.faces[f];
    if (!face.traction || !is_open(face.kind)) continue;
    const int part = static_cast<int>(f);
    const auto given = pressure_of(face.traction->at);
    if (const auto of_flow = extrapolated_traction_.pressure_on(part))
      pressure_values_.add_boundary(part, sum_of(given, of_flow), true);
    else
      pressure_values_.add_boundary(part, given, face.traction->depends_on_time);
  }
}

void Momentum::impose(double t) {
  restore(t);
  for (int d = 0; d < 3; ++d) {
    velocity_values_[d].update(t);
    velocity_values_[d].impose(velocity_.now(d));
  }
  impose_in_frames();
}

void Momentum::impose_in_frames() {
  if (frames_ == nullptr) return;
  std::array<std::span<double>, 3> u;
  std::array<std::span<const double>, 3> given;
  for (int d = 0; d < 3; ++d) {
    u[d] = velocity_.now(d);
    given[d] = velocity_values_[d].extension();
  }
  frames_->impose(u, given);
}

void Momentum::restore(double /*t*/) {
  velocity_.clear_from(space_.size());
  pressure_.clear_from(space_.size());
}

void Momentum::follow_mesh() {
  pressure_boundary_.follow_mesh();
  traction_.follow_mesh();
  extrapolated_traction_.follow_mesh();
  backflow_.follow_mesh();
  boundary_energy_.follow_mesh();
  for (auto& values : velocity_values_) values.follow_mesh();
  pressure_values_.follow_mesh();
  pressure_solver_->follow_mesh();
  for (int d = 0; d < 3; ++d)
    if (is_first_of_its_solver(d)) velocity_solvers_[d]->follow_mesh();
}

void Momentum::record() {
  pressure_boundary_.record(velocity_.vector());
  extrapolated_traction_.record(velocity_.vector());
  backflow_.record(velocity_.vector());
}

void Momentum::prepare(const time::NextStep& next) {
  const bool is_moved = settings_.moving_mesh != nullptr;
  if (settings_.body_force && (settings_.body_force->depends_on_time || is_moved))
    evaluate_force(next.time);
}

void Momentum::solve(const time::NextStep& next, StepReport& report) {
  if (density_ != nullptr) sums_region_([&] { solve_density(next); });
  pressure_region_([&] { solve_pressure(next, report); });
  velocity_region_([&] { solve_velocity(next, report); });
  if (flow_rate_) flow_rate_region_([&] { hold_flow_rate(next, report); });
  diagnostics_region_([&] { update_power(next, report); });
}

void Momentum::finish(const time::NextStep& /*next*/, StepReport& report) {
  if (watches_flux_) report.flux_mismatch = flux_mismatch();
}

/// u^{n+1} = F u with u of the step solves its equation with the force b_0 (F u - u) added: the
/// levels of the past are filtered too, so that there is more to it than the change over dt.
void Momentum::end_step(const time::NextStep& next) {
  for (int d = 0; d < 3; ++d)
    power_.of_filter += next.bdf.leading * carried_.end_step(d, velocity_values_[d]).energy;
  power_.total += power_.of_filter;
}

void Momentum::evaluate_force(double t) {
  for (int d = 0; d < 3; ++d) space_.evaluate(settings_.body_force->components[d], t, force_[d]);
}

/// Scalars and the prediction of the velocity are there.
void Momentum::solve_density(const time::NextStep& next) {
  density_->solve(next, next_.prediction());
  viscosity_.set_capacity(density_->now());
  variable_stress_->kinematic_viscosity(kinematic_);
}

space::StiffnessCoefficient Momentum::pressure_stiffness() const {
  if (density_ == nullptr) return 1.0;
  return density_->volume_stiffness();
}

space::NodalValue Momentum::kinematic_viscosity() const {
  if (density_ == nullptr) return viscosity_.value();
  return std::span<const double>(kinematic_);
}

void Momentum::solve_pressure(const time::NextStep& next, StepReport& report) {
  pressure_boundary_.update(kinematic_viscosity(), next.bdf,
                            next.extrapolation_of(PressureBoundary::max_order), next.time);
  if (density_ != nullptr && is_up_to_constant(settings_))
    density_->balance(space_.communicator().sum(pressure_boundary_.given_flux().net));
  extrapolated_traction_.update(viscosity_.value(), next);
  pressure_values_.update(next.time);
  pressure_.advance();
  const auto p = in_fluid(pressure_.now());
  HelmholtzProblem problem{{}, p, next.bdf.leading * next_.enough()};
  if (density_ != nullptr) problem.guess = in_fluid(pressure_.at(1));
  pressure_solver_->begin(pressure_mass(), pressure_stiffness(), {problem});
  for (const ElementBlock& block : pressure_solver_->schedule()) {
    explicit_part_.provide(&next, block);
    double* const place = pressure_solver_->place_for(0, block);
    double* const f = place != nullptr ? place : f_.data();
    pressure_right_hand_side(next, block, f);
    pressure_solver_->put(0, block, f);
  }
  const auto solve = pressure_solver_->finish();
  pressure_values_.impose(p);
  pressure_region_.count(solve);
  report.solves.push_back({"pressure", pressure_solver_->name(), solve.solves[0]});
}

/// (grad q, u_hat), or u_hat + f, the surface terms, and what given pressures leave.
void Momentum::pressure_right_hand_side(const time::NextStep& next, const ElementBlock& block,
                                        double* f) {
  sums_region_([&] {
    std::array<const double*, 3> u_hat;
    for (int d = 0; d < 3; ++d) u_hat[d] = next_.hat(d).data() + block.offset;
    if (stress_ != nullptr) u_hat = stress_->plus_extrapolated(next.extrapolation, block, u_hat);
    if (variable_stress_) u_hat = variable_stress_->of_pressure(next, block, u_hat);
    operators_->weak_divergence(block.first, block.n_elements, u_hat, f);
    if (density_ != nullptr) density_->add_divergence(next.bdf.leading, block, f);
    pressure_boundary_.add_to(block, f);
    pressure_values_.subtract_lift(pressure_mass(), pressure_stiffness(), block, f);
    sums_region_.count(operators_->weak_divergence_cost() * block.n_elements);
  });
}

/// Components with equal conditions share a solver and are solved together.
void Momentum::solve_velocity(const time::NextStep& next, StepReport& report) {
  traction_.update(next.time);
  backflow_.update(next.extrapolation_of(Backflow::max_order),
                   density_ != nullptr ? &density_->now() : nullptr);
  if (density_ != nullptr) sums_region_([&] { weigh_provisional_velocity(); });
  for (auto& values : velocity_values_) values.update(next.time);
  std::vector<int> first_components;
  for (int d = 0; d < 3; ++d)
    if (is_first_of_its_solver(d)) first_components.push_back(d);
  const bool all_at_once =
      std::ranges::all_of(velocity_solvers_, &HelmholtzSolver::keeps_right_hand_sides);
  const auto begin = [&](int first) {
    std::vector<HelmholtzProblem> problems;
    for (const int d : components_with(first))
      problems.push_back({next_.guess(d), in_fluid(next_.solution(d)), next_.enough()});
    velocity_solvers_[first]->begin(velocity_mass(next), viscosity_.stiffness(), problems);
  };
  if (all_at_once) {
    for (const int first : first_components) begin(first);
    put_all_components(next);
  }
  std::vector<krylov::SolveReport> solves;
  for (const int first : first_components) {
    if (!all_at_once) {
      begin(first);
      put_one_by_one(next, first);
    }
    const auto solve = velocity_solvers_[first]->finish();
    solves.insert(solves.end(), solve.solves.begin(), solve.solves.end());
    velocity_region_.count(solve);
  }
  next_.finish();
  for (int d = 0; d < 3; ++d) velocity_values_[d].impose(velocity_.now(d));
  impose_in_frames();
  report.solves.push_back({"velocity", velocity_solvers_[0]->name(), worst_of(solves)});
}

void Momentum::weigh_provisional_velocity() {
  for (const ElementBlock& block : pressure_solver_->schedule()) {
    std::array<double*, 3> u_hat;
    for (int d = 0; d < 3; ++d) u_hat[d] = next_.hat(d).data() + block.offset;
    variable_stress_->of_velocity(block, next_.prediction(), u_hat);
    sums_region_.count(variable_stress_->cost() * block.n_elements);
  }
}

void Momentum::put_one_by_one(const time::NextStep& next, int first) {
  HelmholtzSolver& solver = *velocity_solvers_[first];
  const auto components = components_with(first);
  for (std::size_t i = 0; i < components.size(); ++i) {
    const int d = components[i];
    for (const ElementBlock& block : solver.schedule()) {
      sums_region_([&] {
        operators_->momentum_rhs(block.first, block.n_elements, d,
                                 next_.hat(d).data() + block.offset,
                                 pressure_.now().data() + block.offset, f_.data());
        sums_region_.count(operators_->momentum_rhs_cost() * block.n_elements);
        add_to_velocity_right_hand_side(next, d, block, f_.data());
      });
      solver.put(static_cast<int>(i), block, f_.data());
    }
  }
}

/// The three components of a block share the pressure's slopes and the geometry.
void Momentum::put_all_components(const time::NextStep& next) {
  f_.resize(3 * pressure_solver_->schedule().block_size());
  for (const ElementBlock& block : velocity_solvers_[0]->schedule()) {
    std::array<const double*, 3> u_hat;
    std::array<double*, 3> f;
    for (int d = 0; d < 3; ++d) {
      u_hat[d] = next_.hat(d).data() + block.offset;
      f[d] = velocity_solvers_[d]->place_for(place_in_its_solver(d), block);
      if (f[d] == nullptr) f[d] = f_.data() + d * block.n_values;
    }
    sums_region_([&] {
      operators_->momentum_rhs(block.first, block.n_elements, u_hat,
                               pressure_.now().data() + block.offset, f);
      sums_region_.count(operators_->momentum_rhs_cost(3) * block.n_elements);
      for (int d = 0; d < 3; ++d) add_to_velocity_right_hand_side(next, d, block, f[d]);
    });
    for (int d = 0; d < 3; ++d) velocity_solvers_[d]->put(place_in_its_solver(d), block, f[d]);
  }
}

/// To M (u_hat - grad p): the tractions, and what given values leave on the right.
void Momentum::add_to_velocity_right_hand_side(const time::NextStep& next, int component,
                                               const ElementBlock& block, double* f) {
  traction_.add_to(component, block, f);
  extrapolated_traction_.add_to(component, block, f);
  backflow_.add_to(component, block, f);
  velocity_values_[component].record(block, f);
  velocity_values_[component].subtract_lift(velocity_mass(next), viscosity_.stiffness(), block, f);
}

FlowRateControl::Solvers Momentum::solvers() const {
  return {*pressure_solver_,
          {velocity_solvers_[0].get(), velocity_solvers_[1].get(), velocity_solvers_[2].get()}};
}

void Momentum::hold_flow_rate(const time::NextStep& next, StepReport& report) {
  const auto correction =
      flow_rate_->apply(next.bdf.leading, solvers(), velocity_.vector(), pressure_.now());
  flow_rate_region_.attribute_transposes(correction.transpose_seconds);
  report.pressure_gradient = correction.force;
  report.bulk_velocity = space_.mean(velocity_.now(flow_rate_->direction()));
}

double Momentum::flux_mismatch() const {
  const auto given = pressure_boundary_.given_flux();
  std::array<double, 2> sums{given.net, given.through};
  space_.communicator().sum(sums);
  return sums[1] > 0 ? std::abs(sums[0]) / sums[1] : 0.0;
}

void Momentum::update_power(const time::NextStep& next, const StepReport& report) {
  const auto& velocity = velocity_.vector();
  const space::NodalValue density =
      density_ != nullptr ? space::NodalValue(std::span<const double>(density_->now())) : 1.0;
  power_ = {boundary_energy_.power(velocity, pressure_.now(), density) + traction_.power(velocity) +
                extrapolated_traction_.power(velocity),
            0};
  double& power = power_.total;
  for (int d = 0; d < 3; ++d)
    power +=
        velocity_values_[d].power(velocity_mass(next), viscosity_.stiffness(), velocity_.now(d));
  if (!flow_rate_) return;
  // The force came after the right-hand side was recorded.
  const double force = *report.pressure_gradient;
  power -= force * velocity_values_[flow_rate_->direction()].integral();
  if (space_.communicator().rank() == 0) power += force * *report.bulk_velocity * space_.volume();
}

bool Momentum::has_forces() const {
  return settings_.body_force || !carried_.terms().empty() || density_ != nullptr;
}

Power Momentum::power_of_forces(const ElementBlock& block,
                                const std::array<const double*, 3>& mass_u) const {
  Power power;
  if (settings_.body_force)
    for (int d = 0; d < 3; ++d)
      power.total +=
          kernels::inner_product(force_[d].data() + block.offset, mass_u[d], block.n_values);
  for (const auto& term : carried_.terms()) {
    const double of_term = term->power(block, mass_u);
    power.total += of_term;
    if (term->is_filter()) power.of_filter += of_term;
  }
  if (density_ != nullptr) power.total += density_->power(block, pressure_.now(), mass_u);
  return power;
}

kernels::Cost Momentum::power_of_forces_cost() const {
  const auto n = static_cast<double>(space_.element_size());
  kernels::Cost cost{3.0 * n, 0.0};  // M u
  if (settings_.body_force) cost = cost + kernels::Cost{6.0 * n, 24.0 * n};
  for (const auto& term : carried_.terms()) cost = cost + term->power_cost();
  return cost;
}

/// Of the components that share a solver, the first one.
bool Momentum::is_first_of_its_solver(int component) const {
  const auto begin = velocity_solvers_.begin(), end = begin + component;
  return std::find(begin, end, velocity_solvers_[component]) == end;
}

/// How many of the components before it share its solver.
int Momentum::place_in_its_solver(int component) const {
  return static_cast<int>(std::count(velocity_solvers_.begin(),
                                     velocity_solvers_.begin() + component,
                                     velocity_solvers_[component]));
}

std::vector<int> Momentum::components_with(int first) const {
  std::vector<int> components;
  for (int d = first; d < 3; ++d)
    if (velocity_solvers_[d] == velocity_solvers_[first]) components.push_back(d);
  return components;
}

std::string Momentum::describe_solvers() const {
  return "pressure " + pressure_solver_->name() + ", velocity " + velocity_solvers_[0]->name();
}

void Momentum::tighten_solvers(double factor) {
  pressure_solver_->tighten(factor);
  for (int d = 0; d < 3; ++d)
    if (is_first_of_its_solver(d)) velocity_solvers_[d]->tighten(factor);
}

void Momentum::visit_solvers(base::StateVisitor& visitor, const base::RowSet& elements) {
  const auto numbers = space_.element_numbers();
  const base::RowSet fluid{has_solids_ ? "fluid_" + elements.name : elements.name, numbers,
                           elements.row_length};
  pressure_solver_->visit_state(visitor, "solvers/pressure", fluid);
  constexpr std::array components{"u", "v", "w"};
  for (int d = 0; d < 3; ++d)
    if (is_first_of_its_solver(d))
      velocity_solvers_[d]->visit_state(visitor, std::string("solvers/velocity/") + components[d],
                                        fluid);
  if (flow_rate_) flow_rate_->visit_state(visitor, fluid);
}

}  // namespace lobatto::physics
