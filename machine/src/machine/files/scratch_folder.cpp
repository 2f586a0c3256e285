#include "machine/files/scratch_folder.hpp"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"

namespace lobatto::machine {

namespace fs = std::filesystem;

namespace {

std::string system_reason() { return std::error_code(errno, std::generic_category()).message(); }

}  // namespace

ScratchFolder::ScratchFolder(const fs::path& parent, const comm::Communicator& communicator)
    : is_owner_(communicator.rank() == 0) {
  std::string name = (parent / "lobatto-health-XXXXXX").string();
  comm::on_root(communicator, [&] {
    if (std::error_code ignored; !fs::is_directory(parent, ignored))
      throw base::Error(fmt::format("{}: there is no such folder", parent.string()));
    if (mkdtemp(name.data()) == nullptr)
      throw base::Error(
          fmt::format("cannot make a folder in {}: {}", parent.string(), system_reason()));
  });
  communicator.broadcast(name, 0);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (is_owner_) fs::remove_all(path_, ignored);
}

void require_room(const fs::path& folder, double n_bytes, double n_files) {
  struct statvfs disk {};
  if (statvfs(folder.c_str(), &disk) != 0)
    throw base::Error(
        fmt::format("cannot tell how much room {} has: {}", folder.string(), system_reason()));
  const double bytes_free = static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
  if (bytes_free < n_bytes)
    throw base::Error(
        fmt::format("{} has {:.0f} MB free, and {:.0f} MB are needed; --size takes "
                    "less",
                    folder.string(), 1e-6 * bytes_free, 1e-6 * n_bytes));
  // Some file systems have no limit, and say 0 of 0.
  if (disk.f_files > 0 && static_cast<double>(disk.f_favail) < n_files)
    throw base::Error(
        fmt::format("{} has room for {} more files, and {:.0f} are needed; --files "
                    "takes fewer",
                    folder.string(), disk.f_favail, n_files));
}

}  // namespace lobatto::machine
