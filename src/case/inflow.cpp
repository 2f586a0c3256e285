#include "case/inflow.hpp"

#include <algorithm>

#include "case/expression.hpp"
#include "case/schema_ranges.hpp"

namespace lobatto::cases {

namespace {

void check_recycling(const Section& table, RecycleCase& recycle) {
  if (table.has("offset") && std::ranges::all_of(recycle.offset, [](double x) { return x == 0; }))
    table.report("offset", "is zero; expected the way from the face to a plane inside the flow");
}

}  // namespace

const Table<RecycleCase>& recycle_table() {
  static const Table<RecycleCase> table{
      {.path = "boundary.<face>.recycle",
       .description = "an inflow from inside: the velocity at x + offset, scaled to a given mean"},
      {{&RecycleCase::offset,
        {.path = "boundary.<face>.recycle.offset",
         .required = true,
         .example = "[4, 0, 0]",
         .description = "way from the face to the place inside whose velocity it takes"}},
       {&RecycleCase::bulk_velocity,
        {.path = "boundary.<face>.recycle.bulk_velocity",
         .required = true,
         .range = positive,
         .example = "1.0",
         .description = "mean over the face of the velocity into the fluid"}}},
      check_recycling};
  return table;
}

const Table<TurbulenceCase>& turbulence_table() {
  static const Table<TurbulenceCase> table{
      {.path = "boundary.<face>.turbulence",
       .description = "fluctuations added to the given velocity: random waves without divergence "
                      "or net flux, isotropic where the intensity is uniform"},
      {{&TurbulenceCase::intensity,
        {.path = "boundary.<face>.turbulence.intensity",
         .required = true,
         .range = {0, unbounded, false, false},
         .example = "\"0.1*(1 - y^8)\"",
         .description = "root mean square of each component, in units of velocity, of the place; 0 "
                        "at walls"}},
       {&TurbulenceCase::length,
        {.path = "boundary.<face>.turbulence.length",
         .required = true,
         .range = positive,
         .example = "0.3",
         .description = "longitudinal integral length"}},
       {&TurbulenceCase::convection,
        {.path = "boundary.<face>.turbulence.convection",
         .required = true,
         .example = "[1, 0, 0]",
         .description = "velocity at which the waves, frozen, pass through the face"}},
       {&TurbulenceCase::n_waves,
        {.path = "boundary.<face>.turbulence.waves",
         .range = {1, 100000, false, false},
         .example = "400",
         .description = "number of waves"}},
       {&TurbulenceCase::seed,
        {.path = "boundary.<face>.turbulence.seed",
         .range = {0, 1e9, false, false},
         .example = "7",
         .description = "another one gives other waves; the same one the same, on any number of "
                        "ranks and after restarts"}}}};
  return table;
}

void check_turbulence(const Section& table, const Case& c, const TurbulenceCase& turbulence) {
  if (!table.has("intensity") || table.is_refused("intensity")) return;
  if (Expression::compile(turbulence.intensity, space_variables(), c.parameters, c.imports)
          .depends_on_time())
    table.report("intensity", "depends on the time t; expected a function of the place alone");
  const bool is_periodic =
      !c.periodic.empty() ||
      (c.map && std::ranges::any_of(c.axes, [](const mesh::Axis& axis) { return axis.periodic; }));
  if (is_periodic)
    table.report("intensity",
                 "turbulence wants periodic directions to be those of a box that is not moved");
}

}  // namespace lobatto::cases
