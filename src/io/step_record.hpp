#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json_fwd.hpp>
#include <optional>

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

  /// Adds one object (numbers that are not finite become null). Only rank 0 writes, the others
  /// return at once; hence not collective, and a failure is thrown as base::Error on rank 0 alone.
  void write(const nlohmann::ordered_json& step);

 private:
  std::filesystem::path file_;
  bool writes_;
  std::ofstream out_;
};

}  // namespace lobatto::io
