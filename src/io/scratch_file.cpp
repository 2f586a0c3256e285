#include "io/scratch_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "base/error.hpp"

namespace lobatto::io {

namespace {

[[noreturn]] void throw_failure(const char* what, const std::filesystem::path& folder,
                                int failure) {
  throw base::Error(fmt::format("cannot {} a file in the scratch folder {}: {}", what,
                                folder.string(), std::generic_category().message(failure)));
}

/// Repeats a call that moves so many bytes at most until all are moved.
template <class Move>
void move_all(std::size_t n_bytes, const Move& move, const char* what,
              const std::filesystem::path& folder) {
  for (std::size_t done = 0; done < n_bytes;) {
    const auto n = move(done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) throw_failure(what, folder, n == 0 ? EIO : errno);
    done += static_cast<std::size_t>(n);
  }
}

}  // namespace

ScratchFile::ScratchFile(const std::filesystem::path& folder, std::uintmax_t bytes)
    : folder_(folder) {
  std::string name = (folder / "lobatto-XXXXXX").string();
  descriptor_ = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) throw_failure("create", folder, errno);
  unlink(name.c_str());
  int failure = 0;
  if (bytes > 0 && fallocate(descriptor_, 0, 0, static_cast<off_t>(bytes)) != 0) failure = errno;
  if (failure == EOPNOTSUPP) failure = 0;
  if (failure == 0) return;
  close(descriptor_);
  const auto room = fmt::format("reserve {:.3g} GB for", static_cast<double>(bytes) / 1e9);
  throw_failure(room.c_str(), folder, failure);
}

ScratchFile::~ScratchFile() { close(descriptor_); }

void ScratchFile::push(std::span<const std::byte> bytes) {
  const auto move = [&](std::size_t done) {
    return pwrite(descriptor_, bytes.data() + done, bytes.size() - done,
                  static_cast<off_t>(size_ + done));
  };
  move_all(bytes.size(), move, "write", folder_);
  size_ += bytes.size();
}

void ScratchFile::read(std::uintmax_t place, std::span<std::byte> bytes) const {
  const auto move = [&](std::size_t done) {
    return pread(descriptor_, bytes.data() + done, bytes.size() - done,
                 static_cast<off_t>(place + done));
  };
  move_all(bytes.size(), move, "read", folder_);
}

}  // namespace lobatto::io
