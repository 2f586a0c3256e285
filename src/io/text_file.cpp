#include "io/text_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "comm/agreement/agreed_fault.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void throw_unwritable(const fs::path& file, const std::error_code& reason) {
  throw base::Error(fmt::format("cannot write {}: {}", file.string(), reason.message()));
}

}  // namespace

fs::path partial_name(const fs::path& file) {
  fs::path partial = file;
  partial += ".part";
  return partial;
}

void write_text(const fs::path& path, const std::string& text) {
  base::require_output(path);
  // A link stays one: what it leads to is replaced, which /dev/stdout needs to survive.
  std::error_code no_target;
  const fs::path target = fs::canonical(path, no_target);
  const fs::path& file = no_target ? path : target;
  const fs::path partial = partial_name(file);
  base::require_output(partial);
  errno = 0;
  std::ofstream out(partial, std::ios::trunc);
  out << text;
  out.close();
  if (!out) {
    const std::error_code reason(errno, std::generic_category());
    std::error_code ignored;
    fs::remove(partial, ignored);
    throw_unwritable(file, reason);
  }
  std::error_code reason;
  fs::rename(partial, file, reason);
  if (reason) throw_unwritable(file, reason);
}

void write_json(const fs::path& file, const nlohmann::ordered_json& document,
                const comm::Communicator& communicator) {
  // Names of files need not be UTF-8.
  const auto handler = nlohmann::ordered_json::error_handler_t::replace;
  comm::on_root(communicator,
                [&] { write_text(file, document.dump(2, ' ', false, handler) + "\n"); });
}

}  // namespace lobatto::io
