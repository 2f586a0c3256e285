#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/document/spelling.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"

namespace lobatto::cases {

namespace {

const Table<SteadyCase>& steady_table() {
  static const Table<SteadyCase> table{
      {.path = "time.steady",
       .example = "{ change = 1e-8 }",
       .description = "ends the run, complete, when its fields do not change any more, before the "
                      "other ends; see [steady flows](monitors.md#until-the-flow-is-steady)"},
      {{&SteadyCase::change,
        {.path = "time.steady.change",
         .required = true,
         .range = positive,
         .example = "1e-8",
         .description = "how much a field changes per unit of time when it counts as steady, in "
                        "parts of itself, both as root mean squares over the volume"}},
       {&SteadyCase::of,
        {.path = "time.steady.of",
         .default_text = "velocity and scalars",
         .example = "[\"velocity\"]",
         .description = "the fields that count: the one that changes most"}},
       {&SteadyCase::every_steps,
        {.path = "time.steady.every_steps",
         .range = counting,
         .example = "10",
         .description = "steps between two looks"}},
       {&SteadyCase::start,
        {.path = "time.steady.start",
         .range = {.lower = 0},
         .example = "1.0",
         .description = "time before which nobody looks: a flow may begin at rest"}}}};
  return table;
}

void check_steady(const Section& time, const Case& c) {
  if (!c.steady) return;
  std::vector<std::string> known{"velocity"};
  for (const auto& name : scalar_names(c)) known.push_back(name);
  for (const auto& name : c.steady->of)
    if (std::ranges::find(known, name) == known.end())
      time.table("steady").report("of",
                                  fmt::format("there is no field '{}'{}", name,
                                              suggestion_or_list(name, known, "; there are ")));
  if (c.end_time && c.steady->start >= *c.end_time)
    time.table("steady").report(
        "start", fmt::format("{:.6g} is not before the end of the run, time.end = {:.6g}",
                             c.steady->start, *c.end_time));
}

void check_tolerance(const Section& time, const Case& c) {
  if (!c.time_tolerance) return;
  if (c.dt)
    time.report("tolerance",
                "needs steps whose length may change; expected time.cfl, the longest that is "
                "stable, in place of time.dt");
  if (c.time_order != 3)
    time.report("tolerance",
                fmt::format("needs the levels of third order; expected time.order = 3, not {}",
                            c.time_order));
}

void check_splitting(const Section& time, Case& c) {
  if (!c.along_characteristics) return;
  c.unpredicted.push_back({"time.splitting", "characteristics"});
  if (n_advected_fields(c) == 0)
    time.report("splitting", "nothing is advected here; expected \"extrapolation\"");
  if (c.axisymmetric)
    time.report("splitting",
                "does not know flows around an axis, mesh.axisymmetric; expected "
                "\"extrapolation\"");
  if (c.time_tolerance)
    time.report("splitting",
                "the error that time.tolerance looks at is that of extrapolated advection; "
                "expected \"extrapolation\", or steps by time.cfl or time.dt alone");
}

void check_time(const Section& time, Case& c) {
  c.cfl_where = time.where("cfl");
  if (c.dt && c.max_dt && *c.dt > *c.max_dt)
    time.report("max_dt", fmt::format("is shorter than the constant dt = {}", *c.dt));
  if (c.max_dt && c.min_dt && *c.min_dt > *c.max_dt)
    time.report("min_dt", fmt::format("is longer than time.max_dt = {}", *c.max_dt));
  if (c.cfl && *c.cfl >= cfl_limit(c))
    time.report("cfl",
                fmt::format("is not below the limit time.cfl_limit = {} at which the run stops",
                            cfl_limit(c)));
  check_tolerance(time, c);
  check_splitting(time, c);
  check_steady(time, c);
}

KeyMember<Case> tolerance_key() {
  return {&Case::time_tolerance,
          {.path = "time.tolerance",
           .range = {1e-12, 0.1},
           .default_text = "none",
           .example = "1e-5",
           .description =
               "with `cfl`: steps are shorter where that keeps their local error, in parts of the "
               "velocity and of each scalar, near this; see [time](theory.md#3-time)"}};
}

KeyMember<Case> splitting_key() {
  return {worded(&Case::along_characteristics,
                 Words<bool>{{false, "extrapolation"}, {true, "characteristics"}}),
          {.path = "time.splitting",
           .example = "\"characteristics\"",
           .description = "how advection goes ahead: extrapolated, for CFL numbers below 0.5, or "
                          "along characteristics by sub-steps, for CFL numbers of 2 to 5; see "
                          "[time](theory.md#3-time)"}};
}

const Table<Case>& time_table() {
  static const Table<Case> table{
      {.path = "time", .required = true, .description = "Steps and the end"},
      {{&Case::dt,
        {.path = "time.dt",
         .range = step_range,
         .example = "1e-3",
         .description = "constant length of a step"}},
       {&Case::cfl,
        {.path = "time.cfl",
         .range = {0, 10, true, false},
         .example = "0.4",
         .description = "target CFL number, which sets the length of the steps"}},
       {&Case::max_dt,
        {.path = "time.max_dt",
         .range = step_range,
         .default_text = "none",
         .example = "0.01",
         .description = "longest step, also the first"}},
       {&Case::min_dt,
        {.path = "time.min_dt",
         .range = positive,
         .default_text = "a thousandth of the usual step",
         .example = "1e-6",
         .description =
             "with `cfl`: the run stops, as blown up, where that asks for a shorter step"}},
       tolerance_key(),
       {&Case::end_time,
        {.path = "time.end",
         .range = positive,
         .example = "50.0",
         .description = "time at which the run ends"}},
       {&Case::steps,
        {.path = "time.steps",
         .range = counting,
         .example = "1000",
         .description = "number of steps after which the run ends"}},
       {&Case::steady, steady_table()},
       {&Case::time_order,
        {.path = "time.order",
         .range = {1, 3},
         .example = "3",
         .description = "order of the time-stepping (BDF and EXT)"}},
       splitting_key(),
       {&Case::cfl_limit,
        {.path = "time.cfl_limit",
         .range = positive,
         .default_text = "2; along characteristics 10",
         .example = "2.0",
         .description = "CFL number beyond which the run stops"}},
       {&Case::wall_limit,
        {.path = "time.wall_limit",
         .kind = Kind::duration,
         .default_text = "none",
         .example = "\"11h50min\"",
         .description = "real time after which the run writes a checkpoint and stops"}}},
      check_time};
  return table;
}

}  // namespace

std::vector<Key> time_keys() { return time_table().keys(); }

void read_time(const Section& root, Case& c) { time_table().read_below(root, c); }

}  // namespace lobatto::cases
