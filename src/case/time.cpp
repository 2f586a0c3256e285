#include "case/time.hpp"

#include <fmt/format.h>

#include "case/schema_ranges.hpp"
#include "case/table.hpp"

namespace lobatto::cases {

namespace {

void check_time(const Section& time, Case& c) {
  c.cfl_where = time.where("cfl");
  if (c.dt && c.max_dt && *c.dt > *c.max_dt)
    time.report("max_dt", fmt::format("is shorter than the constant dt = {}", *c.dt));
  if (c.max_dt && c.min_dt && *c.min_dt > *c.max_dt)
    time.report("min_dt", fmt::format("is longer than time.max_dt = {}", *c.max_dt));
  if (c.cfl && *c.cfl >= c.cfl_limit)
    time.report("cfl",
                fmt::format("is not below the limit time.cfl_limit = {} at which the run stops",
                            c.cfl_limit));
}

const Table<Case>& time_table() {
  static const Table<Case> table{
      {.path = "time", .required = true, .description = "Steps and the end"},
      {{&Case::dt,
        {.path = "time.dt",
         .range = positive,
         .example = "1e-3",
         .description = "constant length of a step"}},
       {&Case::cfl,
        {.path = "time.cfl",
         .range = {0, 10, true, false},
         .example = "0.4",
         .description = "target CFL number, which sets the length of the steps"}},
       {&Case::max_dt,
        {.path = "time.max_dt",
         .range = positive,
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
       {&Case::time_order,
        {.path = "time.order",
         .range = {1, 3},
         .example = "3",
         .description = "order of the time-stepping (BDF and EXT)"}},
       {&Case::cfl_limit,
        {.path = "time.cfl_limit",
         .range = positive,
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
