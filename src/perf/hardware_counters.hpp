#pragma once

#include <optional>
#include <string>

namespace lobatto::perf {

/// Instructions and cycles of this thread in user mode, counted by the processor (perf_event_open
/// of Linux). Where the system does not allow it, or has no such counters, there are no counts.
class HardwareCounters {
 public:
  struct Counts {
    double instructions = 0;
    double cycles = 0;
  };

  HardwareCounters();
  ~HardwareCounters();
  HardwareCounters(const HardwareCounters&) = delete;
  HardwareCounters& operator=(const HardwareCounters&) = delete;

  void start();
  void stop();
  /// From start() to stop(); extrapolated where the counters were shared with others meanwhile.
  [[nodiscard]] std::optional<Counts> counts() const { return counts_; }
  /// Why there are no counts; empty where there are.
  [[nodiscard]] const std::string& why_not() const { return why_not_; }

 private:
  int cycles_ = -1;        // descriptor, leads the group
  int instructions_ = -1;  // descriptor
  std::optional<Counts> counts_;
  std::string why_not_;
};

}  // namespace lobatto::perf
