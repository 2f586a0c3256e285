#pragma once

#include <filesystem>
#include <optional>

#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "io/run_claim.hpp"
#include "run/records/run_measurement.hpp"
#include "run/run.hpp"

namespace lobatto::run {

/// Where a run leaves its files, and what it begins with.
struct RunPlace {
  std::optional<std::filesystem::path> folder = {};  ///< default runs/<case name>
  bool restart = false;                              ///< go on in the folder, if it is there
  std::optional<std::filesystem::path> from = {};    ///< with restart: from this checkpoint
  bool may_move = false;  ///< the process may change its current folder while the run goes on
};

/// A run with the claim on its folder, before its first step; goes with it.
class RunInFolder {
 public:
  /// Claims the folder, chooses the solvers, checks the case and loads the state. The communicator
  /// must live as long. Collective; throws base::Error on every rank, and leaves no folder then.
  RunInFolder(cases::Case the_case, const RunPlace& place, bool profiles_mpi,
              const comm::Communicator& communicator);

  [[nodiscard]] io::RunClaim& claim() { return claim_; }
  [[nodiscard]] const io::RunClaim& claim() const { return claim_; }
  [[nodiscard]] Run& run() { return *run_; }
  [[nodiscard]] const Run& run() const { return *run_; }
  /// See Run::is_complete(). Collective.
  [[nodiscard]] bool is_complete() const { return run_->is_complete(claim_.folder()); }

 private:
  const cases::Case case_;
  io::RunClaim claim_;
  RunMeasurement measurement_;
  std::optional<Run> run_;
};

}  // namespace lobatto::run
