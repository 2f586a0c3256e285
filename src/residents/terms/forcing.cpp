// [forcing]: what drives the flow: a bulk velocity that is held, a body force, buoyancy.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "case/schema/schema.hpp"
#include "physics/terms/buoyancy.hpp"
#include "physics/terms/solution_force.hpp"
#include "plan/describe.hpp"
#include "residents/case_values.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

struct Forcing {
  struct Buoyancy : physics::Buoyancy {
    std::string name;  ///< of the scalar
  };
  std::optional<double> flow_rate;
  std::optional<int> flow_direction;
  std::optional<cases::VectorExpression> body_force;
  std::vector<Buoyancy> buoyancy;
};

void check_buoyancy(const cases::Section& table, Forcing::Buoyancy& buoyancy) {
  if (std::ranges::all_of(buoyancy.direction, [](double x) { return x == 0; }))
    table.report("direction", "is zero");
}

const cases::Table<Forcing::Buoyancy>& buoyancy_table() {
  static const cases::Table<Forcing::Buoyancy> table{
      {.path = "forcing.buoyancy[]",
       .kind = cases::Kind::table_list,
       .description = "a force per mass: coefficient * (scalar - reference) * direction"},
      {{&Forcing::Buoyancy::name,
        {.path = "forcing.buoyancy[].scalar",
         .kind = cases::Kind::scalar_name,
         .required = true,
         .example = "\"temperature\"",
         .description = "the scalar that drives"}},
       {&Forcing::Buoyancy::coefficient,
        {.path = "forcing.buoyancy[].coefficient",
         .example = "9.81",
         .description = "gravity times expansion"}},
       {&Forcing::Buoyancy::reference,
        {.path = "forcing.buoyancy[].reference",
         .example = "0.5",
         .description = "value of the scalar without force"}},
       {&Forcing::Buoyancy::direction,
        {.path = "forcing.buoyancy[].direction",
         .example = "[0, 0, 1]",
         .description = "direction of the force where the scalar is above the reference"}}},
      check_buoyancy};
  return table;
}

const cases::Table<Forcing>& forcing_table() {
  static const cases::Table<Forcing> table{
      {.path = "forcing", .description = "What drives the flow"},
      {{&Forcing::flow_rate,
        {.path = "forcing.flow_rate",
         .example = "1.0",
         .description = "bulk velocity to hold, along a periodic direction"}},
       {cases::worded(&Forcing::flow_direction, cases::direction_words()),
        {.path = "forcing.flow_direction",
         .default_text = "the only periodic direction, or z",
         .example = "\"x\"",
         .description = "direction of `flow_rate`"}},
       {&Forcing::body_force,
        {.path = "forcing.body",
         .variables = cases::Variables::solution,
         .example = "[\"0\", \"0\", \"0.01*sin(x)\"]",
         .description = "force per mass; may use the velocity u, v, w and the scalars by name"}},
       {&Forcing::buoyancy, buoyancy_table()}}};
  return table;
}

int default_flow_direction(const cases::Case& c) {
  const int n_directions = c.plane ? 2 : 3;
  const auto n_periodic = std::count_if(c.axes.begin(), c.axes.begin() + n_directions,
                                        [](const auto& axis) { return axis.periodic; });
  for (int d = 0; d < n_directions; ++d)
    if (n_periodic == 1 && c.axes[d].periodic) return d;
  return c.plane ? 0 : 2;
}

void check_buoyancy(const cases::Section& table, const Forcing& forcing, const cases::Case& c) {
  for (const auto& buoyancy : forcing.buoyancy)
    if (c.axisymmetric && (buoyancy.direction[1] != 0 || buoyancy.direction[2] != 0))
      table.report("buoyancy", "around the axis y = 0 its direction is along x");
}

void complete_flow_rate(const cases::Section& table, Forcing& forcing, const cases::Case& c) {
  const bool has_direction = table.has("flow_direction");
  if (has_direction && !table.has("flow_rate"))
    table.report("flow_direction", "has no meaning without 'flow_rate'");
  if (!forcing.flow_rate) return;
  if (!forcing.flow_direction) forcing.flow_direction = default_flow_direction(c);
  if (c.axisymmetric && *forcing.flow_direction != 0)
    table.report("flow_direction", "around the axis y = 0 a flow rate is held along x");
  const auto& axis = c.axes[*forcing.flow_direction];
  if (!axis.ticks.empty() && !axis.periodic)
    table.report(has_direction ? "flow_direction" : "flow_rate",
                 fmt::format("a flow rate is held along a periodic direction; {} is not periodic",
                             word_of(cases::direction_words(), *forcing.flow_direction)));
}

void check_forcing(const cases::Section& table, Forcing& forcing, const std::vector<Forcing>&,
                   cases::Case& c) {
  complete_flow_rate(table, forcing, c);
  check_buoyancy(table, forcing, c);
  const auto names = scalar_names(c);
  for (Forcing::Buoyancy& buoyancy : forcing.buoyancy)
    buoyancy.scalar =
        static_cast<std::size_t>(std::ranges::find(names, buoyancy.name) - names.begin());
  const auto& body = forcing.body_force;
  c.force_fluctuates =
      !forcing.buoyancy.empty() || (body && (depends_on_time(*body) || depends_on_solution(*body)));
  c.field_doubles += (forcing.flow_rate ? 1.0 : 0.0) + (body ? 3.0 : 0.0);
}

std::string describe_forcing(const cases::Case& c) {
  std::string text;
  for (const Forcing& forcing : c.extensions.of<Forcing>()) {
    if (forcing.flow_rate)
      text +=
          plan::line("flow rate", fmt::format("bulk velocity {:.6g} along {}", *forcing.flow_rate,
                                              plan::direction_names[*forcing.flow_direction]));
    if (forcing.body_force)
      text += plan::line("body force", plan::vector_text(*forcing.body_force));
    for (const auto& b : forcing.buoyancy)
      text +=
          plan::line("buoyancy", fmt::format("{:.6g} ({} - {:.6g}) along ({:.6g}, {:.6g}, {:.6g})",
                                             b.coefficient, b.name, b.reference, b.direction[0],
                                             b.direction[1], b.direction[2]));
  }
  return text;
}

void look_at_forcing(const cases::Case& c, CaseValues& values) {
  for (const Forcing& forcing : c.extensions.of<Forcing>())
    if (forcing.body_force)
      for (const cases::Expression& text : *forcing.body_force) values.look_at_source(text, 0.0);
}

/// A scalar that is a wave of cos does not drive a velocity along z that is one of sin.
void refuse_lift_along_z(const cases::Case& c, const Forcing& forcing) {
  for (std::size_t b = 0; wave_number(c) != 0 && b < forcing.buoyancy.size(); ++b)
    if (forcing.buoyancy[b].direction[2] != 0)
      throw base::Error(fmt::format(
          "{}: has a part along z; with stability.wave_number expected a direction in the plane",
          c.place(fmt::format("forcing.buoyancy[{}].direction", b))));
}

/// A body force that does not use the solution is known at the new time.
void set_forcing(const cases::Case& c, Formulas& formulas, const space::FunctionSpace& /*space*/,
                 physics::FlowSettings& settings) {
  for (const Forcing& forcing : c.extensions.of<Forcing>()) {
    const auto& body = forcing.body_force;
    if (forcing.flow_rate)
      settings.flow_rate = physics::FlowRate{*forcing.flow_direction, *forcing.flow_rate};
    if (body && depends_on_solution(*body)) refuse_linearised(c, "forcing.body");
    refuse_lift_along_z(c, forcing);
    if (body && !depends_on_solution(*body))
      settings.body_force =
          physics::BodyForce{formulas.vector_function(*body), depends_on_time(*body)};
  }
}

void add_forcing(const AssemblyContext& context) {
  physics::Assembly& assembly = context.assembly;
  std::vector<const state::Variable*> scalars;
  for (auto* scalar : assembly.scalars) scalars.push_back(&scalar->field());
  for (const Forcing& forcing : context.the_case.extensions.of<Forcing>()) {
    for (physics::Buoyancy buoyancy : forcing.buoyancy) {
      if (has_trait(context.the_case, Trait::linearised)) buoyancy.reference = 0;
      assembly.velocity->add(std::make_unique<physics::BuoyancyTerm>(
          buoyancy, *scalars[buoyancy.scalar], assembly.state.space().element_size()));
    }
    if (forcing.body_force && depends_on_solution(*forcing.body_force))
      assembly.velocity->add(std::make_unique<physics::SolutionForce>(
          context.formulas.vector_source(*forcing.body_force), assembly.state,
          assembly.velocity->field(), scalars));
  }
}

void add_body_force(const Solution& solution, const physics::VectorSource& body, double t,
                    space::VectorField& force) {
  const auto& fluid = solution.space.fluid();
  const std::size_t size = fluid.element_size();
  std::array<std::vector<double>, 3> x;
  std::vector<double> values(size);
  std::vector<const double*> velocity(3), scalars;
  for (int e = 0; e < fluid.n_elements(); ++e) {
    const std::size_t begin = e * size;
    fluid.element_points(e, x);
    for (int d = 0; d < 3; ++d) velocity[d] = solution.state["velocity"].now(d).data() + begin;
    scalars.clear();
    for (const auto& scalar : solution.the_case.scalars)
      scalars.push_back(solution.state[scalar.name].now().data() + begin);
    for (int d = 0; d < 3; ++d) {
      body[d]({x[0], x[1], x[2]}, t, velocity, scalars, values);
      for (std::size_t q = 0; q < size; ++q) force[d][begin + q] += values[q];
    }
  }
}

void add_buoyancy(const Solution& solution, const Forcing::Buoyancy& buoyancy,
                  space::VectorField& force) {
  const auto& scalar = solution.state[buoyancy.name].now();
  for (int d = 0; d < 3; ++d) {
    const double factor = buoyancy.coefficient * buoyancy.direction[d];
    if (factor == 0) continue;
    for (std::size_t q = 0; q < solution.space.fluid().size(); ++q)
      force[d][q] += factor * (scalar[q] - buoyancy.reference);
  }
}

ForceAdder force_of_forcing(const Solution& solution, Formulas& formulas) {
  std::vector<physics::VectorSource> bodies;
  for (const Forcing& forcing : solution.the_case.extensions.of<Forcing>())
    if (forcing.body_force) bodies.push_back(formulas.vector_source(*forcing.body_force));
  return [solution, bodies](double t, space::VectorField& force) {
    for (const auto& body : bodies) add_body_force(solution, body, t, force);
    for (const Forcing& forcing : solution.the_case.extensions.of<Forcing>())
      for (const auto& buoyancy : forcing.buoyancy) add_buoyancy(solution, buoyancy, force);
  };
}

void check_forcing_on_mesh(const cases::Case& c, const space::FunctionSpace& space,
                           cases::Problems& problems) {
  for (const Forcing& forcing : c.extensions.of<Forcing>())
    for (const auto& buoyancy : forcing.buoyancy)
      if (space.rotation() != nullptr && !space.rotation()->is_along(buoyancy.direction))
        problems.add_placed(fmt::format(
            "{}: the periodic sides of the mesh are a rotation by {}; expected a direction along "
            "its axis",
            c.place("forcing.buoyancy"), mesh::text_of(*space.rotation())));
}

}  // namespace

Resident forcing() {
  Resident resident{cases::extension_of(forcing_table(), check_forcing)};
  resident.in_case_file.place = cases::Place::with_conditions;
  resident.in_case_file.describe = describe_forcing;
  resident.set = set_forcing;
  resident.add = add_forcing;
  resident.look_at = look_at_forcing;
  resident.force = force_of_forcing;
  resident.check_on_mesh = check_forcing_on_mesh;
  resident.supports = also(solved_or_linearised, {Trait::moving_mesh, Trait::low_mach});
  resident.reasons = {{Trait::prescribed_velocity, "no flow is solved for"}};
  resident.example =
      "[forcing]\nbody = [\"0.1*y*t\", \"0\", \"-0.1*u\"]\n[[forcing.buoyancy]]\nscalar = "
      "\"heat\"\n";
  return resident;
}

}  // namespace lobatto::residents
