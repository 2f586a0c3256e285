#include "io/run_folder.hpp"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "io/collective.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

/// A folder that is there but empty is as good as none. What cannot be looked at counts as free:
/// making it then says why it cannot be made.
bool is_free(const fs::path& path) {
  std::error_code reason;
  const fs::file_status status = fs::status(path, reason);
  if (!fs::exists(status)) return true;
  return fs::is_directory(status) && fs::is_empty(path, reason) && !reason;
}

/// path-2, path-3, ...: the first that is free.
fs::path next_free(const fs::path& path) {
  for (int number = 2;; ++number) {
    fs::path candidate = path;
    candidate += fmt::format("-{}", number);
    if (is_free(candidate)) return candidate;
  }
}

void make_folder(const fs::path& path) {
  std::error_code reason;
  fs::create_directories(path, reason);
  if (reason) {
    throw base::Error(
        fmt::format("cannot make the folder {}: {}", path.string(), reason.message()));
  }
}

/// Without a trailing separator, which would put "-2" inside the folder.
fs::path without_trailing_separator(const fs::path& path) {
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace

RunFolder::RunFolder(fs::path path) : path_(std::move(path)) {}

RunFolder RunFolder::create(const fs::path& path, const comm::Communicator& communicator) {
  RunFolder run(without_trailing_separator(path));
  on_root(communicator, [&] {
    if (!is_free(run.path())) {
      throw base::Error(fmt::format(
          "{0} already exists and a run is never overwritten: choose another folder, for example "
          "--out {1}, go on with it (--restart), or remove it first (rm -r {0})",
          run.path().string(), next_free(run.path()).string()));
    }
    make_folder(run.fields());
    make_folder(run.plots());
  });
  return run;
}

RunFolder RunFolder::reopen(const fs::path& path, const comm::Communicator& communicator) {
  RunFolder run(without_trailing_separator(path));
  on_root(communicator, [&] {
    if (!fs::is_directory(run.path()))
      throw base::Error(fmt::format("{}: no such run folder", run.path().string()));
    make_folder(run.fields());
    make_folder(run.plots());
  });
  return run;
}

void make_folder(const fs::path& path, const comm::Communicator& communicator) {
  on_root(communicator, [&] { make_folder(path); });
}

}  // namespace lobatto::io
