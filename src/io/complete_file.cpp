#include "io/complete_file.hpp"

#include <fmt/format.h>

#include <system_error>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/text_file.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

void make_complete(const fs::path& file, const comm::Communicator& communicator,
                   base::FunctionRef<void(const fs::path&)> write) {
  const fs::path partial = partial_name(file);
  try {
    write(partial);
  } catch (const base::Error&) {
    std::error_code ignored;
    if (communicator.rank() == 0) fs::remove(partial, ignored);
    throw;
  }
  comm::on_root(communicator, [&] {
    std::error_code reason;
    fs::rename(partial, file, reason);
    if (reason) {
      throw base::Error(fmt::format("cannot write {}: {}", file.string(), reason.message()));
    }
  });
}

void renew_folder_of(const fs::path& file) {
  std::error_code reason;
  if (file.has_parent_path()) fs::create_directory(file.parent_path(), reason);
  if (reason)
    throw base::Error(
        fmt::format("cannot write {}: its folder is gone: {}", file.string(), reason.message()));
}

}  // namespace lobatto::io
