#include "run/observers.hpp"

#include <utility>

namespace lobatto::run {

Observers::Observers(Simulation& simulation)
    : simulation_(simulation),
      region_(simulation.profiler().add("probes and forces")),
      quantities_(simulation) {
  const cases::Case& the_case = simulation.the_case();
  for (const auto& force : the_case.forces)
    forces_.push_back(std::make_unique<ForceOutput>(force, simulation));
  if (the_case.probes.empty()) return;
  const space::ElementSearch search(simulation.space());
  for (const auto& probe : the_case.probes)
    probes_.push_back(std::make_unique<ProbeOutput>(probe, simulation, search));
}

void Observers::begin_run(const io::RunFolder& folder, std::optional<long long> resumed_step) {
  const auto& communicator = simulation_.space().communicator();
  if (!probes_.empty()) io::make_folder(folder.probes(), communicator);
  if (!forces_.empty()) io::make_folder(folder.forces(), communicator);
  for (auto& probe : probes_) probe->begin_run(folder.probes(), resumed_step);
  for (auto& force : forces_) force->begin_run(folder.forces(), resumed_step);
}

void Observers::after_step(double time_before) {
  const perf::Profiler::Scope scope(simulation_.profiler(), region_);
  const auto& state = simulation_.state();
  const auto is_due = [&](const cases::Interval& interval) {
    return interval.is_due(state.n_steps(), time_before, state.time());
  };
  for (auto& force : forces_)
    if (is_due(force->settings().interval)) force->sample();
  const std::vector<OutputQuantities::Quantity>* quantities = nullptr;
  static const std::vector<OutputQuantities::Quantity> none;
  bool wants_flush = false;
  for (auto& probe : probes_) {
    if (!is_due(probe->settings().interval)) continue;
    if (probe->needs_quantities() && quantities == nullptr)
      quantities = &quantities_.evaluate(0, state.time());
    probe->sample(quantities != nullptr ? *quantities : none, wants_flush);
  }
  if (wants_flush) flush();
}

void Observers::flush() {
  for (auto& probe : probes_) probe->flush();
}

std::optional<std::string> Observers::new_failure() {
  std::string failure;
  for (const auto& probe : probes_)
    if (failure.empty()) failure = probe->failure();
  for (const auto& force : forces_)
    if (failure.empty()) failure = force->failure();
  const bool did = std::exchange(rows_wait_, !failure.empty());
  return rows_wait_ && !did ? std::optional(failure) : std::nullopt;
}

}  // namespace lobatto::run
