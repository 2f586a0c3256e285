#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/document/spelling.hpp"
#include "case/expressions/coefficient_expression.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"

namespace lobatto::cases {

namespace {

const Table<StatisticsCase>& statistics_table() {
  static const Table<StatisticsCase> table{
      {.path = "statistics",
       .description = "Averages over time, and over directions in which the flow is the same, "
                      "gathered while the run goes on; see [statistics](statistics.md)"},
      {{&StatisticsCase::start,
        {.path = "statistics.start",
         .range = {.lower = 0},
         .example = "20.0",
         .description = "time at which gathering begins"}},
       {&StatisticsCase::every_steps,
        {.path = "statistics.every_steps",
         .range = counting,
         .example = "5",
         .description = "steps between two samples"}},
       {&StatisticsCase::average,
        {.path = "statistics.average",
         .words = texts_of(direction_words()),
         .default_text = "none",
         .example = "[\"z\"]",
         .description = "periodic directions of a box to average over"}},
       {&StatisticsCase::window,
        {.path = "statistics.window",
         .range = positive,
         .default_text = "all of the run",
         .example = "10.0",
         .description = "time that a file stands for; then a new one begins"}},
       {worded(&StatisticsCase::extent, extent_words()),
        {.path = "statistics.quantities",
         .example = "\"basic\"",
         .description = "basic: means and second moments; full: all that budgets need"}},
       {&StatisticsCase::fields,
        {.path = "statistics.fields",
         .default_text = "none",
         .example = "[\"eddy_viscosity\"]",
         .description =
             "further fields of which mean and mean square are gathered: viscosities and "
             "diffusivities that vary, eddy_viscosity, those of output.quantities"}}}};
  return table;
}

void check_directions(const Section& table, const Case& c) {
  for (const auto& [direction, name] : direction_words()) {
    if (!c.statistics->average[direction]) continue;
    if (c.mesh_file)
      table.report("average", "needs the directions of a box; a mesh from a file has none");
    else if (!c.axes[direction].ticks.empty() && !c.axes[direction].periodic)
      table.report(
          "average",
          fmt::format(
              "the flow is the same all along a periodic direction only; {} is not periodic",
              name));
  }
}

void check_extra_fields(const Section& table, const Case& c) {
  auto known = coefficient_fields(c);
  for (const auto& quantity : c.quantities) known.push_back(quantity.name);
  for (const auto& name : c.statistics->fields)
    if (std::ranges::find(known, name) == known.end())
      table.report(
          "fields",
          fmt::format("there is no further field '{}'{}", name,
                      known.empty() ? "" : suggestion_or_list(name, known, "; there are ")));
}

}  // namespace

std::vector<Key> statistics_keys() { return statistics_table().keys(); }

void read_statistics(const Section& root, Case& c) {
  statistics_table().read_below(root, c.statistics);
  if (!c.statistics) return;
  const Section table = root.table("statistics");
  check_directions(table, c);
  check_extra_fields(table, c);
  if (const double start = c.statistics->start; c.end_time && start >= *c.end_time)
    table.report("start", fmt::format("{:.6g} is not before the end of the run, time.end = {:.6g}",
                                      start, *c.end_time));
}

}  // namespace lobatto::cases
