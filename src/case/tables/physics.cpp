#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/expressions/coefficient_expression.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"
#include "case/tables/initial_turbulence.hpp"

namespace lobatto::cases {

namespace {

struct Fluid {
  std::optional<double> reynolds;
  std::optional<Expression> viscosity;
  double velocity = 1;
  double length = 1;
};

const Table<Fluid>& fluid_table() {
  static const Table<Fluid> table{
      {.path = "fluid",
       .required = true,
       .unless = "flow",
       .description =
           "The fluid: `viscosity`, or `reynolds` with viscosity = velocity * length / reynolds"},
      {{&Fluid::reynolds,
        {.path = "fluid.reynolds",
         .range = positive,
         .example = "4410",
         .description = "Reynolds number"}},
       {&Fluid::viscosity,
        {.path = "fluid.viscosity",
         .range = coefficient_range,
         .variables = Variables::coefficient,
         .example = "1e-3",
         .description =
             "kinematic viscosity, in length^2 / time; may use the velocity u, v, w, the "
             "scalars by name and shear_rate"}},
       {&Fluid::velocity,
        {.path = "fluid.velocity",
         .range = positive,
         .example = "1",
         .description = "velocity scale of `reynolds`"}},
       {&Fluid::length,
        {.path = "fluid.length",
         .range = positive,
         .example = "1",
         .description = "length scale of `reynolds`"}}}};
  return table;
}

int default_flow_direction(const Case& c) {
  const auto n_periodic =
      std::count_if(c.axes.begin(), c.axes.end(), [](const auto& axis) { return axis.periodic; });
  for (int d = 0; d < 3; ++d)
    if (n_periodic == 1 && c.axes[d].periodic) return d;
  return 2;
}

/// Not yet what the equations take.
struct Forcing {
  struct Buoyancy : physics::Buoyancy {
    std::string name;  ///< of the scalar
  };
  std::optional<double> flow_rate;
  std::optional<int> flow_direction;
  std::optional<VectorExpression> body_force;
  std::vector<Buoyancy> buoyancy;
};

void set_flow_rate(const Section& forcing, const Forcing& given, Case& c) {
  const bool has_direction = forcing.has("flow_direction");
  if (has_direction && !forcing.has("flow_rate"))
    forcing.report("flow_direction", "has no meaning without 'flow_rate'");
  if (!given.flow_rate) return;
  const int direction = given.flow_direction.value_or(default_flow_direction(c));
  c.flow_rate = {direction, *given.flow_rate};
  const auto& axis = c.axes[direction];
  if (!axis.ticks.empty() && !axis.periodic)
    forcing.report(has_direction ? "flow_direction" : "flow_rate",
                   fmt::format("a flow rate is held along a periodic direction; {} is not periodic",
                               word_of(direction_words(), direction)));
}

void check_buoyancy(const Section& table, Forcing::Buoyancy& buoyancy) {
  if (std::ranges::all_of(buoyancy.direction, [](double x) { return x == 0; }))
    table.report("direction", "is zero");
}

const Table<Forcing::Buoyancy>& buoyancy_table() {
  static const Table<Forcing::Buoyancy> table{
      {.path = "forcing.buoyancy[]",
       .kind = Kind::table_list,
       .description = "a force per mass: coefficient * (scalar - reference) * direction"},
      {{&Forcing::Buoyancy::name,
        {.path = "forcing.buoyancy[].scalar",
         .kind = Kind::scalar_name,
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

const Table<Forcing>& forcing_table() {
  static const Table<Forcing> table{
      {.path = "forcing", .description = "What drives the flow"},
      {{&Forcing::flow_rate,
        {.path = "forcing.flow_rate",
         .example = "1.0",
         .description = "bulk velocity to hold, along a periodic direction"}},
       {worded(&Forcing::flow_direction, direction_words()),
        {.path = "forcing.flow_direction",
         .default_text = "the only periodic direction, or z",
         .example = "\"x\"",
         .description = "direction of `flow_rate`"}},
       {&Forcing::body_force,
        {.path = "forcing.body",
         .variables = Variables::solution,
         .example = "[\"0\", \"0\", \"0.01*sin(x)\"]",
         .description = "force per mass; may use the velocity u, v, w and the scalars by name"}},
       {&Forcing::buoyancy, buoyancy_table()}}};
  return table;
}

/// The word "exact" is left: the exact velocity stands in another table.
const Table<Case>& initial_table() {
  static const Table<Case> table{
      {.path = "initial", .description = "The flow at t = 0; at rest where nothing is given"},
      {{&Case::initial_velocity,
        {.path = "initial.velocity",
         .words = {"exact"},
         .variables = Variables::initial,
         .example = "[\"sin(x)*cos(y)\", \"-cos(x)*sin(y)\", \"0\"]",
         .description = "velocity; \"exact\": as exact.velocity"}},
       {&Case::initial_turbulence, initial_turbulence_table()}}};
  return table;
}

const Table<Case>& exact_table() {
  static const Table<Case> table{
      {.path = "exact", .description = "An exact solution; errors are reported"},
      {{&Case::exact_velocity,
        {.path = "exact.velocity",
         .example = "[\"sin(x)*exp(-t)\", \"0\", \"0\"]",
         .description = "velocity"}},
       {&Case::exact_pressure,
        {.path = "exact.pressure",
         .example = "\"cos(2*x)\"",
         .description = "pressure, up to a constant"}}}};
  return table;
}

}  // namespace

std::vector<Key> fluid_keys() { return fluid_table().keys(); }

std::vector<Key> parameter_keys() {
  return {
      {.path = "parameters", .description = "Numbers with a name, for all expressions of the file"},
      {.path = "parameters.<name>",
       .kind = Kind::number,
       .example = "\"2*pi/3\"",
       .description = "a number, or an expression of numbers and parameters above"}};
}

std::vector<Key> forcing_keys() { return forcing_table().keys(); }
std::vector<Key> initial_keys() { return initial_table().keys(); }
std::vector<Key> exact_keys() { return exact_table().keys(); }

void read_fluid(const Section& root, Case& c) {
  Fluid fluid;
  fluid_table().read_below(root, fluid);
  const Section table = root.table("fluid");
  if (fluid.reynolds) {
    c.viscosity.constant = fluid.velocity * fluid.length / *fluid.reynolds;
    report_coefficient(table, "reynolds", "viscosity", c.viscosity);
  }
  if (!fluid.viscosity) return;
  c.viscosity = coefficient_of(*fluid.viscosity);
  for (const char* scale : {"velocity", "length"})
    if (table.has(scale)) table.report(scale, "is a scale of 'reynolds'; 'viscosity' needs none");
}

void read_exact(const Section& root, Case& c) { exact_table().read_below(root, c); }

void read_forcing(const Section& root, Case& c) {
  Forcing given;
  forcing_table().read_below(root, given);
  set_flow_rate(root.table("forcing"), given, c);
  c.body_force = given.body_force;
  const auto names = scalar_names_of(root);
  for (Forcing::Buoyancy& buoyancy : given.buoyancy) {
    const auto scalar = std::ranges::find(names, buoyancy.name) - names.begin();
    buoyancy.scalar = static_cast<std::size_t>(scalar);
    c.buoyancy.push_back(buoyancy);
  }
}

void read_initial(const Section& root, Case& c) {
  initial_table().read_below(root, c);
  const Section initial = root.table("initial");
  complete_initial_turbulence(initial.table("turbulence"), c);
  if (!initial.word("velocity")) return;
  c.initial_velocity = c.exact_velocity;
  if (!root.table("exact").has("velocity"))
    initial.report("velocity", "\"exact\" needs exact.velocity");
}

}  // namespace lobatto::cases
