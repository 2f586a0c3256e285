#include "app/restart.hpp"

#include <fmt/format.h>

#include "app/interpolated_state.hpp"
#include "base/error.hpp"
#include "io/checkpoint_folder.hpp"
#include "io/checkpoint_reader.hpp"
#include "io/collective.hpp"

namespace lobatto::app {

namespace fs = std::filesystem;

namespace {

/// The checkpoint that `from` stands for: itself, or the newest of a run folder. `where` stands
/// before errors.
fs::path find_checkpoint(const std::string& from, const std::string& where) {
  std::error_code ignored;
  if (fs::is_regular_file(from, ignored)) return from;
  for (const fs::path& folder : {fs::path(from) / "checkpoints", fs::path(from)}) {
    const auto found = io::find_checkpoints(folder);
    if (!found.empty()) return found.front().file;
  }
  const bool is_there = fs::exists(from, ignored);
  throw base::Error(fmt::format(
      "{}{}{}", where.empty() ? "" : where + ": ", from,
      is_there ? ": there is no checkpoint in this folder" : ": no such file or folder"));
}

/// What to try instead of a checkpoint that cannot be loaded.
std::string advice_after(const fs::path& damaged) {
  for (const auto& checkpoint : io::find_checkpoints(damaged.parent_path()))
    if (checkpoint.step < io::step_of_checkpoint(damaged))
      return fmt::format("; the one before is {0}: --restart --from {0} goes on from there",
                         checkpoint.file.string());
  return "";
}

}  // namespace

Origin find_origin(const RestartOptions& options, const Case& the_case, const fs::path& folder,
                   const comm::Communicator& communicator) {
  Origin origin;
  std::string found;
  io::on_root(communicator, [&] {
    // A job script is the same for the first job and those that go on.
    if (options.restart && (options.from || fs::exists(folder)))
      found = find_checkpoint(options.from ? options.from->string() : folder.string(),
                              options.from ? "--from" : "--restart")
                  .string();
    else if (the_case.restart)
      found = find_checkpoint(the_case.restart->from, the_case.restart->where).string();
  });
  communicator.broadcast(found, 0);
  if (found.empty()) return origin;
  origin.checkpoint = found;
  origin.continues = options.restart;
  origin.interpolate = !options.restart && the_case.restart->interpolate;
  return origin;
}

std::string load_state(Simulation& simulation, StatisticsOutput* statistics, const Origin& origin) {
  const fs::path& file = *origin.checkpoint;
  try {
    io::CheckpointReader reader(file, simulation.space().communicator());
    const auto& from = reader.summary();
    const std::string text = fmt::format(
        "{}: step {}, t = {:.6g}, written by {} rank{} of version {}", file.string(), from.step,
        from.time, from.n_ranks, from.n_ranks == 1 ? "" : "s", from.provenance.at("version"));
    if (origin.interpolate) {
      load_interpolated(simulation, reader);
      return "begins anew, at first order, with the fields of " + text;
    }
    simulation.visit_state(reader, simulation.the_case().checkpoint.solver_memory);
    if (statistics != nullptr && origin.continues) statistics->visit_state(reader);
    return "goes on from " + text;
  } catch (const io::CheckpointError& error) {
    throw base::Error(error.what() + advice_after(file));
  }
}

}  // namespace lobatto::app
