#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "comm/communicator.hpp"
#include "io/line_file.hpp"

namespace lobatto::io {

/// The record of a run for programs: a file with one JSON object per line, one line a step
/// (steps.jsonl).
class StepRecord {
 public:
  /// Opens `file` for adding lines, made when missing. Collective; throws base::Error on every
  /// rank.
  StepRecord(const std::filesystem::path& file, const comm::Communicator& communicator)
      : lines_(file, communicator) {}
  /// Takes off the lines of steps beyond last_step, and what a crash has left of one: the steps
  /// will be taken again.
  StepRecord(const std::filesystem::path& file, const comm::Communicator& communicator,
             long long last_step);

  /// Adds one object (numbers that are not finite become null). Only rank 0 writes, the others
  /// return at once. What cannot be written waits for the next call.
  void write(const nlohmann::ordered_json& step);
  /// Tries again to write what is waiting.
  void flush() { lines_.flush(); }
  /// Why lines are waiting; empty while none is. On rank 0.
  [[nodiscard]] const std::string& failure() const { return lines_.failure(); }

 private:
  LineFile lines_;
};

}  // namespace lobatto::io
