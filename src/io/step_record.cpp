#include "io/step_record.hpp"

#include <nlohmann/json.hpp>

namespace lobatto::io {

namespace {

bool is_up_to(const std::string& line, long long last_step) {
  const auto step = nlohmann::json::parse(line, nullptr, false);
  return step.is_object() && step.contains("step") && step["step"] <= last_step;
}

}  // namespace

StepRecord::StepRecord(const std::filesystem::path& file, const comm::Communicator& communicator,
                       long long last_step)
    : lines_(file, communicator,
             [&](const std::string& line) { return is_up_to(line, last_step); }) {}

void StepRecord::write(const nlohmann::ordered_json& step) { lines_.add(step.dump()); }

}  // namespace lobatto::io
