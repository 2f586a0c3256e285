#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"
#include "case/stable_step.hpp"

namespace lobatto::cases {

namespace {

using physics::Filter;
using physics::FilterKind;

/// What tells how strong each kind is.
struct Strength {
  FilterKind kind;
  const char* key;
  const char* missing;  ///< none: there is a default
};
constexpr std::array strengths{
    Strength{FilterKind::relaxation, "chi",
             "missing; expected a number above 0, such as 5.0: the rate at which the highest mode "
             "decays"},
    Strength{FilterKind::step, "weight", nullptr},
    Strength{FilterKind::spectral_viscosity, "velocity",
             "missing; expected a number above 0, such as the root mean square of the velocity: "
             "that times the length of an element over its order is the viscosity"}};

/// The strength of one kind of filter beside the word of another does nothing.
void check_strength(const Section& table, Filter& filter) {
  if (table.is_refused("kind")) return;
  const auto& own = *std::ranges::find(strengths, filter.kind, &Strength::kind);
  for (const auto& other : strengths)
    if (other.kind != filter.kind && table.has(other.key))
      table.report(other.key,
                   fmt::format("has no meaning with kind = \"{}\"; '{}' sets its strength",
                               word_of(filter_kind_words(), filter.kind), own.key));
  if (own.missing != nullptr && !table.has_or_misspells(own.key))
    table.report(own.key, own.missing);
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
             "Nek5000 and NekRS; explicit: u becomes F u after each step; spectral-viscosity: a "
             "viscosity that the highest modes feel alone"}},
       {&Filter::n_modes,
        {.path = "filter.modes",
         .range = counting_things,
         .default_text = "2; half the order for spectral-viscosity",
         .example = "2",
         .description = "modes per direction that are damped, the highest more than the others; at "
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
       {&Filter::velocity,
        {.path = "filter.velocity",
         .range = positive,
         .default_text = "none",
         .example = "0.1",
         .description =
             "of spectral-viscosity: U of the viscosity U h / N of the highest modes, in "
             "elements of length h and order N"}},
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
               most < 1 ? fmt::format("a filter needs mesh.order of at least 3, found {}", c.order)
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
  if (c.filter->kind == FilterKind::spectral_viscosity && !table.has("modes"))
    c.filter->n_modes = std::max(1, c.order / 2);
  check_modes(table, c);
  check_stability(table, c);
}

}  // namespace lobatto::cases
