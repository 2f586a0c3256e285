#pragma once

#include <filesystem>

#include "comm/communicator.hpp"

namespace lobatto::io {

/// The folder that holds all that one run leaves: run.log, steps.jsonl, summary.json, fields/,
/// checkpoints/, stats/ and plots/.
class RunFolder {
 public:
  /// Makes `path` with its sub-folders. A folder that already holds something is never touched:
  /// base::Error says so and names the next free one. Rank 0 decides and acts, all ranks get the
  /// same outcome. Collective.
  static RunFolder create(const std::filesystem::path& path,
                          const comm::Communicator& communicator);

  /// A folder that is there, to go on in. Collective; base::Error where it is none.
  static RunFolder reopen(const std::filesystem::path& path,
                          const comm::Communicator& communicator);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path log() const { return path_ / "run.log"; }
  [[nodiscard]] std::filesystem::path steps() const { return path_ / "steps.jsonl"; }
  [[nodiscard]] std::filesystem::path summary() const { return path_ / "summary.json"; }
  [[nodiscard]] std::filesystem::path mpi_profile() const { return path_ / "mpi_profile.json"; }
  [[nodiscard]] std::filesystem::path fields() const { return path_ / "fields"; }
  [[nodiscard]] std::filesystem::path checkpoints() const { return path_ / "checkpoints"; }
  /// Only there when something is written to it: make_folder().
  [[nodiscard]] std::filesystem::path stats() const { return path_ / "stats"; }
  [[nodiscard]] std::filesystem::path probes() const { return path_ / "probes"; }  ///< likewise
  [[nodiscard]] std::filesystem::path forces() const { return path_ / "forces"; }  ///< likewise
  [[nodiscard]] std::filesystem::path plots() const { return path_ / "plots"; }

 private:
  explicit RunFolder(std::filesystem::path path);
  std::filesystem::path path_;
};

/// Makes a folder, and those above it, if it is not there. Collective; throws base::Error on every
/// rank.
void make_folder(const std::filesystem::path& path, const comm::Communicator& communicator);

}  // namespace lobatto::io
