#pragma once

#include <filesystem>

#include "comm/communicator.hpp"

namespace lobatto::io {

/// The names in the folder that holds all that one run leaves: run.log, steps.jsonl, summary.json,
/// fields/, checkpoints/, stats/ and plots/.
class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path lock() const { return path_ / "run.lock"; }
  [[nodiscard]] std::filesystem::path log() const { return path_ / "run.log"; }
  [[nodiscard]] std::filesystem::path steps() const { return path_ / "steps.jsonl"; }
  [[nodiscard]] std::filesystem::path summary() const { return path_ / "summary.json"; }
  [[nodiscard]] std::filesystem::path mpi_profile() const { return path_ / "mpi_profile.json"; }
  [[nodiscard]] std::filesystem::path fields() const { return path_ / "fields"; }
  [[nodiscard]] std::filesystem::path checkpoints() const { return path_ / "checkpoints"; }
  /// Only there when something is written to it: make_folder().
  [[nodiscard]] std::filesystem::path stats() const { return path_ / "stats"; }
  [[nodiscard]] std::filesystem::path probes() const { return path_ / "probes"; }      ///< likewise
  [[nodiscard]] std::filesystem::path forces() const { return path_ / "forces"; }      ///< likewise
  [[nodiscard]] std::filesystem::path monitors() const { return path_ / "monitors"; }  ///< likewise
  [[nodiscard]] std::filesystem::path plots() const { return path_ / "plots"; }

  /// True where a run has left something in the folder that tells of it.
  [[nodiscard]] bool holds_run() const;
  /// True where the folder holds a run and nothing that runs do not leave, pictures and reports
  /// included: nothing else is lost with it. Throws base::Error where it cannot be looked into.
  [[nodiscard]] bool holds_only_run() const;
  /// True where there is anything but the lock. Throws likewise.
  [[nodiscard]] bool holds_something() const;
  /// Removes what a run makes in its folder before its first step, the lock aside, and leaves the
  /// rest. To be called where all of it comes from this run.
  void clear() const;

 private:
  std::filesystem::path path_;
};

/// Makes a folder, and those above it, if it is not there; this rank alone. Throws base::Error.
void make_folder(const std::filesystem::path& path);
/// The same by rank 0. Collective; throws base::Error on every rank.
void make_folder(const std::filesystem::path& path, const comm::Communicator& communicator);

}  // namespace lobatto::io
