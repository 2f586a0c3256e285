#pragma once

#include <cstddef>
#include <filesystem>

#include "comm/communicator.hpp"

namespace lobatto::machine {

/// A new folder of a name that nothing else has, for all ranks; it is gone, with all in it, when
/// this is. Making one is collective.
class ScratchFolder {
 public:
  /// Throws base::Error, with the system's reason, where `parent` is no folder or nothing can be
  /// made in it.
  ScratchFolder(const std::filesystem::path& parent, const comm::Communicator& communicator);
  /// By rank 0; no rank may be writing any more.
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  bool is_owner_;
};

/// Throws base::Error where `folder` is not on a disk with as many bytes and files free. This rank.
void require_room(const std::filesystem::path& folder, double n_bytes, double n_files);

}  // namespace lobatto::machine
