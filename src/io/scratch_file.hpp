#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace lobatto::io {

/// A stack of bytes in a file of this process that nothing is left of, however the process ends: it
/// has no name from the beginning. What fails throws base::Error on this rank.
class ScratchFile {
 public:
  /// In a folder that there is, with room for so many bytes.
  ScratchFile(const std::filesystem::path& folder, std::uintmax_t bytes);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  /// Upon what is there.
  void push(std::span<const std::byte> bytes);
  /// From a place, counted from the beginning.
  void read(std::uintmax_t place, std::span<std::byte> bytes) const;
  [[nodiscard]] std::uintmax_t size() const { return size_; }
  /// Forgets what lies beyond a size.
  void shrink(std::uintmax_t size) { size_ = size; }

 private:
  std::filesystem::path folder_;
  int descriptor_ = -1;
  std::uintmax_t size_ = 0;
};

}  // namespace lobatto::io
