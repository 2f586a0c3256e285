#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"

namespace lobatto::cases {

namespace {

/// Keys that speak of a flow that is solved for: a table, or one key of it.
struct OfSolvedFlow {
  const char* table;
  const char* key;
};
constexpr std::array of_solved_flow{
    OfSolvedFlow{"", "boundary"},
    OfSolvedFlow{"exact", "pressure"},
    OfSolvedFlow{"solver", "pressure"},
    OfSolvedFlow{"solver", "pressure_tolerance"},
    OfSolvedFlow{"solver", "pressure_projection"},
    OfSolvedFlow{"solver", "preconditioner"},
    OfSolvedFlow{"solver", "coarse"},
    OfSolvedFlow{"solver", "velocity"},
};

void refuse_solved_flow(const Section& root) {
  for (const auto& [table, key] : of_solved_flow) {
    const Section section = *table == '\0' ? root : root.table(table);
    if (section.has(key))
      section.report(key,
                     "has no meaning where [flow] prescribes the velocity: no flow is solved for");
  }
}

struct FlowKeys : PrescribedVelocity {
  std::optional<std::string> from;
};

void check_cycle(const Section& table, FlowKeys& flow) {
  constexpr std::size_t least = 4;
  for (const char* key : {"from", "cycle"})
    if (table.has(key)) flow.where = table.where(key);
  if (flow.from) flow.files = {*flow.from};
  if (table.has("cycle") && !table.is_refused("cycle") && flow.files.size() < least)
    table.report("cycle", fmt::format("has {} files; expected at least {}, between which the "
                                      "velocity is a cubic in time",
                                      flow.files.size(), least));
  if (table.has("cycle") != table.has("period"))
    table.report("period", table.has("cycle")
                               ? "missing; it is the time after which the cycle begins again"
                               : "has no meaning without 'cycle'");
}

/// The word "frozen" is left: then the velocity is what the run begins with.
const Table<FlowKeys>& flow_table() {
  static const Table<FlowKeys> table{
      {.path = "flow",
       .description =
           "A prescribed velocity that carries the scalars, where no flow is to be solved "
           "for"},
      {{&FlowKeys::velocity,
        {.path = "flow.velocity",
         .words = {"frozen"},
         .example = "[\"1 - y^2\", \"0\", \"0\"]",
         .description = "velocity, of place and time; \"frozen\": what the run begins with, from "
                        "initial.velocity or restart.from, for ever"}},
       {&FlowKeys::from,
        {.path = "flow.from",
         .example = "\"runs/vessel-flow\"",
         .description = "instead: the velocity of a checkpoint, or of the newest one of a run "
                        "folder, from any mesh or order; or of a field file, ours or of Nek5000"}},
       {&FlowKeys::files,
        {.path = "flow.cycle",
         .example = "[\"a.h5\", \"b.h5\", \"c.h5\", \"d.h5\"]",
         .description = "instead: such files of several times of a periodic flow, four or more, "
                        "in the order of their times; between them the velocity is a cubic"}},
       {&FlowKeys::period,
        {.path = "flow.period", .range = positive, .example = "1.0", .description = "of `cycle`"}}},
      check_cycle};
  return table;
}

}  // namespace

std::vector<Key> flow_keys() { return flow_table().keys(); }

void read_flow(const Section& root, Case& c) {
  std::optional<FlowKeys> given;
  flow_table().read_below(root, given);
  if (!given) return;
  c.prescribed_velocity = *given;
  const Section flow = root.table("flow"), initial = root.table("initial");
  refuse_solved_flow(root);
  if (!root.is_refused("scalar") && root.tables("scalar").empty())
    flow.report(flow.entries().empty() ? "velocity" : flow.entries().front().key,
                "there is nothing that it carries; add a [[scalar]]");
  if (std::ranges::all_of(flow.entries(), [](const Entry& entry) { return entry.key == "period"; }))
    flow.report("velocity", "missing; expected 'velocity', 'from' or 'cycle'");
  const bool is_frozen = flow.word("velocity").has_value();
  for (const char* key : {"velocity", "turbulence"})
    if (!is_frozen && initial.has(key))
      initial.report(key, "has no meaning where [flow] prescribes the velocity for all times");
  if (is_frozen && !initial.has("velocity") && !initial.has("turbulence") && !root.has("restart"))
    flow.report("velocity",
                "\"frozen\" needs a velocity to begin with: initial.velocity, or a run or a file "
                "in restart.from");
}

}  // namespace lobatto::cases
