#include "python/simulation_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "case/document/spelling.hpp"
#include "case/expressions/coefficient_expression.hpp"
#include "space/boundary.hpp"
#include "space/interpolation.hpp"
#include "space/named_boundaries.hpp"

namespace lobatto::python {

namespace {

constexpr std::array<const char*, 3> components{"u", "v", "w"};
constexpr double seconds_without_progress = 10;

}  // namespace

void SimulationView::end() {
  elliptic_.reset();
  search_.reset();
  operators_.reset();
  simulation_ = nullptr;
}

run::Simulation& SimulationView::simulation() const {
  if (simulation_ == nullptr)
    throw base::Error(
        "the run has ended, and its simulation is gone: take what you need while it is there, such "
        "as sim[\"u\"].copy()");
  return *simulation_;
}

std::vector<std::string> SimulationView::field_names() const {
  std::vector<std::string> names;
  for (const auto& field : simulation().state().variables()) {
    if (field->name() == "velocity")
      names.insert(names.end(), components.begin(), components.end());
    else if (!field->kind().is_vector)
      names.push_back(field->name() == "pressure" ? "p" : field->name());
  }
  return names;
}

SimulationView::LiveField SimulationView::field(const std::string& name) {
  state::State& state = simulation().state();
  const auto component = std::ranges::find(components, name);
  if (component != components.end() && state.find("velocity") != nullptr)
    return {show("velocity", static_cast<int>(component - components.begin())),
            !simulation().the_case().prescribed_velocity};
  const std::string in_state = name == "p" ? "pressure" : name;
  const state::Variable* found = state.find(in_state);
  if (found == nullptr || found->kind().is_vector) {
    const auto names = field_names();
    throw base::Error(fmt::format("there is no field '{}'{}", name,
                                  cases::suggestion_or_list(name, names, "; there are ")));
  }
  // The pressure and coefficients follow from the rest.
  const auto derived = cases::coefficient_fields(simulation().the_case());
  const auto& extra = simulation().the_case().extra_fields;
  const bool is_derived = std::ranges::find(derived, in_state) != derived.end() &&
                          std::ranges::find(extra, in_state) == extra.end();
  return {show(in_state, 0), in_state != "pressure" && !is_derived};
}

std::span<double> SimulationView::show(std::string_view name, int component) {
  const auto& field = *std::ranges::find(simulation().state().variables(), name,
                                         [](const auto& each) { return each->name(); });
  if (std::ranges::find(shown_, field) == shown_.end()) shown_.push_back(field);
  return field->now(component);
}

void SimulationView::begin_anew() {
  const state::State& state = simulation().state();
  physics::EquationSystem::Fields as_they_are;
  as_they_are.scalars.resize(simulation().the_case().scalars.size());
  for (const auto& name : simulation().the_case().model_fields)
    if (state[name].kind().n_saved > 0) as_they_are.others[name] = state[name].now();
  simulation().begin_from(state.time(), state.n_steps(), as_they_are);
}

const space::FunctionSpace& SimulationView::space_of(std::span<const double> values) const {
  if (values.size() == space().size()) return space();
  if (values.size() == space().fluid().size()) return space().fluid();
  throw base::Error(fmt::format("expected values at the {} nodes of this rank, found {}",
                                space().size(), values.size()));
}

const space::VectorField& SimulationView::coordinates() {
  if (!coordinates_ || mesh_moves()) {
    if (!coordinates_) coordinates_ = space().make_vector_field();
    std::array<std::vector<double>, 3> x;
    for (int e = 0; e < space().n_elements(); ++e) {
      space().element_points(e, x);
      for (int d = 0; d < 3; ++d)
        std::ranges::copy(x[d], (*coordinates_)[d].begin() +
                                    static_cast<std::ptrdiff_t>(e * space().element_size()));
    }
  }
  return *coordinates_;
}

const space::Field& SimulationView::mass() {
  if (!mass_ || mesh_moves()) {
    if (!mass_) mass_ = space().make_field();
    std::ranges::fill(*mass_, 1.0);
    space::multiply_by_mass(space(), 0, space().n_elements(), mass_->data(), mass_->data());
  }
  return *mass_;
}

std::vector<int> SimulationView::boundaries_named(const std::string& name) const {
  const auto names = space::boundary_names(space());
  if (std::ranges::find(names, name) == names.end())
    throw base::Error(fmt::format("there is no boundary '{}'{}", name,
                                  cases::suggestion_or_list(name, names, "; there are ")));
  return space::boundaries_named(name, space());
}

std::vector<std::size_t> SimulationView::boundary(const std::string& name) const {
  std::vector<std::size_t> nodes;
  for (const int index : boundaries_named(name)) {
    const auto of_part = space::boundary_nodes(space(), index);
    nodes.insert(nodes.end(), of_part.begin(), of_part.end());
  }
  std::ranges::sort(nodes);
  const auto repeated = std::ranges::unique(nodes);
  nodes.erase(repeated.begin(), repeated.end());
  return nodes;
}

space::VectorField SimulationView::gradient(std::span<const double> values) {
  const auto& where = space_of(values);
  if (!operators_) operators_ = space::make_element_operators(space());
  auto result = where.make_vector_field();
  operators_->gradient(0, where.n_elements(), values.data(),
                       {result[0].data(), result[1].data(), result[2].data()});
  return result;
}

double SimulationView::integrate_over_boundary(std::span<const double> values,
                                               const std::string& name) const {
  const auto& where = space_of(values);
  double sum = 0;
  for (const int index : boundaries_named(name)) {
    const space::Boundary boundary(where, index);
    std::vector<double> on_boundary(boundary.n_values());
    boundary.restrict_field(values, on_boundary);
    sum +=
        std::inner_product(on_boundary.begin(), on_boundary.end(), boundary.weights().begin(), 0.0);
  }
  return where.communicator().sum(sum);
}

double SimulationView::norm(std::span<const double> values) const {
  return std::sqrt(space_of(values).inner_product(values, values));
}

space::Field SimulationView::solve_helmholtz(double lambda, std::span<const double> f,
                                             const std::vector<GivenSide>& sides,
                                             const std::string& method, double tolerance) {
  using Method = physics::EllipticSolver::Method;
  if (!elliptic_ || mesh_moves()) elliptic_ = std::make_unique<physics::EllipticSolver>(space());
  std::vector<physics::EllipticSolver::Side> given;
  for (const auto& side : sides)
    for (const int boundary : boundaries_named(side.boundary))
      given.push_back({boundary, side.gives_value, side.field});
  const Method way = method == "direct"      ? Method::direct
                     : method == "iterative" ? Method::iterative
                                             : Method::automatic;
  return elliptic_->solve({lambda, f, given, way, tolerance}).u;
}

stability::FlowGradient& SimulationView::flow_gradient() {
  run::Simulation& run = simulation();
  if (!flow_gradient_)
    flow_gradient_ =
        std::make_unique<stability::FlowGradient>(run.state(), run.equations(), run.settings());
  return *flow_gradient_;
}

stability::FlowGradient::Plan SimulationView::plan_sensitivity(long long n_steps, int n_snapshots,
                                                               int n_on_disk) {
  return flow_gradient().plan({n_steps, 0, n_snapshots, n_on_disk});
}

stability::FlowGradient::Result SimulationView::find_sensitivity(
    const SensitivityRun& run, stability::FlowGradient::Objective objective) {
  const auto dt = run.dt ? run.dt : simulation().the_case().dt;
  if (!dt)
    throw base::Error(
        "steps of constant length are wanted; expected dt = ..., or time.dt in the "
        "case in place of time.cfl");
  const base::Stopwatch since_start;
  std::optional<run::ProgressLine> line;
  const bool tells = space().communicator().rank() == 0;
  const auto watch = [&](double share) {
    if (!tells || since_start.seconds() < seconds_without_progress) return;
    if (!line) line.emplace(run.progress, run::ProgressLine::First::at_once);
    line->update(share, [] { return std::vector<run::ProgressLine::Part>{{2, "gradient"}}; });
  };
  auto result = flow_gradient().find(
      {run.n_steps, *dt, run.n_snapshots, run.n_on_disk, run.scratch, watch}, objective);
  if (line) line->finish();
  return result;
}

std::vector<std::vector<double>> SimulationView::interpolate(
    std::span<const std::array<double, 3>> points,
    std::span<const std::span<const double>> fields) {
  if (!search_ || mesh_moves()) search_ = std::make_unique<space::ElementSearch>(space());
  space::Interpolation interpolation(space().communicator(), *search_, points, 1e-8);
  std::vector<std::vector<double>> values;
  for (const auto& field : fields) {
    auto& at_points = values.emplace_back(points.size());
    if (&space_of(field) == &space()) {
      interpolation.evaluate(field, at_points);
    } else {  // zero where nothing flows
      std::vector<double> whole(field.begin(), field.end());
      whole.resize(space().size());
      interpolation.evaluate(whole, at_points);
    }
    for (const std::size_t q : interpolation.missing())
      at_points[q] = std::numeric_limits<double>::quiet_NaN();
  }
  return values;
}

}  // namespace lobatto::python
