#include "run/observers.hpp"

#include <utility>

#include "residents/residents.hpp"

namespace lobatto::run {

Observers::Observers(Simulation& simulation)
    : profiler_(simulation.profiler()),
      quantities_(simulation.solution()),
      mesh_moves_(simulation.the_case().mesh_moves) {
  const residents::ObserverContext context{simulation.solution(), profiler_, quantities_,
                                           simulation.state()};
  for (const auto& make : residents::all)
    if (const auto observe = make().observe) add(observe(context));
}

void Observers::add(residents::ObserverList observers) {
  for (auto& observer : observers) {
    const auto region = profiler_.add(observer->region());
    watchers_.push_back({std::move(observer), region});
  }
}

void Observers::begin_run(const residents::RunStart& start) {
  for (auto& watcher : watchers_) watcher.observer->begin_run(start);
}

template <class Task>
std::optional<Observers::Fault> Observers::attempt(Watcher& watcher, Task task) {
  const perf::Profiler::Scope scope(profiler_, watcher.region);
  try {
    task(*watcher.observer);
    return std::nullopt;
  } catch (const residents::ValueError& error) {
    return Fault{error.what(), watcher.observer->consequence()};
  } catch (const base::Error& error) {
    return Fault{error.what(), watcher.observer->consequence(), !watcher.observer->waits()};
  }
}

template <class Task>
std::vector<Observers::Fault> Observers::attempt_all(Task task) {
  std::vector<Fault> faults;
  for (auto& watcher : watchers_)
    if (auto fault = attempt(watcher, task)) faults.push_back(std::move(*fault));
  return faults;
}

std::vector<Observers::Fault> Observers::sample(const residents::Moment& moment) {
  std::vector<Fault> faults;
  for (auto& watcher : watchers_) {
    if (!watcher.observer->is_due(moment)) continue;
    auto fault = attempt(watcher, [&](residents::Observer& observer) {
      if (mesh_moves_) observer.follow_mesh();
      observer.sample(moment);
    });
    if (fault && !watcher.is_told) faults.push_back(std::move(*fault));
    watcher.is_told = watcher.observer->waits();
  }
  return faults;
}

std::vector<Observers::Fault> Observers::rescue(std::size_t level, double time, long long step) {
  return attempt_all([&](residents::Observer& observer) { observer.rescue(level, time, step); });
}

std::vector<Observers::Fault> Observers::finish() {
  return attempt_all([](residents::Observer& observer) { observer.finish(); });
}

void Observers::flush() {
  for (auto& watcher : watchers_) {
    const perf::Profiler::Scope scope(profiler_, watcher.region);
    watcher.observer->flush();
  }
}

std::optional<std::string> Observers::new_failure() {
  std::string failure;
  for (const auto& watcher : watchers_)
    if (failure.empty()) failure = watcher.observer->failure();
  const bool did = std::exchange(rows_wait_, !failure.empty());
  return rows_wait_ && !did ? std::optional(failure) : std::nullopt;
}

std::vector<std::string> Observers::summaries() const {
  std::vector<std::string> texts;
  for (const auto& watcher : watchers_)
    if (auto text = watcher.observer->summary(); !text.empty()) texts.push_back(std::move(text));
  return texts;
}

void Observers::visit_state(base::StateVisitor& visitor) {
  for (auto& watcher : watchers_) watcher.observer->visit_state(visitor);
}

}  // namespace lobatto::run
