#include "case/filter.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/schema_ranges.hpp"
#include "case/stable_step.hpp"
#include "case/table.hpp"

namespace lobatto::cases {

namespace {

using physics::Filter;
using physics::FilterKind;

/// The strength of one kind of filter beside the word of another does nothing.
void refuse_strength(const Section& table, const Filter& filter, const char* name,
                     const char* right_one) {
  if (table.has(name))
    table.report(name,
                 fmt::format("has no meaning with kind = \"{}\"; '{}' tells how strong that is",
                             word_of(filter_kind_words(), filter.kind), right_one));
}

void check_strength(const Section& table, Filter& filter) {
  if (table.is_refused("kind")) return;
  if (filter.kind == FilterKind::step) return refuse_strength(table, filter, "chi", "weight");
  refuse_strength(table, filter, "weight", "chi");
  if (!table.has_or_misspells("chi"))
    table.report("chi",
                 "missing; expected a number above 0, such as 5.0: the rate at which the highest "
                 "mode decays");
}

const Table<Filter>& filter_table() {
  static const Table<Filter> table{
      {.path = "filter",
       .description = "Damping of the highest modes of each element, where the mesh is too coarse "
                      "for the flow"},
      {{worded(&Filter::kind, filter_kind_words()),
        {.path = "filter.kind",
         .refused = {{"hpfrt", "that high-pass filter is called \"relaxation\" here"}},
         .example = "\"relaxation\"",
         .description =
             "relaxation: a force -chi (u - F u) with the low-pass filter F, as HPFRT of "
             "Nek5000 and NekRS; explicit: u becomes F u after each step"}},
       {&Filter::n_modes,
        {.path = "filter.modes",
         .range = counting_things,
         .example = "2",
         .description = "modes a direction that are damped, the highest more than the others; at "
                        "most the order less 2"}},
       {&Filter::chi,
        {.path = "filter.chi",
         .range = positive,
         .default_text = "none",
         .example = "5.0",
         .description = "of relaxation: the rate at which the highest mode decays, in 1 / time"}},
       {&Filter::weight,
        {.path = "filter.weight",
         .range = {0, 1, true, false},
         .example = "0.05",
         .description = "of explicit: the part of the highest mode that a step takes away"}},
       {&Filter::of_scalars,
        {.path = "filter.scalars",
         .example = "false",
         .description = "whether scalars are filtered too"}}},
      check_strength};
  return table;
}

void check_modes(const Section& table, const Case& c) {
  const int most = c.order - 2;
  if (c.filter->n_modes <= most) return;
  table.report("modes",
               most < 1 ? fmt::format("a filter wants mesh.order of at least 3, not {}", c.order)
                        : fmt::format("{} are too many with mesh.order = {}; expected at "
                                      "most {}, so that parabolas pass",
                                      c.filter->n_modes, c.order, most));
}

/// Only of a constant step; others are kept short enough.
void check_stability(const Section& table, const Case& c) {
  const double rate = filter_rate(c);
  if (const auto fault = decay_fault(c, "chi", rate))
    table.report("chi", fmt::format("{:.6g} with {}", rate, *fault));
}

}  // namespace

std::vector<Key> filter_keys() { return filter_table().keys(); }

void read_filter(const Section& root, Case& c) {
  filter_table().read_below(root, c.filter);
  if (!c.filter) return;
  const Section table = root.table("filter");
  check_modes(table, c);
  check_stability(table, c);
}

}  // namespace lobatto::cases
