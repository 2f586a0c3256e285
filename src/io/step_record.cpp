#include "io/step_record.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "io/collective.hpp"
#include "io/text_file.hpp"

namespace lobatto::io {

namespace {

[[noreturn]] void throw_errno(const char* action, const std::filesystem::path& file) {
  const std::error_code reason(errno, std::generic_category());
  throw base::Error(fmt::format("cannot {} {}: {}", action, file.string(), reason.message()));
}

void cut_off(const std::filesystem::path& file, long long last_step) {
  std::ifstream in(file);
  std::string kept;
  for (std::string line; std::getline(in, line);) {
    const auto step = nlohmann::json::parse(line, nullptr, false);
    if (!step.is_object() || !step.contains("step") || step["step"] > last_step) break;
    kept += line + "\n";
  }
  if (in.is_open()) write_text(file, kept);
}

}  // namespace

StepRecord::StepRecord(std::filesystem::path file, const comm::Communicator& communicator,
                       std::optional<long long> last_step)
    : file_(std::move(file)), writes_(communicator.rank() == 0) {
  on_root(communicator, [&] {
    if (last_step) cut_off(file_, *last_step);
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
