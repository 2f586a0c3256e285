#include "run/checks/checks.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "io/checkpoint/series.hpp"

namespace lobatto::run {

namespace fs = std::filesystem;

namespace {

/// What hinders a mesh file from being read; empty where nothing does.
std::string fault_of_file(const fs::path& file) {
  std::error_code reason;
  const auto status = fs::status(file, reason);
  if (!fs::exists(status)) return fmt::format("there is no file {}", file.string());
  if (!fs::is_regular_file(status)) return fmt::format("{} is no file", file.string());
  if (access(file.c_str(), R_OK) != 0) return fmt::format("{} cannot be read", file.string());
  return {};
}

/// What hinders folders from being made in one that is there: tried, since neither permissions nor
/// the kind of file system tell all. Empty where nothing does.
std::string fault_of_making_in(const fs::path& folder) {
  std::string probe = (folder / ".lobatto-XXXXXX").string();
  if (mkdtemp(probe.data()) == nullptr)
    return fmt::format("no folder can be made in {}: {}", folder.string(), std::strerror(errno));
  rmdir(probe.c_str());
  return {};
}

/// What hinders a folder from being made, with those above it; empty where nothing does.
std::string fault_of_folder(const fs::path& folder) {
  constexpr std::size_t longest = 255, longest_path = 4095 - longest;  // with a file in it
  const std::size_t length = fs::absolute(folder).native().size();
  if (length > longest_path)
    return fmt::format("the path has {} characters; there is room for {}", length, longest_path);
  for (const fs::path& part : folder)
    if (part.native().size() > longest)
      return fmt::format("a name has {} characters; a file system has room for {}",
                         part.native().size(), longest);
  std::error_code reason;
  fs::path above = fs::absolute(folder).lexically_normal();
  while (!fs::exists(fs::status(above, reason)) && above.has_relative_path())
    above = above.parent_path();
  if (!fs::is_directory(above, reason)) return fmt::format("{} is no folder", above.string());
  return fault_of_making_in(above);
}

void add(const std::string& place, const std::string& given, const std::string& fault,
         const comm::Communicator& communicator, cases::Problems& problems) {
  add_from_any(problems, fault.empty() ? "" : fmt::format("{} = \"{}\": {}", place, given, fault),
               communicator);
}

}  // namespace

void check_files(const cases::Case& the_case, const comm::Communicator& communicator,
                 cases::Problems& problems) {
  if (the_case.mesh_file) {
    const bool reads = communicator.rank() == 0;
    for (const std::string& file : *the_case.mesh_file)
      add(the_case.place("mesh.file"), file, reads ? fault_of_file(file) : "", communicator,
          problems);
  }
  if (the_case.checkpoint.stage) {
    const bool writes = io::writes_checkpoints(communicator.rank(), communicator.size(),
                                               the_case.checkpoint.n_files.value_or(1));
    add(the_case.place("io.stage"), *the_case.checkpoint.stage,
        writes ? fault_of_folder(*the_case.checkpoint.stage) : "", communicator, problems);
  }
}

}  // namespace lobatto::run
