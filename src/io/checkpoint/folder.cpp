#include "io/checkpoint/folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/text_hash.hpp"
#include "io/text_file.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

/// Waits for the disk; 0 or an error number.
int synchronise(const fs::path& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  const int failure = fsync(descriptor) == 0 ? 0 : errno;
  close(descriptor);
  return failure;
}

[[noreturn]] void throw_unfinished(const fs::path& file, const std::error_code& reason) {
  throw base::Error(fmt::format("cannot complete {}: {}", file.string(), reason.message()));
}

struct NameParts {
  long long step = -1;  ///< -1 for other files
  int file = 0;         ///< from 0
  int n_files = 1;
  bool partial = false;
};

/// Takes what is expected off the front of a text; false where it begins otherwise.
bool take(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

/// The same of a number of so many digits at most.
std::optional<long long> take_number(std::string_view& text, std::size_t most_digits) {
  const std::size_t n = std::min(text.find_first_not_of("0123456789"), text.size());
  if (n == 0 || n > most_digits) return std::nullopt;
  long long number = 0;
  std::from_chars(text.data(), text.data() + n, number);
  text.remove_prefix(n);
  return number;
}

/// "checkpoint_00000100.h5", "checkpoint_00000100.1of2.h5", both with ".part" where incomplete.
NameParts parts_of(const fs::path& path) {
  const std::string name = path.filename().string();
  std::string_view rest = name;
  const auto step = take(rest, "checkpoint_") ? take_number(rest, 18) : std::nullopt;
  if (!step) return {};
  NameParts parts{*step, 0, 1, false};
  if (!rest.starts_with(".h5")) {
    const auto file = take(rest, ".") ? take_number(rest, 6) : std::nullopt;
    const auto n_files = file && take(rest, "of") ? take_number(rest, 6) : std::nullopt;
    if (!n_files) return {};
    parts.file = static_cast<int>(*file) - 1;
    parts.n_files = static_cast<int>(*n_files);
  }
  if (!take(rest, ".h5")) return {};
  parts.partial = take(rest, ".part");
  return rest.empty() ? parts : NameParts{};
}

template <class Action>
void for_each_file(const fs::path& folder, Action action) {
  std::error_code reason;
  for (fs::directory_iterator at(folder, reason), end; !reason && at != end; at.increment(reason))
    if (std::error_code ignored; at->is_regular_file(ignored))
      action(at->path(), parts_of(at->path()));
}

/// A checkpoint as the names of its files tell of it: step and number of files.
using Identity = std::pair<long long, int>;

/// The checkpoints of which all files are there, in ascending order.
std::set<Identity> whole_checkpoints(const fs::path& folder) {
  std::map<Identity, std::set<int>> files;
  for_each_file(folder, [&](const fs::path&, const NameParts& parts) {
    if (parts.step >= 0 && !parts.partial && parts.file >= 0 && parts.file < parts.n_files)
      files[{parts.step, parts.n_files}].insert(parts.file);
  });
  std::set<Identity> whole;
  for (const auto& [identity, numbers] : files)
    if (std::ssize(numbers) == identity.second) whole.insert(identity);
  return whole;
}

/// Removes the files of checkpoints that `is_old` says so of; whether they are whole is its second
/// argument.
template <class IsOld>
void remove_files(const fs::path& folder, const std::set<Identity>& whole, IsOld is_old) {
  std::vector<fs::path> old;
  for_each_file(folder, [&](const fs::path& path, const NameParts& parts) {
    const bool is_whole = !parts.partial && whole.contains({parts.step, parts.n_files});
    if (parts.step >= 0 && is_old(parts.step, is_whole)) old.push_back(path);
  });
  std::error_code ignored;
  for (const auto& path : old) fs::remove(path, ignored);
}

}  // namespace

fs::path checkpoint_name(const fs::path& folder, long long step, int file, int n_files) {
  return folder / (n_files == 1
                       ? fmt::format("checkpoint_{:08d}.h5", step)
                       : fmt::format("checkpoint_{:08d}.{}of{}.h5", step, file + 1, n_files));
}

std::vector<FoundCheckpoint> find_checkpoints(const fs::path& folder) {
  std::vector<FoundCheckpoint> found;
  for (const auto& [step, n_files] : whole_checkpoints(folder))
    found.push_back({step, checkpoint_name(folder, step, 0, n_files)});
  std::ranges::reverse(found);
  return found;
}

long long step_of_checkpoint(const fs::path& file) { return parts_of(file).step; }

void remove_broken_checkpoints(const fs::path& folder) {
  remove_files(folder, whole_checkpoints(folder), [](long long, bool whole) { return !whole; });
}

std::vector<fs::path> files_beyond(const fs::path& folder, long long step) {
  std::vector<fs::path> files;
  for_each_file(folder, [&](const fs::path& path, const NameParts& parts) {
    if (parts.step > step) files.push_back(path);
  });
  return files;
}

void remove_old_checkpoints(const fs::path& folder, std::size_t keep, long long proven) {
  const auto whole = whole_checkpoints(folder);
  if (whole.empty()) return;
  std::set<long long> steps;
  for (const auto& [step, n_files] : whole) steps.insert(step);
  const long long newest = *steps.rbegin();
  std::set<long long> kept;
  const auto unproven = steps.upper_bound(proven);
  if (unproven != steps.begin()) kept.insert(*std::prev(unproven));
  if (unproven != steps.end()) kept.insert(*unproven);
  while (steps.size() > std::max<std::size_t>(1, keep)) steps.erase(steps.begin());
  kept.merge(steps);
  remove_files(folder, whole, [&](long long step, bool is_whole) {
    return step < newest && !(is_whole && kept.contains(step));
  });
}

fs::path stage_folder(const fs::path& stage, const fs::path& folder) {
  const std::string name = fs::absolute(folder).lexically_normal().string();
  return stage / fmt::format("lobatto-{:016x}", base::text_hash(name));
}

void complete_file(const fs::path& partial, const fs::path& file) {
  if (const int failure = synchronise(partial); failure != 0)
    throw_unfinished(file, {failure, std::generic_category()});
  std::error_code reason;
  fs::rename(partial, file, reason);
  if (reason) throw_unfinished(file, reason);
  // The name itself; file systems that cannot do this for folders keep their own order.
  synchronise(file.parent_path());
}

void copy_complete_file(const fs::path& from, const fs::path& to) {
  const fs::path partial = partial_name(to);
  std::error_code reason;
  fs::copy_file(from, partial, fs::copy_options::overwrite_existing, reason);
  if (reason) {
    std::error_code ignored;
    fs::remove(partial, ignored);
    throw_unfinished(to, reason);
  }
  complete_file(partial, to);
}

}  // namespace lobatto::io
