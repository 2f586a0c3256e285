#include "io/file_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/input_file.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

/// All of the file, for writing.
struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

/// fcntl, again where a signal has come between.
int ask(int descriptor, int command, struct flock& lock) {
  int result = 0;
  do result = fcntl(descriptor, command, &lock);
  while (result != 0 && errno == EINTR);
  return result;
}

}  // namespace

std::optional<FileLock> FileLock::open(const fs::path& file) {
  // The file may be removed by its last holder between being opened and being locked.
  constexpr int enough = 1000;
  for (int attempt = 0; attempt < enough; ++attempt) {
    base::require_output(file);
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    const std::error_code reason(errno, std::generic_category());
    if (descriptor < 0 && reason == std::errc::no_such_file_or_directory) return std::nullopt;
    if (descriptor < 0)
      throw base::Error(fmt::format("cannot write {}: {}", file.string(), reason.message()));
    FileLock lock(file, descriptor);
    lock.try_to_hold();
    if (lock.state_ == State::taken || lock.is_current()) return lock;
    lock.state_ = State::taken;  // the file of that name is another one's
  }
  throw base::Error(fmt::format("cannot lock {}: it comes and goes", file.string()));
}

FileLock::FileLock(fs::path file, int descriptor)
    : file_(std::move(file)), descriptor_(descriptor) {}

FileLock::FileLock(FileLock&& other) noexcept
    : file_(std::move(other.file_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      state_(other.state_),
      failure_(std::move(other.failure_)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(state_, other.state_);
  std::swap(failure_, other.failure_);
  return *this;
}

FileLock::~FileLock() {
  if (descriptor_ < 0) return;
  // Before the lock goes: afterwards the file may be another one's. So it is where somebody has
  // removed ours.
  if (state_ != State::taken && is_current()) unlink(file_.c_str());
  close(descriptor_);
}

void FileLock::try_to_hold() {
  struct flock lock = whole_file();
  if (ask(descriptor_, F_OFD_SETLK, lock) == 0) {
    state_ = State::held;
  } else if (errno == EAGAIN || errno == EACCES) {
    state_ = State::taken;
  } else {
    failure_ = std::generic_category().message(errno);
  }
}

bool FileLock::is_current() const {
  struct stat named {
  }, own{};
  return stat(file_.c_str(), &named) == 0 && fstat(descriptor_, &own) == 0 &&
         named.st_dev == own.st_dev && named.st_ino == own.st_ino;
}

void FileLock::write(const std::string& text) const {
  if (ftruncate(descriptor_, 0) == 0 && pwrite(descriptor_, text.data(), text.size(), 0) > 0)
    fsync(descriptor_);
}

bool is_locked(const fs::path& file) {
  if (!base::fault_of_input(file).empty()) return false;
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct flock lock = whole_file();
  const bool is_known = ask(descriptor, F_OFD_GETLK, lock) == 0;
  close(descriptor);
  return is_known && lock.l_type != F_UNLCK;
}

}  // namespace lobatto::io
