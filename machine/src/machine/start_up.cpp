#include "machine/start_up.hpp"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

#include "perf/memory.hpp"

namespace lobatto::machine {

namespace {

/// Seconds from the start of the system to the launch of this process; negative: not known.
double launch_time() {
  std::ifstream stat("/proc/self/stat");
  std::string line;
  if (!std::getline(stat, line)) return -1;
  // The name, in parentheses, may hold anything; the start time is the 20th word after it.
  const auto name_end = line.rfind(')');
  if (name_end == std::string::npos) return -1;
  std::istringstream words(line.substr(name_end + 1));
  std::string word;
  for (int i = 0; i < 20; ++i) words >> word;
  return words ? std::stod(word) / static_cast<double>(sysconf(_SC_CLK_TCK)) : -1;
}

}  // namespace

StartUp start_up_since(std::size_t resident_before) {
  StartUp start_up;
#if defined(CLOCK_BOOTTIME)
  timespec now{};
  const double launched = launch_time();
  if (launched >= 0 && clock_gettime(CLOCK_BOOTTIME, &now) == 0)
    start_up.seconds =
        static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec) - launched;
#endif
  const std::size_t resident = perf::resident_bytes();
  if (resident_before > 0 && resident > resident_before)
    start_up.mpi_megabytes = 1e-6 * static_cast<double>(resident - resident_before);
  return start_up;
}

}  // namespace lobatto::machine
