#include "io/complete_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/error.hpp"

namespace lobatto::io {

namespace {

std::string text_of(int failure) { return std::generic_category().message(failure); }

/// Opens the file, hands the descriptor to `action` and closes it; 0 or the error number of the
/// call that failed.
template <class Action>
int with_open_file(const std::filesystem::path& file, int flags, Action action) {
  const int descriptor = open(file.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0) return errno;
  const int failure = action(descriptor) == 0 ? 0 : errno;
  close(descriptor);
  return failure;
}

bool has_room(const std::filesystem::path& file, std::uintmax_t bytes) {
  std::error_code reason;
  const auto space = std::filesystem::space(file, reason);
  return reason || space.available >= bytes;
}

[[noreturn]] void throw_no_room(const std::string& name, std::uintmax_t bytes, int failure) {
  throw base::Error(fmt::format("cannot write {}, which needs {:.1f} MB: {}", name,
                                static_cast<double>(bytes) / 1e6, text_of(failure)));
}

}  // namespace

void make_empty_file(const std::filesystem::path& file, const std::string& name) {
  const int failure = with_open_file(file, O_CREAT | O_TRUNC, [](int) { return 0; });
  if (failure != 0) throw base::Error(fmt::format("cannot create {}: {}", name, text_of(failure)));
}

void reserve_room(const std::filesystem::path& file, const std::string& name,
                  std::uintmax_t bytes) {
  int failure = with_open_file(file, 0, [bytes](int descriptor) {
    return fallocate(descriptor, 0, 0, static_cast<off_t>(bytes));
  });
  if (failure == EOPNOTSUPP) failure = has_room(file, bytes) ? 0 : ENOSPC;
  if (failure != 0) throw_no_room(name, bytes, failure);
}

}  // namespace lobatto::io
