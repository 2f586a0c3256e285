#include "base/input_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/error.hpp"

namespace lobatto::base {

namespace fs = std::filesystem;

namespace {

/// As messages name it.
std::string name_of(const fs::path& file) { return file.empty() ? "''" : file.string(); }

/// "a FIFO"
std::string kind_text(fs::file_type type) {
  switch (type) {
    case fs::file_type::directory:
      return "a folder";
    case fs::file_type::fifo:
      return "a FIFO";
    case fs::file_type::character:
      return "a character device";
    case fs::file_type::block:
      return "a block device";
    case fs::file_type::socket:
      return "a socket";
    default:
      return "a special file";
  }
}

std::string fault_of_type(fs::file_type type) {
  return "is " + kind_text(type) + ", not a regular file";
}

/// Why nothing is there.
std::string fault_of_missing(const fs::path& file, const std::error_code& reason) {
  if (file.empty()) return "expected the name of a file";
  if (reason && reason != std::errc::no_such_file_or_directory) return reason.message();
  std::error_code ignored;
  if (fs::is_symlink(file, ignored))
    return "is a link to " + fs::read_symlink(file, ignored).string() + ", which is not there";
  return "no such file";
}

}  // namespace

std::string fault_of_input(const fs::path& file) {
  std::error_code reason;
  const fs::file_status status = fs::status(file, reason);
  if (!fs::exists(status)) return fault_of_missing(file, reason);
  if (!fs::is_regular_file(status)) return fault_of_type(status.type());
  return access(file.c_str(), R_OK) == 0 ? "" : std::generic_category().message(errno);
}

void require_input(const fs::path& file) {
  if (const auto fault = fault_of_input(file); !fault.empty())
    throw Error(name_of(file) + ": " + fault);
}

void require_content(const fs::path& file) {
  require_input(file);
  if (fs::file_size(file) == 0) throw Error(name_of(file) + ": cannot be read: it is empty");
}

std::ifstream open_input(const fs::path& file) {
  require_input(file);
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream.is_open())
    throw Error(file.string() + ": cannot be read: " + std::generic_category().message(errno));
  std::error_code ignored;
  if (fs::file_size(file, ignored) == 0) stream.setstate(std::ios::eofbit);
  return stream;
}

std::string read_input(const fs::path& file, std::uintmax_t most_bytes) {
  std::ifstream stream = open_input(file);
  std::error_code reason;
  const auto n_bytes = fs::file_size(file, reason);
  if (reason) throw Error(file.string() + ": cannot be read: " + reason.message());
  if (n_bytes > most_bytes)
    throw Error(file.string() + ": is " + std::to_string(n_bytes) +
                " bytes long, expected at most " + std::to_string(most_bytes));
  if (n_bytes == 0) return {};
  std::string bytes(n_bytes, '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!stream)
    throw Error(file.string() + ": ends after " + std::to_string(stream.gcount()) + " of " +
                std::to_string(n_bytes) + " bytes, or cannot be read");
  return bytes;
}

std::string fault_of_output(const fs::path& file) {
  if (file.empty()) return "expected the name of a file";
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  const bool is_free = !fs::exists(status) || fs::is_regular_file(status);
  return is_free ? "" : fault_of_type(status.type());
}

void require_output(const fs::path& file) {
  if (const auto fault = fault_of_output(file); !fault.empty())
    throw Error("cannot write " + name_of(file) + ": " + fault);
}

}  // namespace lobatto::base
