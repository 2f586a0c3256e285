#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/expressions/coefficient_expression.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"

namespace lobatto::cases {

namespace {

struct Fluid {
  std::optional<double> reynolds;
  std::optional<Expression> viscosity;
  double velocity = 1;
  double length = 1;
  bool advection = true;
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
         .description = "length scale of `reynolds`"}},
       {&Fluid::advection,
        {.path = "fluid.advection",
         .example = "false",
         .description = "whether the flow carries itself; without it a Stokes flow, which "
                        "carries scalars alone"}}}};
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

std::vector<Key> initial_keys() { return initial_table().keys(); }
std::vector<Key> exact_keys() { return exact_table().keys(); }

void read_fluid(const Section& root, Case& c) {
  Fluid fluid;
  fluid_table().read_below(root, fluid);
  c.is_advected = fluid.advection;
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
