#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace lobatto::mesh {

/// A file that is gone when this is.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& contents)
      : folder_(std::filesystem::temp_directory_path() /
                ("lobatto-mesh-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
    path_ = folder_ / name;
    std::ofstream(path_, std::ios::binary) << contents;
  }
  ~TemporaryFile() { std::filesystem::remove_all(folder_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path folder_, path_;
};

}  // namespace lobatto::mesh
