#include "run/records/run_measurement.hpp"

namespace lobatto::run {

namespace {

constexpr std::size_t trace_bytes = std::size_t{16} << 20;  // a rank

}  // namespace

RunMeasurement::RunMeasurement(bool profiles_mpi, const comm::Communicator& communicator)
    : communicator_(communicator), energy_(communicator) {
  if (!profiles_mpi) return;
  recorder_.emplace(trace_bytes);
  counters_.emplace();
}

void RunMeasurement::start(perf::Profiler& profiler) {
  energy_.start();
  energy_taken_ = Clock::now();
  if (!recorder_) return;
  // All begin together, or the waiting for the last to end its set-up would be the run's.
  communicator_.barrier();
  profiler_ = &profiler;
  counters_->start();
  recorder_->start(profiler.current());
}

void RunMeasurement::end_step() {
  if (recorder_) recorder_->end_step();
  if (Clock::now() - energy_taken_ < std::chrono::seconds(30)) return;
  energy_taken_ = Clock::now();
  energy_.update();
}

void RunMeasurement::stop() {
  energy_.stop();
  if (!recorder_) return;
  recorder_->stop();
  counters_->stop();
}

perf::MpiProfile RunMeasurement::mpi_profile() const {
  return perf::gather_mpi_profile(*recorder_, *profiler_, *counters_, communicator_);
}

}  // namespace lobatto::run
