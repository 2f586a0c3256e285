#include "perf/energy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace lobatto::perf {
namespace {

/// A number that SLURM has set; nothing else goes on to a command line.
std::string number_of(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return {};
  const std::string number = text;
  const bool is_number = std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
  return is_number ? number : std::string();
}

/// The first line that the command prints, and whether it ended well.
struct Answer {
  std::string line;
  bool is_good = false;
};

Answer ask(const std::string& command) {
  Answer answer;
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return answer;
  std::array<char, 256> text{};
  if (std::fgets(text.data(), text.size(), pipe) != nullptr) answer.line = text.data();
  while (std::fgets(text.data(), text.size(), pipe) != nullptr) continue;
  answer.is_good = pclose(pipe) == 0;
  while (!answer.line.empty() && std::strchr("\r\n |", answer.line.back()) != nullptr)
    answer.line.pop_back();
  return answer;
}

}  // namespace

SlurmEnergy read_slurm_energy() {
  const std::string job = number_of("SLURM_JOB_ID"), step = number_of("SLURM_STEP_ID");
  if (job.empty() || step.empty()) return {};
  const auto [line, is_good] = ask(fmt::format(
      "sstat --noheader --parsable2 --format=ConsumedEnergyRaw --jobs={}.{} 2>&1", job, step));
  if (!is_good)
    return {std::nullopt, fmt::format("sstat of SLURM: {}", line.empty() ? "no answer" : line)};
  char* end = nullptr;
  const double joules = std::strtod(line.c_str(), &end);
  // Without a plug-in SLURM says 0, nothing, or 2^64 - 2.
  if (end == line.c_str() || *end != '\0' || !(joules > 0) || joules > 1e18)
    return {std::nullopt, fmt::format("SLURM counts no energy here (sstat says '{}'): it needs an "
                                      "AcctGatherEnergyType in slurm.conf",
                                      line)};
  return {joules, {}};
}

}  // namespace lobatto::perf
