#include "perf/memory.hpp"

#include <unistd.h>
#if defined(__APPLE__)
#include <sys/resource.h>
#endif

#include <algorithm>
#include <fstream>
#include <string>

namespace lobatto::perf {

namespace fs = std::filesystem;

namespace {

/// The number in a file; nothing where there is none, as in "max".
std::optional<std::size_t> number_in(const fs::path& file) {
  std::ifstream in(file);
  std::size_t number = 0;
  return in >> number ? std::optional(number) : std::nullopt;
}

/// The least number in the files of this name in a folder and in those above it, up to `top`.
std::optional<std::size_t> least_number(const fs::path& top, const fs::path& group,
                                        const char* name) {
  std::optional<std::size_t> least;
  fs::path folder = group.relative_path();
  for (;;) {
    if (const auto number = number_in(top / folder / name))
      least = std::min(*number, least.value_or(*number));
    if (folder.empty()) return least;
    folder = folder.parent_path();
  }
}

/// A line of the list of groups: "0::/job" in version 2, "4:memory:/job" in version 1.
std::optional<std::size_t> limit_of_line(const std::string& line, const fs::path& root) {
  const std::size_t first = line.find(':'), second = line.find(':', first + 1);
  if (first == std::string::npos || second == std::string::npos) return std::nullopt;
  std::string controllers(1, ',');
  controllers.append(line, first + 1, second - first - 1).append(1, ',');
  const fs::path group = line.substr(second + 1);
  if (controllers == ",,") return least_number(root, group, "memory.max");
  if (controllers.find(",memory,") == std::string::npos) return std::nullopt;
  return least_number(root / "memory", group, "memory.limit_in_bytes");
}

/// The number of kB behind a name, in a file of lines as "RssShmem:  1024 kB", in bytes; nothing
/// where there is no such line.
std::optional<std::size_t> bytes_in_line(const char* file, const std::string& name) {
  std::ifstream in(file);
  for (std::string word; in >> word;)
    if (std::size_t kilobytes = 0; word == name && in >> kilobytes) return kilobytes * 1024;
  return std::nullopt;
}

/// Of the shared memory that is resident in this process, what counts for the others that have it:
/// a page that n processes hold counts 1/n for each (proc(5), "proportional set size").
std::size_t part_of_others_in_shared_memory() {
  const auto resident = bytes_in_line("/proc/self/status", "RssShmem:");
  const auto share = bytes_in_line("/proc/self/smaps_rollup", "Pss_Shmem:");
  return resident && share && *resident > *share ? *resident - *share : 0;
}

}  // namespace

/// rusage would count what the process was before its exec, too: of a program that a large one
/// starts, such as Python, the memory of that one.
std::size_t peak_resident_bytes() {
#if defined(__APPLE__)
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss);
#else
  const std::size_t peak = bytes_in_line("/proc/self/status", "VmHWM:").value_or(0);
  return peak - std::min(peak, part_of_others_in_shared_memory());
#endif
}

std::size_t resident_bytes() {
  // Pages: total, resident, ...
  std::ifstream statm("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  statm >> total >> resident;
  return statm ? resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) : 0;
}

std::optional<std::size_t> control_group_limit(const fs::path& groups, const fs::path& root) {
  std::optional<std::size_t> least;
  std::ifstream in(groups);
  for (std::string line; std::getline(in, line);)
    if (const auto limit = limit_of_line(line, root))
      least = std::min(*limit, least.value_or(*limit));
  return least;
}

std::size_t memory_bytes() {
  const std::size_t of_node = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                              static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto limit = control_group_limit("/proc/self/cgroup", "/sys/fs/cgroup");
  return std::min(of_node, limit.value_or(of_node));
}

}  // namespace lobatto::perf
