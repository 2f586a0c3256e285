#include "io/checkpoint_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <regex>
#include <system_error>

#include "base/error.hpp"
#include "io/text_file.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t longest_step = 18;  ///< digits that a long long holds

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

/// The step that a file of a checkpoint is of, -1 for other files; `number` as checkpoint_name.
struct NameParts {
  long long step = -1;
  int number = 0;
  bool partial = false;
};
NameParts parts_of(const fs::path& file) {
  static const std::regex pattern(R"(checkpoint_(\d+)(?:\.(\d+))?\.h5(\.part)?)");
  std::smatch match;
  const std::string name = file.filename().string();
  if (!std::regex_match(name, match, pattern)) return {};
  const std::string step = match[1], number = match[2];
  if (step.size() > longest_step || number.size() > 6) return {};
  return {std::stoll(step), number.empty() ? 0 : std::stoi(number), match[3].matched};
}

template <class Action>
void for_each_file(const fs::path& folder, Action action) {
  std::error_code reason;
  for (fs::directory_iterator at(folder, reason), end; !reason && at != end; at.increment(reason))
    action(at->path(), parts_of(at->path()));
}

}  // namespace

fs::path checkpoint_name(const fs::path& folder, long long step, int file) {
  return folder / (file == 0 ? fmt::format("checkpoint_{:08d}.h5", step)
                             : fmt::format("checkpoint_{:08d}.{}.h5", step, file));
}

std::vector<FoundCheckpoint> find_checkpoints(const fs::path& folder) {
  std::vector<FoundCheckpoint> found;
  for_each_file(folder, [&](const fs::path& path, const NameParts& parts) {
    if (parts.step >= 0 && parts.number == 0 && !parts.partial) found.push_back({parts.step, path});
  });
  std::ranges::sort(found, std::greater(), &FoundCheckpoint::step);
  return found;
}

long long step_of_checkpoint(const fs::path& file) { return parts_of(file).step; }

void remove_old_checkpoints(const fs::path& folder, std::size_t keep) {
  const auto found = find_checkpoints(folder);
  const long long oldest_kept =
      found.size() > keep ? found[keep - 1].step : (found.empty() ? -1 : found.back().step);
  std::vector<fs::path> old;
  for_each_file(folder, [&](const fs::path& path, const NameParts& parts) {
    if (parts.step >= 0 && (parts.step < oldest_kept || parts.partial)) old.push_back(path);
  });
  // The first files first: what is left of a checkpoint without it is not taken for one.
  std::ranges::sort(old, {}, [](const fs::path& path) { return parts_of(path).number; });
  std::error_code ignored;
  for (const auto& path : old) fs::remove(path, ignored);
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
