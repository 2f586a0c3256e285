#include "perf/machine_rates.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>

namespace lobatto::perf {

namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Of all cores since the start of the system: user, nice, system, irq, softirq, steal in the first
/// line of /proc/stat (proc(5)).
double busy_seconds() {
  std::ifstream file("/proc/stat");
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, soft_irq = 0, steal = 0;
  file >> name >> user >> nice >> system >> idle >> waiting >> irq >> soft_irq >> steal;
  return (user + nice + system + irq + soft_irq + steal) /
         static_cast<double>(sysconf(_SC_CLK_TCK));
}

double own_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

OtherWork::OtherWork(const comm::Communicator& node)
    : node_(node), start_(now()), busy_(busy_seconds()), own_(own_seconds()) {}

double OtherWork::cores() const {
  const double own = node_.sum(own_seconds() - own_);
  return std::max(0.0, (busy_seconds() - busy_ - own) / (now() - start_));
}

bool others_are_running(int n_own) {
  std::ifstream file("/proc/loadavg");
  double load = 0;
  int running = 0;
  for (int i = 0; i < 3; ++i) file >> load;
  file >> running;
  return running > n_own;
}

}  // namespace lobatto::perf
