#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>

#include "comm/communicator.hpp"

namespace lobatto::comm {

struct Failure {
  int exit_code = 1;
  std::string message;
};

struct JointOutcome {
  bool all_came = false;  ///< else every rank speaks for itself, and the job has to be aborted
  bool all_failed = false;
  int rank = 0;                    ///< the lowest one that failed,
  std::optional<Failure> failure;  ///< and its failure, on every rank; none: nobody failed
};

/// The end of the program, to which every rank comes once: with a failure, or without. Ranks that
/// wait for a message of one that has failed never come, so nobody waits here for ever.
class JointEnd {
 public:
  /// Collective.
  explicit JointEnd(const Communicator& communicator) : communicator_(communicator.duplicate()) {}

  /// Brings this rank's failure, if there is one, and waits for the others: `patience` after a
  /// failure, for ever without. A second call returns the outcome of the first. Collective, as far
  /// as it can be.
  const JointOutcome& join(const std::optional<Failure>& failure,
                           std::chrono::milliseconds patience = std::chrono::seconds(5));

  [[nodiscard]] bool has_joined() const { return outcome_.has_value(); }

 private:
  Communicator communicator_;
  std::array<int, 3> agreed_{};  ///< MPI may write to it after join() has given up
  std::optional<JointOutcome> outcome_;
};

}  // namespace lobatto::comm
