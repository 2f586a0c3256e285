#include "io/step_record.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "io/collective.hpp"

namespace lobatto::io {

namespace {

[[noreturn]] void throw_errno(const char* action, const std::filesystem::path& file) {
  const std::error_code reason(errno, std::generic_category());
  throw base::Error(fmt::format("cannot {} {}: {}", action, file.string(), reason.message()));
}

}  // namespace

StepRecord::StepRecord(std::filesystem::path file, const comm::Communicator& communicator)
    : file_(std::move(file)), writes_(communicator.rank() == 0) {
  on_root(communicator, [&] {
    errno = 0;
    out_.open(file_, std::ios::app);
    if (!out_) throw_errno("open", file_);
  });
}

void StepRecord::write(const nlohmann::ordered_json& step) {
  if (!writes_) return;
  errno = 0;
  out_ << step.dump() << '\n' << std::flush;
  if (!out_) throw_errno("write", file_);
}

}  // namespace lobatto::io
