#include "io/run_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/checkpoint/folder.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

/// What is in a folder; nothing where it is not there any more.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code reason;
  for (fs::directory_iterator at(folder, reason), end; !reason && at != end; at.increment(reason))
    entries.push_back(at->path());
  if (reason && reason != std::errc::no_such_file_or_directory)
    throw base::Error(
        fmt::format("cannot look into the folder {}: {}", folder.string(), reason.message()));
  return entries;
}

}  // namespace

RunFolder::RunFolder(fs::path path) : path_(std::move(path)) {}

bool RunFolder::holds_run() const {
  std::error_code ignored;
  return fs::exists(log(), ignored) || fs::exists(steps(), ignored) ||
         fs::exists(summary(), ignored) || fs::exists(lock(), ignored) ||
         !find_checkpoints(checkpoints()).empty();
}

bool RunFolder::holds_only_run() const {
  const std::array own{
      lock(),  log(),    steps(),  summary(),  mpi_profile(),   fields(), checkpoints(),
      stats(), probes(), forces(), monitors(), path_ / "modes", plots(),  path_ / "report.html"};
  return holds_run() && std::ranges::all_of(entries_of(path_), [&](const fs::path& entry) {
           return std::ranges::find(own, entry) != own.end();
         });
}

bool RunFolder::holds_something() const {
  return std::ranges::any_of(entries_of(path_),
                             [&](const fs::path& entry) { return entry != lock(); });
}

void RunFolder::clear() const {
  std::error_code ignored;
  for (const fs::path& own : {log(), steps(), fields(), checkpoints(), stats(), probes(), forces(),
                              monitors(), path_ / "modes", plots()})
    fs::remove_all(own, ignored);
}

void make_folder(const fs::path& path) {
  std::error_code reason;
  fs::create_directories(path, reason);
  if (reason)
    throw base::Error(
        fmt::format("cannot make the folder {}: {}", path.string(), reason.message()));
}

void make_folder(const fs::path& path, const comm::Communicator& communicator) {
  comm::on_root(communicator, [&] { make_folder(path); });
}

}  // namespace lobatto::io
