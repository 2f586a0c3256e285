#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "case/document/spelling.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"

namespace lobatto::cases {

namespace {

const Table<CheckpointCase>& checkpoint_table() {
  static const Table<CheckpointCase> table{
      {.path = "output.checkpoint",
       .example = "{ every_steps = 1000, keep = 2 }",
       .description = "files from which the run can go on; one is also written on SIGTERM and "
                      "SIGINT, which end the run, and on SIGUSR1"},
      {{[](CheckpointCase& c) -> auto& { return c.interval.every_steps; },
        {.path = "output.checkpoint.every_steps",
         .range = counting,
         .default_text = "never",
         .example = "1000",
         .description = "steps between two checkpoints"}},
       {[](CheckpointCase& c) -> auto& { return c.interval.every_time; },
        {.path = "output.checkpoint.every_time",
         .range = positive,
         .default_text = "never",
         .example = "5.0",
         .description = "time between two checkpoints"}},
       {worded(&CheckpointCase::every_wall, Words<std::optional<double>>{{std::nullopt, "never"}}),
        {.path = "output.checkpoint.every_wall",
         .kind = Kind::duration,
         .example = "\"2h\"",
         .description = "real time between two checkpoints"}},
       {&CheckpointCase::keep,
        {.path = "output.checkpoint.keep",
         .range = counting_things,
         .example = "3",
         .description =
             "newest checkpoints that stay, besides one that 50 steps have proven sound; an older "
             "one goes when a newer one is complete"}},
       {&CheckpointCase::final,
        {.path = "output.checkpoint.final",
         .example = "false",
         .description = "write one at the end of the run, so that it can be made longer"}},
       {&CheckpointCase::solver_memory,
        {.path = "output.checkpoint.solver_memory",
         .example = "false",
         .description = "with the recent solutions of iterative solvers; without them the file is "
                        "smaller and the run goes on to the solvers' tolerance, not bit for bit"}},
       {worded(&CheckpointCase::stop_on_failure, Words<bool>{{false, "continue"}, {true, "stop"}}),
        {.path = "output.checkpoint.on_failure",
         .example = "\"stop\"",
         .description = "what the run does when a checkpoint, fields or the record of the steps "
                        "cannot be written, on a full disk, say"}}}};
  return table;
}

const Table<CheckpointCase>& io_table() {
  static const Table<CheckpointCase> table{
      {.path = "io", .description = "How checkpoints get to the disk"},
      {{&CheckpointCase::n_files,
        {.path = "io.files",
         .range = counting_things,
         .default_text = "by memory and ranks",
         .example = "16",
         .description = "files of a checkpoint, each written by an I/O rank of its own for a group "
                        "of ranks in a row"}},
       {&CheckpointCase::stage,
        {.path = "io.stage",
         .default_text = "none",
         .example = "\"/dev/shm/lobatto\"",
         .description = "a fast folder, such as a node's own disk, that checkpoints are written to "
                        "first and copied from while the run goes on"}},
       {&CheckpointCase::max_staged,
        {.path = "io.max_staged",
         .range = counting_things,
         .example = "4",
         .description = "files in `stage` that may wait to be copied; then the run waits"}}}};
  return table;
}

const Table<RestartCase>& restart_table() {
  static const Table<RestartCase> table{
      {.path = "restart", .description = "A run that begins with the state of another"},
      {{&RestartCase::from,
        {.path = "restart.from",
         .required = true,
         .example = "\"runs/duct\"",
         .description =
             "a checkpoint, or a run folder: its newest one; or a field file, `fields_*.vtkhdf`, "
             "whatever its mesh and order; or a field file of Nek5000, one of a set of them, or a "
             "checkpoint of Neko, see [Nek5000](nek5000.md)"}},
       {&RestartCase::interpolate,
        {.path = "restart.interpolate",
         .example = "true",
         .description =
             "the checkpoint or the file of Nek5000 may be of another mesh or order: its fields "
             "are "
             "taken to the new nodes, periodic directions of a box go on beyond their ends, and "
             "the run begins anew in time"}},
       {&RestartCase::time,
        {.path = "restart.time",
         .default_text = "that of the state",
         .example = "0",
         .description = "time at which this run begins, and counts its steps from: without the "
                        "past that a checkpoint has of its fields"}},
       {&RestartCase::fields,
        {.path = "restart.fields",
         .default_text = "all that both have",
         .example = "[\"velocity\"]",
         .description = "what is taken: velocity, pressure, scalars by their names; the others "
                        "begin as the case says"}}},
      [](const Section& restart, RestartCase& r) { r.where = restart.where("from"); }};
  return table;
}

void check_fields(const Section& restart, const Case& c) {
  std::vector<std::string> known{"velocity", "pressure"};
  std::ranges::copy(scalar_names(c), std::back_inserter(known));
  for (const std::string& name : *c.restart->fields)
    if (std::ranges::find(known, name) == known.end())
      restart.report("fields", fmt::format("there is no field '{}'{}", name,
                                           suggestion_or_list(name, known, "; there are ")));
}

}  // namespace

std::vector<Key> checkpoint_keys() {
  std::vector<Key> keys = checkpoint_table().keys();
  for (const auto& others : {io_table().keys(), restart_table().keys()})
    keys.insert(keys.end(), others.begin(), others.end());
  return keys;
}

void read_checkpoint(const Section& root, Case& c) {
  checkpoint_table().read_below(root.table("output"), c.checkpoint);
  io_table().read_below(root, c.checkpoint);
  restart_table().read_below(root, c.restart);
  if (c.restart && c.restart->fields) check_fields(root.table("restart"), c);
}

}  // namespace lobatto::cases
