#include "io/line_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/text_file.hpp"

namespace lobatto::io {

namespace {

std::string failure_text(const char* action, const std::filesystem::path& file, int failure) {
  return fmt::format("cannot {} {}: {}", action, file.string(),
                     std::generic_category().message(failure));
}

/// `file`, shortened. Collective.
const std::filesystem::path& shortened(const std::filesystem::path& file,
                                       const comm::Communicator& communicator,
                                       LineFile::Keeps keeps) {
  comm::on_root(communicator, [&] {
    if (std::error_code ignored; !std::filesystem::exists(file, ignored)) return;
    std::ifstream in = base::open_input(file);
    std::string kept;
    for (std::string line; std::getline(in, line);) {
      if (!keeps(line)) break;
      kept += line + "\n";
    }
    write_text(file, kept);
  });
  return file;
}

}  // namespace

LineFile::LineFile(const std::filesystem::path& file, const comm::Communicator& communicator,
                   Keeps keeps)
    : LineFile(shortened(file, communicator, keeps), communicator) {}

LineFile::LineFile(std::filesystem::path file, const comm::Communicator& communicator)
    : file_(std::move(file)) {
  comm::on_root(communicator, [&] {
    base::require_output(file_);
    descriptor_ = open(file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor_ < 0) throw base::Error(failure_text("open", file_, errno));
    is_new_ = lseek(descriptor_, 0, SEEK_END) == 0;
  });
}

LineFile::~LineFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

void LineFile::add(std::string_view line) {
  if (descriptor_ < 0) return;
  waiting_ += line;
  waiting_ += '\n';
  flush();
}

void LineFile::flush() {
  // A part of a line may get through; the rest of it comes first the next time.
  while (!waiting_.empty()) {
    const auto n = ::write(descriptor_, waiting_.data(), waiting_.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      failure_ = failure_text("write", file_, errno);
      return;
    }
    waiting_.erase(0, static_cast<std::size_t>(n));
  }
  failure_.clear();
}

}  // namespace lobatto::io
