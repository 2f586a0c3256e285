#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "comm/communicator.hpp"
#include "support/message_of.hpp"

namespace lobatto::io {

/// A new folder that all ranks know, removed with all it holds at the end. Collective.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const comm::Communicator& communicator) : communicator_(communicator) {
    std::string name = (std::filesystem::temp_directory_path() / "lobatto-io-XXXXXX").string();
    if (communicator.rank() == 0 && mkdtemp(name.data()) == nullptr) communicator.abort(1);
    communicator.broadcast(name, 0);
    path_ = name;
  }
  ~TemporaryFolder() {
    communicator_.barrier();
    std::error_code ignored;
    if (communicator_.rank() == 0) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const {
    return path_ / name;
  }

 private:
  const comm::Communicator& communicator_;
  std::filesystem::path path_;
};

inline std::string read_all(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace lobatto::io
