#include "perf/hardware_counters.hpp"

#if defined(__linux__)
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#endif

namespace lobatto::perf {

#if defined(__linux__)

namespace {

/// Descriptor of a counter of this thread, on whatever processor it runs; -1 and errno.
int open_counter(std::uint64_t event, int leader) {
  perf_event_attr attributes{};
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.size = sizeof attributes;
  attributes.config = event;
  if (leader < 0) attributes.disabled = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.read_format =
      PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  return static_cast<int>(syscall(SYS_perf_event_open, &attributes, 0, -1, leader, 0UL));
}

}  // namespace

HardwareCounters::HardwareCounters() {
  cycles_ = open_counter(PERF_COUNT_HW_CPU_CYCLES, -1);
  if (cycles_ >= 0) instructions_ = open_counter(PERF_COUNT_HW_INSTRUCTIONS, cycles_);
  if (instructions_ < 0) why_not_ = std::string("perf_event_open: ") + std::strerror(errno);
}

HardwareCounters::~HardwareCounters() {
  for (const int descriptor : {instructions_, cycles_})
    if (descriptor >= 0) close(descriptor);
}

void HardwareCounters::start() {
  counts_.reset();
  if (instructions_ < 0) return;
  ioctl(cycles_, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
  ioctl(cycles_, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
}

void HardwareCounters::stop() {
  if (instructions_ < 0) return;
  ioctl(cycles_, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
  std::array<std::uint64_t, 5> told{};  // number of counters, time wanted, time had, their values
  if (read(cycles_, told.data(), sizeof told) != static_cast<ssize_t>(sizeof told) ||
      told[2] == 0) {
    why_not_ = "the processor's counters were not free";
    return;
  }
  const double scale = static_cast<double>(told[1]) / static_cast<double>(told[2]);
  counts_ = {scale * static_cast<double>(told[4]), scale * static_cast<double>(told[3])};
}

#else

HardwareCounters::HardwareCounters() : why_not_("this system has no perf_event_open") {}
HardwareCounters::~HardwareCounters() = default;
void HardwareCounters::start() {}
void HardwareCounters::stop() {}

#endif

}  // namespace lobatto::perf
