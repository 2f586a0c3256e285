#include "io/run_claim.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/host_name.hpp"
#include "base/input_file.hpp"

namespace lobatto::io {

namespace {

using Json = nlohmann::ordered_json;

/// SLURM, PBS, LSF, Flux, Fujitsu's job system, OAR, Grid Engine.
std::string job_name() {
  for (const char* variable : {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "FLUX_JOB_ID", "PJM_JOBID",
                               "OAR_JOB_ID", "JOB_ID"})
    if (const char* job = std::getenv(variable); job != nullptr && *job != '\0')
      return fmt::format("{} {}", variable, job);
  return {};
}

std::string time_text(std::time_t time) {
  std::tm local{};
  localtime_r(&time, &local);
  std::array<char, 64> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S %z", &local)};
}

}  // namespace

std::string RunOwner::text() const {
  return fmt::format("process {} on {}, {}{}since {}", process, host, job, job.empty() ? "" : ", ",
                     since);
}

RunOwner this_owner() {
  const std::string host = base::host_name();
  return {host.empty() ? "an unknown host" : host, getpid(), job_name(),
          time_text(std::time(nullptr))};
}

std::string owner_as_json(const RunOwner& owner) {
  const Json json{
      {"host", owner.host}, {"process", owner.process}, {"job", owner.job}, {"since", owner.since}};
  // Host and job come from outside, in any encoding.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<RunOwner> parse_owner(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    return RunOwner{json.at("host"), json.at("process"), json.at("job"), json.at("since")};
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::optional<RunOwner> read_owner(const std::filesystem::path& lock_file) {
  constexpr std::uintmax_t most_bytes = 1U << 16U;
  try {
    return parse_owner(base::read_input(lock_file, most_bytes));
  } catch (const base::Error&) {
    return std::nullopt;  // it goes while it is looked at
  }
}

}  // namespace lobatto::io
