#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace lobatto::io {

/// Who runs in a run folder, as run.lock tells it to people and programs.
struct RunOwner {
  std::string host;
  long process = 0;   ///< of rank 0
  std::string job;    ///< "SLURM_JOB_ID 4711": as the launcher names it; empty where there is none
  std::string since;  ///< local time, "2026-03-01 09:30:00 +0100"

  /// "process 4242 on n017, SLURM_JOB_ID 4711, since 2026-03-01 09:30:00 +0100"
  [[nodiscard]] std::string text() const;
};

/// This process, from now on.
RunOwner this_owner();

/// One JSON object on a line, and back; nothing where the text is none.
std::string owner_as_json(const RunOwner& owner);
std::optional<RunOwner> parse_owner(const std::string& text);

/// Who is written in a lock file; nothing where nobody is.
std::optional<RunOwner> read_owner(const std::filesystem::path& lock_file);

}  // namespace lobatto::io
