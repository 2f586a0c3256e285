#include "machine/files/own_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/error.hpp"

namespace lobatto::machine {

namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const char* what) {
  const std::error_code reason(errno, std::generic_category());
  throw base::Error(fmt::format("{}: cannot {}: {}", file.string(), what, reason.message()));
}

/// An open file of this process.
class Opened {
 public:
  Opened(const std::filesystem::path& file, int flags) : number_(open(file.c_str(), flags, 0600)) {
    if (number_ < 0) fail(file, "open it");
  }
  ~Opened() { close(number_); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

void write_file(const std::filesystem::path& file, std::span<const std::byte> bytes, bool sync) {
  const Opened out(file, O_WRONLY | O_CREAT | O_EXCL);
  while (!bytes.empty()) {
    const ssize_t n = write(out.number(), bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(file, "write it");
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  if (sync && fsync(out.number()) != 0) fail(file, "write it to its medium");
}

void forget(const std::filesystem::path& file) {
#if defined(POSIX_FADV_DONTNEED)
  const Opened in(file, O_RDONLY);
  posix_fadvise(in.number(), 0, 0, POSIX_FADV_DONTNEED);
#endif
}

std::vector<std::byte> read_file(const std::filesystem::path& file, std::size_t n_bytes) {
  forget(file);
  const Opened in(file, O_RDONLY);
  std::vector<std::byte> bytes(n_bytes);
  for (std::size_t at = 0; at < n_bytes;) {
    const ssize_t n = read(in.number(), bytes.data() + at, n_bytes - at);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(file, "read it");
    if (n == 0) throw base::Error(file.string() + ": is shorter than it was written");
    at += static_cast<std::size_t>(n);
  }
  return bytes;
}

}  // namespace lobatto::machine
