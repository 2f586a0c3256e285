#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "comm/communicator.hpp"

namespace lobatto::io {

/// The record of a run for programs: a file with one JSON object a line, one line a step
/// (steps.jsonl). Lines are only ever added and each is handed to the system at once, so a run can
/// be watched, and one that dies leaves all of its steps.
class StepRecord {
 public:
  /// Opens `file` for adding lines, made when missing. Lines of steps beyond last_step are taken
  /// off, and what a crash has left of one: the steps will be taken again. Collective; throws
  /// base::Error on every rank.
  StepRecord(std::filesystem::path file, const comm::Communicator& communicator,
             std::optional<long long> last_step = {});
  ~StepRecord();
  StepRecord(const StepRecord&) = delete;
  StepRecord& operator=(const StepRecord&) = delete;

  /// Adds one object (numbers that are not finite become null). Only rank 0 writes, the others
  /// return at once. What cannot be written, on a full disk, say, waits for the next call.
  void write(const nlohmann::ordered_json& step);
  /// Why lines are waiting; empty while none is. On rank 0.
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;  ///< on rank 0
  std::string waiting_;
  std::string failure_;
};

}  // namespace lobatto::io
