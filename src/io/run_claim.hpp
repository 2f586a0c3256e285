#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "comm/communicator.hpp"
#include "io/run_folder.hpp"

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

/// The right of one run to its folder, from before anything in it is read until this goes: rank 0
/// holds a lock (FileLock) on run.lock there, which says who it is. It goes with its process, also
/// when that is killed or its node is lost.
class RunClaim {
 public:
  enum class Mode {
    anew,  ///< the folder must hold nothing
    go_on  ///< it holds an earlier run, or nothing
  };

  /// Makes the folder, with those above it, where it is not there. Collective; throws base::Error
  /// on every rank: where another run has the folder, by the name of its owner; where the folder
  /// holds what this run must not touch; where there can be no such folder. Nothing is left then.
  RunClaim(const std::filesystem::path& path, Mode mode, const comm::Communicator& communicator);
  /// Of a folder that held nothing removes what this run has put into it, and the folders that it
  /// made, unless they are kept. No rank may be writing any more.
  ~RunClaim();
  RunClaim(const RunClaim&) = delete;
  RunClaim& operator=(const RunClaim&) = delete;

  [[nodiscard]] const RunFolder& folder() const { return folder_; }
  /// True where the folder holds an earlier run, to go on with.
  [[nodiscard]] bool continues() const { return continues_; }
  /// What to tell where the file system has no locks, so that nothing keeps another run out.
  [[nodiscard]] const std::string& warning() const { return warning_; }

  /// From now on there are results: the folder stays, however the run ends.
  void keep();
  /// The run has ended, and writes nothing any more: another one may have the folder.
  void release();

 private:
  struct Hold;  ///< on rank 0

  RunFolder folder_;
  bool continues_ = false;
  std::string warning_;
  std::unique_ptr<Hold> hold_;
};

/// Who runs in a folder; empty where nobody does, or where that cannot be told.
std::string owner_of(const RunFolder& folder);

}  // namespace lobatto::io
