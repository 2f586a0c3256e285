#include "run/origin/origin.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/checkpoint/folder.hpp"
#include "io/checkpoint/reader.hpp"
#include "io/nek/reader.hpp"
#include "io/vtk/vtkhdf_reader.hpp"
#include "run/origin/beginnings.hpp"
#include "run/origin/checkpoint_files.hpp"

namespace lobatto::run {

namespace fs = std::filesystem;

namespace {

RunOrigin decide(const cases::Case& the_case, const fs::path& folder, bool continues,
                 const std::optional<fs::path>& from) {
  RunOrigin origin;
  origin.continues = continues;
  if (from) {
    origin.where = "--from";
    origin.checkpoint = checkpoint_of(*from, origin.where);
  } else if (origin.continues) {
    origin.checkpoint = newest_in(folder);
  }
  // A run with a summary came to its end: it is not begun again.
  std::error_code ignored;
  if (origin.continues && !origin.checkpoint && fs::exists(folder / "summary.json", ignored))
    throw base::Error(fmt::format(
        "--restart: {}: there is no checkpoint in this folder, whose run is over; begin "
        "again in another folder (--out), with output.checkpoint to go on from",
        folder.string()));
  if (!origin.checkpoint && the_case.restart) {
    origin.where = the_case.restart->where;
    origin.checkpoint = checkpoint_of(the_case.restart->from, origin.where);
    origin.interpolate = the_case.restart->interpolate;
  }
  return origin;
}

/// What to try instead of a checkpoint that cannot be loaded.
std::string advice_after(const fs::path& damaged) {
  for (const auto& checkpoint : io::find_checkpoints(damaged.parent_path()))
    if (checkpoint.step < io::step_of_checkpoint(damaged))
      return fmt::format("; the one before is {0}: --restart --from {0} goes on from there",
                         checkpoint.file.string());
  return "";
}

/// A note where a state to begin with is of the end of the case or beyond: its fields can be
/// written alone. Throws base::Error where the command line sets that end.
std::string look_at_end(const Simulation& simulation) {
  if (!simulation.finished()) return "";
  const auto& the_case = simulation.the_case();
  const double t = simulation.state().time();
  const bool is_late = the_case.end_time && t >= *the_case.end_time;
  const std::string key = is_late ? "time.end" : "time.steps";
  const std::string text = fmt::format(
      "it is of step {} and t = {:.6g}, the end of this case or beyond ({} = {}): nothing is left "
      "to compute; restart.time = 0 begins to count anew, or {} says more",
      simulation.state().n_steps(), t, key,
      is_late ? fmt::format("{:.6g}", *the_case.end_time)
              : fmt::format("{}", the_case.steps.value_or(0)),
      key);
  if (the_case.overrides.contains(key)) throw base::Error(text);
  return "\nnote: " + text;
}

std::string load_file(Simulation& simulation, Observers* observers, const RunOrigin& origin,
                      const comm::Communicator& communicator) {
  const fs::path& file = *origin.checkpoint;
  const bool is_nek = io::is_nek_field(file, communicator);
  if (is_nek || io::is_vtkhdf_field(file, communicator)) {
    const std::string text = is_nek ? load_nek_field(simulation, file, origin.interpolate)
                                    : load_field_file(simulation, file);
    return text + look_at_end(simulation);
  }
  io::refuse_old_nek_field(file, communicator);
  try {
    io::CheckpointReader reader(file, communicator);
    const auto& from = reader.summary();
    const std::string text = fmt::format(
        "{}: step {}, t = {:.6g}, written by {} rank{} of version {}", file.string(), from.step,
        from.time, from.n_ranks, from.n_ranks == 1 ? "" : "s", from.provenance.at("version"));
    const auto& restart = simulation.the_case().restart;
    const bool is_of_case = restart && origin.where == restart->where;
    if (is_of_case && restart->begins_anew()) {
      load_interpolated(simulation, reader);
      return "begins anew with the fields of " + text + look_at_end(simulation);
    }
    simulation.visit_state(reader, simulation.the_case().checkpoint.solver_memory);
    if (!origin.continues) simulation.forget_steadiness();
    if (observers != nullptr && origin.continues) observers->visit_state(reader);
    return "goes on from " + text + (is_of_case ? look_at_end(simulation) : "");
  } catch (const io::CheckpointError& error) {
    throw base::Error(error.what() + advice_after(file));
  }
}

}  // namespace

RunOrigin find_origin(const cases::Case& the_case, const fs::path& folder, bool continues,
                      const std::optional<fs::path>& from, const comm::Communicator& communicator) {
  RunOrigin origin;
  std::string checkpoint;
  comm::on_root(communicator, [&] {
    origin = decide(the_case, folder, continues, from);
    checkpoint = origin.checkpoint.value_or("").string();
  });
  communicator.broadcast(checkpoint, 0);
  communicator.broadcast(origin.where, 0);
  if (!checkpoint.empty()) origin.checkpoint = checkpoint;
  origin.continues = continues;
  origin.interpolate = communicator.max(origin.interpolate ? 1.0 : 0.0) != 0;
  return origin;
}

std::string load_origin(Simulation& simulation, Observers* observers, const RunOrigin& origin,
                        const comm::Communicator& communicator) {
  if (!origin.checkpoint) return "there is no checkpoint yet: the run is begun again";
  try {
    return load_file(simulation, observers, origin, communicator);
  } catch (const base::Error& error) {
    throw base::Error(origin.where.empty() ? error.what()
                                           : fmt::format("{}: {}", origin.where, error.what()));
  }
}

bool is_summarised(const fs::path& summary, long long step,
                   const comm::Communicator& communicator) {
  bool is_of_step = false;
  comm::on_root(communicator, [&] {
    if (std::error_code ignored; !fs::exists(summary, ignored)) return;
    const auto content = nlohmann::json::parse(base::read_input(summary), nullptr, false);
    is_of_step = content.is_object() && content.value("steps", -1LL) == step;
  });
  return communicator.max(is_of_step ? 1.0 : 0.0) != 0;
}

}  // namespace lobatto::run
