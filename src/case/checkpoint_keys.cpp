#include "case/checkpoint_keys.hpp"

#include "case/schema_ranges.hpp"

namespace lobatto::cases {

std::vector<Key> checkpoint_keys() {
  return {
      {.path = "output.checkpoint",
       .example = "{ every_steps = 1000, keep = 2 }",
       .description = "files from which the run can go on; one is also written on SIGTERM and "
                      "SIGINT, which end the run, and on SIGUSR1"},
      {.path = "output.checkpoint.every_steps",
       .kind = Kind::integer,
       .range = counting,
       .default_text = "never",
       .example = "1000",
       .description = "steps between two checkpoints"},
      {.path = "output.checkpoint.every_time",
       .kind = Kind::number,
       .range = positive,
       .default_text = "never",
       .example = "5.0",
       .description = "time between two checkpoints"},
      {.path = "output.checkpoint.every_wall",
       .kind = Kind::duration,
       .words = {"never"},
       .default_text = "\"30min\"",
       .example = "\"2h\"",
       .description = "real time between two checkpoints"},
      {.path = "output.checkpoint.keep",
       .kind = Kind::integer,
       .range = counting_things,
       .default_text = "2",
       .example = "3",
       .description =
           "newest checkpoints that stay, besides one that 50 steps have proven sound; an older "
           "one goes when a newer one is complete"},
      {.path = "output.checkpoint.final",
       .kind = Kind::flag,
       .default_text = "true",
       .example = "false",
       .description = "write one at the end of the run, so that it can be made longer"},
      {.path = "output.checkpoint.solver_memory",
       .kind = Kind::flag,
       .default_text = "true",
       .example = "false",
       .description = "with the recent solutions of iterative solvers; without them the file is "
                      "smaller and the run goes on to the solvers' tolerance, not bit for bit"},
      {.path = "output.checkpoint.on_failure",
       .kind = Kind::choice,
       .words = {"continue", "stop"},
       .default_text = "\"continue\"",
       .example = "\"stop\"",
       .description = "what the run does when a checkpoint, fields or the record of the steps "
                      "cannot be written, on a full disk, say"},
      {.path = "io", .description = "How checkpoints get to the disk"},
      {.path = "io.files",
       .kind = Kind::integer,
       .range = counting_things,
       .default_text = "1",
       .example = "16",
       .description = "files of a checkpoint, each written by an I/O rank of its own for a group "
                      "of ranks in a row"},
      {.path = "io.stage",
       .kind = Kind::path,
       .default_text = "none",
       .example = "\"/dev/shm/lobatto\"",
       .description = "a fast folder, such as a node's own disk, that checkpoints are written to "
                      "first and copied from while the run goes on"},
      {.path = "io.max_staged",
       .kind = Kind::integer,
       .range = counting_things,
       .default_text = "2",
       .example = "4",
       .description = "files in `stage` that may wait to be copied; then the run waits"},
      {.path = "restart", .description = "A run that begins with the state of another"},
      {.path = "restart.from",
       .kind = Kind::path,
       .required = true,
       .example = "\"runs/duct\"",
       .description =
           "a checkpoint, or a run folder: its newest one; or a field file of Nek5000 on "
           "the same elements, see [Nek5000](nek5000.md)"},
      {.path = "restart.interpolate",
       .kind = Kind::flag,
       .default_text = "false",
       .example = "true",
       .description = "the checkpoint may be of another mesh or order: its fields are taken to the "
                      "new nodes, periodic directions go on beyond their ends, and the run begins "
                      "anew at first order"},
  };
}

}  // namespace lobatto::cases
