#pragma once

#include <chrono>
#include <optional>

#include "comm/communicator.hpp"
#include "comm/recorder/recorder.hpp"
#include "perf/energy.hpp"
#include "perf/hardware_counters.hpp"
#include "perf/mpi/profile.hpp"
#include "perf/profiler.hpp"

namespace lobatto::run {

/// What is measured of the steps of a run beside the regions of its profiler: energy, and where it
/// is asked for, communication. Set-up does not count.
class RunMeasurement {
 public:
  /// Before anything that communicates later is made. Collective.
  RunMeasurement(bool profiles_mpi, const comm::Communicator& communicator);

  /// Begins, from nothing, with a profiler that begins now too and outlives stop().
  void start(perf::Profiler& profiler);
  /// After each step.
  void end_step();
  void stop();

  /// Collective, as are the others, after stop().
  [[nodiscard]] perf::EnergyUse energy() const { return energy_.use(communicator_); }
  [[nodiscard]] bool profiles_mpi() const { return recorder_.has_value(); }
  /// Where profiles_mpi().
  [[nodiscard]] perf::MpiProfile mpi_profile() const;

 private:
  using Clock = std::chrono::steady_clock;

  const comm::Communicator& communicator_;
  perf::EnergyMeter energy_;
  Clock::time_point energy_taken_;
  std::optional<comm::MpiRecorder> recorder_;
  std::optional<perf::HardwareCounters> counters_;
  const perf::Profiler* profiler_ = nullptr;
};

}  // namespace lobatto::run
