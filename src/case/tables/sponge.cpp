#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/document/spelling.hpp"
#include "case/expressions/expression.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"
#include "case/stable_step.hpp"

namespace lobatto::cases {

namespace {

/// The words "exact" and "initial" are left: those velocities stand in other tables.
const Table<SpongeCase>& sponge_table() {
  static const Table<SpongeCase> table{
      {.path = "sponge[]",
       .kind = Kind::table_list,
       .description = "Regions in which a force strength * shape * (target - u) draws the flow and "
                      "scalars to given values: before an outflow, or as a fringe"},
      {{&SpongeCase::strength,
        {.path = "sponge[].strength",
         .required = true,
         .range = positive,
         .example = "5.0",
         .description = "rate at which what differs from the target decays, in 1 / time; times the "
                        "step at most 0.95 with time.order = 3"}},
       {&SpongeCase::shape,
        {.path = "sponge[].shape",
         .required = true,
         .example = "\"0.5*(1 + tanh(4*(x - 18)))\"",
         .description =
             "part of the strength at a place, from 0 to 1; elements where it is 0 on all "
             "nodes cost nothing"}},
       {&SpongeCase::velocity,
        {.path = "sponge[].velocity",
         .words = {"exact", "initial"},
         .example = "[\"1 - y^2\", \"0\", \"0\"]",
         .description = "target of the velocity, of place and time; \"exact\": as exact.velocity; "
                        "\"initial\": as initial.velocity"}},
       KeyMember<SpongeCase>(
           Key{.path = "sponge[].scalars", .description = "targets of scalars, by their names"}),
       KeyMember<SpongeCase>(Key{.path = "sponge[].scalars.<name>",
                                 .kind = Kind::expression,
                                 .example = "\"0.2\"",
                                 .description = "target of this scalar, of place and time"})}};
  return table;
}

void take_word(const Section& table, const std::string& word,
               const std::optional<VectorExpression>& meant, const char* key, SpongeCase& sponge) {
  if (table.word("velocity") != word) return;
  sponge.velocity = meant;
  if (!meant) return table.report("velocity", fmt::format("\"{}\" needs {}", word, key));
  for (const Expression& component : *meant)
    if (component.depends_on(random_name))
      table.report("velocity", fmt::format("{} is random; expected a target that is not", key));
}

void read_scalar_targets(const Section& table, const Case& c, SpongeCase& sponge) {
  const auto names = scalar_names(c);
  const Section targets = table.table("scalars");
  for (const Entry& entry : targets.entries()) {
    const auto found = std::ranges::find(names, entry.key);
    if (found == names.end())
      targets.report(entry.key, "is no scalar of this case" +
                                    suggestion_or_list(entry.key, names, "; it has "));
    else if (const auto text = targets.expression(entry.key))
      sponge.scalars.push_back({static_cast<std::size_t>(found - names.begin()), *text});
  }
}

void check_targets(const Section& table, const Case& c, const SpongeCase& sponge) {
  if (table.has("velocity") && c.prescribed_velocity)
    table.report("velocity", "has no meaning where [flow] prescribes the velocity");
  if (!table.has("velocity") && !table.has("scalars"))
    table.report("velocity",
                 "missing; a sponge needs the target of the velocity, of scalars, or of "
                 "both");
  const double of_filter = filter_rate(c);
  if (const auto fault = decay_fault(c, of_filter > 0 ? "(strength + filter.chi)" : "strength",
                                     sponge.strength + of_filter))
    table.report("strength", fmt::format("{:.6g} with {}", sponge.strength, *fault));
}

void check_shape(const Section& table, const SpongeCase& sponge) {
  if (!table.has("shape") || table.is_refused("shape")) return;
  if (sponge.shape.depends_on_time())
    table.report("shape", "depends on the time t; expected a function of the place alone");
}

}  // namespace

std::vector<Key> sponge_keys() { return sponge_table().keys(); }

void read_sponges(const Section& root, Case& c) {
  for (const Section& table : root.tables("sponge")) {
    SpongeCase sponge;
    sponge_table().read(table, sponge);
    if (!root.table("exact").is_refused("velocity"))
      take_word(table, "exact", c.exact_velocity, "exact.velocity", sponge);
    if (!root.table("initial").is_refused("velocity"))
      take_word(table, "initial", c.initial_velocity, "initial.velocity", sponge);
    read_scalar_targets(table, c, sponge);
    check_targets(table, c, sponge);
    check_shape(table, sponge);
    c.sponges.push_back(sponge);
  }
}

}  // namespace lobatto::cases
