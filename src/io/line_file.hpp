#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/function_ref.hpp"
#include "comm/communicator.hpp"

namespace lobatto::io {

/// A text file that lines are only ever added to, each handed to the system at once: it can be
/// watched while it grows, and a run that dies leaves all of its lines. Rank 0 writes.
class LineFile {
 public:
  /// True for a line that stays when an old file is opened again.
  using Keeps = base::FunctionRef<bool(const std::string&)>;

  /// Opens `file` for adding lines, made when missing. Collective; throws base::Error on every
  /// rank.
  LineFile(std::filesystem::path file, const comm::Communicator& communicator);
  /// Of an old file takes the lines off from the first that `keeps` refuses.
  LineFile(const std::filesystem::path& file, const comm::Communicator& communicator, Keeps keeps);
  ~LineFile();
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  /// Adds a line; nothing on other ranks than 0. What cannot be written, on a full disk, say, waits
  /// for the next call.
  void add(std::string_view line);
  /// Tries again to write what is waiting.
  void flush();
  /// Why lines are waiting; empty while none is. On rank 0.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  /// True on rank 0 when the file had no line to begin with.
  [[nodiscard]] bool is_new() const { return is_new_; }

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;  ///< on rank 0
  bool is_new_ = false;
  std::string waiting_;
  std::string failure_;
};

}  // namespace lobatto::io
