#include "mesh/formats/reading_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "base/error.hpp"
#include "mesh/mesh_parcel.hpp"

namespace lobatto::mesh {

namespace fs = std::filesystem;

namespace {

enum class Outcome : unsigned char { read = 1, refused };

/// Writes all of it; a reader that has gone ends the process.
void write_all(int to, const void* data, std::size_t n) {
  const auto* at = static_cast<const char*>(data);
  while (n > 0) {
    const ssize_t written = ::write(to, at, n);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) _exit(1);
    at += written;
    n -= static_cast<std::size_t>(written);
  }
}

void send(int to, Outcome outcome, std::span<const std::byte> bytes) {
  const std::uint64_t n = bytes.size();
  write_all(to, &outcome, sizeof(outcome));
  write_all(to, &n, sizeof(n));
  write_all(to, bytes.data(), bytes.size());
}

/// Signals end the process without a word and without a core, and so does the end of its parent.
void be_quiet() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);
  for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nowhere = ::open("/dev/null", O_WRONLY);
  for (const int output : {STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, output);
}

void limit(int resource, std::uint64_t most) {
  rlimit now{};
  if (getrlimit(resource, &now) != 0 || now.rlim_cur <= most) return;
  now.rlim_cur = most;
  setrlimit(resource, &now);
}

/// For lengths that a damaged file has wrong, and for circles in its tables.
void limit_to_size(const fs::path& file) {
  std::error_code ignored;
  const auto size = fs::file_size(file, ignored);
  if (ignored) return;
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const auto now = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  constexpr std::uint64_t most_bytes_per_byte = 100, always = std::uint64_t{4} << 30;
  limit(RLIMIT_AS, now + always + most_bytes_per_byte * size);
  constexpr std::uint64_t always_seconds = 20, bytes_per_second = 1'000'000;
  limit(RLIMIT_CPU, always_seconds + size / bytes_per_second);
}

[[noreturn]] void read_here(const fs::path& file, int to,
                            base::FunctionRef<std::vector<std::byte>()> task) {
  be_quiet();
  limit_to_size(file);
  setenv("HDF5_USE_FILE_LOCKING", "FALSE", 0);
  std::string message;
  try {
    send(to, Outcome::read, task());
    _exit(0);
  } catch (const base::Error& error) {
    message = error.what();
  } catch (const std::bad_alloc&) {
    message = file.string() + ": a length in it is far beyond what it can hold: it is damaged";
  } catch (const std::exception& error) {
    message = fmt::format("{}: is damaged: {}", file.string(), error.what());
  }
  send(to, Outcome::refused, std::as_bytes(std::span(message)));
  _exit(0);
}

/// Up to n bytes; fewer where the writer has ended before.
std::vector<std::byte> receive(int from, std::size_t n) {
  constexpr std::size_t piece = std::size_t{1} << 22;
  std::vector<std::byte> bytes;
  while (bytes.size() < n) {
    const std::size_t before = bytes.size();
    bytes.resize(before + std::min(piece, n - before));
    const ssize_t got = ::read(from, bytes.data() + before, bytes.size() - before);
    bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0 || (got < 0 && errno != EINTR)) break;
  }
  return bytes;
}

/// How a process has ended, for people.
std::string end_of(pid_t process) {
  int status = 0;
  pid_t ended = 0;
  do ended = waitpid(process, &status, 0);
  while (ended < 0 && errno == EINTR);
  if (ended == process && WIFSIGNALED(status))
    return fmt::format("ends with signal {}, {}", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return "ends early";
}

/// What the process has sent; throws what it has thrown, or how it has died.
std::vector<std::byte> result_of(const fs::path& file, pid_t process, int from) {
  std::uint64_t n = 0;
  const auto head = receive(from, sizeof(Outcome) + sizeof(n));
  std::vector<std::byte> bytes;
  bool is_whole = head.size() == sizeof(Outcome) + sizeof(n);
  if (is_whole) {
    std::memcpy(&n, head.data() + sizeof(Outcome), sizeof(n));
    bytes = receive(from, n);
    is_whole = bytes.size() == n;
  }
  close(from);
  const std::string end = end_of(process);
  if (!is_whole)
    throw base::Error(
        fmt::format("{}: is damaged: the library that reads it {}; expected a file "
                    "that is as its program wrote it",
                    file.string(), end));
  if (static_cast<Outcome>(head[0]) == Outcome::refused)
    throw base::Error(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  return bytes;
}

}  // namespace

std::vector<std::byte> bytes_of_own_process(const fs::path& file,
                                            base::FunctionRef<std::vector<std::byte>()> task) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return task();
  const pid_t process = fork();
  if (process == 0) {
    close(ends[0]);
    read_here(file, ends[1], task);
  }
  close(ends[1]);
  if (process > 0) return result_of(file, process, ends[0]);
  close(ends[0]);
  return task();
}

MeshSlice read_in_own_process(const fs::path& file, base::FunctionRef<RawMesh()> read) {
  return as_slice(unpack_raw_mesh(bytes_of_own_process(file, [&] { return pack(read()); })));
}

}  // namespace lobatto::mesh
