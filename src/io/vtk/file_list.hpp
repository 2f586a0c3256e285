#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::io {

/// The files of a series in one folder, <stem>_<step>.vtkhdf, and <stem>.vtkhdf.series that lists
/// them with their times (ParaView's file series format: opened there, it is an animation).
class FileList {
 public:
  /// The folder must be there.
  FileList(std::filesystem::path folder, std::string stem, const comm::Communicator& communicator);

  /// Goes on with the list that is there, up to this step: what is beyond will be written again.
  /// Collective.
  void resume(long long last_step);

  [[nodiscard]] std::filesystem::path file(long long step) const {
    return folder_ / file_name(step);
  }
  /// Whether it is the last one of the list.
  [[nodiscard]] bool ends_with(long long step) const {
    return !entries_.empty() && entries_.back().step == step;
  }
  /// A file that is there now. Collective; throws base::Error on every rank.
  void add(long long step, double time);

 private:
  struct Entry {
    long long step;
    double time;
  };
  [[nodiscard]] std::string file_name(long long step) const;
  [[nodiscard]] std::filesystem::path list() const { return folder_ / (stem_ + ".vtkhdf.series"); }

  std::filesystem::path folder_;
  std::string stem_;
  const comm::Communicator& communicator_;
  std::vector<Entry> entries_;
};

}  // namespace lobatto::io
