#include "io/step_record.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "io/collective.hpp"
#include "io/text_file.hpp"

namespace lobatto::io {

namespace {

std::string failure_text(const char* action, const std::filesystem::path& file, int failure) {
  return fmt::format("cannot {} {}: {}", action, file.string(),
                     std::generic_category().message(failure));
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
    : file_(std::move(file)) {
  on_root(communicator, [&] {
    if (last_step) cut_off(file_, *last_step);
    descriptor_ = open(file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor_ < 0) throw base::Error(failure_text("open", file_, errno));
  });
}

StepRecord::~StepRecord() {
  if (descriptor_ >= 0) close(descriptor_);
}

void StepRecord::write(const nlohmann::ordered_json& step) {
  if (descriptor_ < 0) return;
  waiting_ += step.dump() + '\n';
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
