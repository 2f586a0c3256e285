#include "machine/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/stopwatch.hpp"
#include "machine/results/repeats.hpp"

namespace lobatto::machine {

namespace {

/// A trial and what this rank has measured in it.
struct Running {
  const TrialKind* kind;
  std::unique_ptr<Trial> trial;
  Repeats repeats;

  void repeat(double seconds) {
    std::vector<std::optional<double>> values(repeats.n_quantities());
    trial->repeat(seconds, values);
    repeats.add(values);
  }
};

std::string reason_to_skip(const TrialKind& kind, int n_ranks) {
  if (kind.make == nullptr) return "not in this build";
  if (n_ranks < kind.min_ranks) return fmt::format("needs {} ranks or more", kind.min_ranks);
  return {};
}

/// More in one turn tell nothing new.
constexpr int most_repeats = 20;

/// One turn of a trial. The clock of the slowest rank decides, so that all ranks repeat as often.
void run_slice(Running& running, double seconds, const comm::Communicator& communicator) {
  const base::Stopwatch watch;
  running.trial->prepare();
  double elapsed = communicator.max(watch.seconds()), last = 0;
  for (int i = 0; i == 0 || (i < most_repeats && elapsed + last / 2 < seconds); ++i) {
    running.repeat(seconds - elapsed);
    const double now = communicator.max(watch.seconds());
    last = now - elapsed;
    elapsed = now;
  }
  running.trial->release();
}

/// Few enough that a short budget holds one repeat of everything in each.
int rounds_of(double budget) { return std::clamp(static_cast<int>(budget / 6), 2, 10); }

}  // namespace

Report run_trials(std::span<const TrialKind> kinds, const Surroundings& surroundings, double budget,
                  const ProgressObserver& observer) {
  const comm::Communicator& communicator = surroundings.communicator;
  const base::Stopwatch watch;
  Report report{look_at_machine(communicator), budget, 0, {}};
  std::vector<Running> all;
  double weight = 0;
  for (const TrialKind& kind : kinds) {
    auto skipped = reason_to_skip(kind, communicator.size());
    report.results.push_back({kind.name, kind.title, skipped, {}});
    if (!skipped.empty()) continue;
    all.push_back({&kind, kind.make(surroundings), Repeats(kind.quantities())});
    weight += kind.weight;
  }
  const int n_rounds = rounds_of(budget);
  double elapsed = 0, last_round = 0;
  // On a crowded machine one repeat of everything may take longer than a round should.
  const double most = 1.05 * budget;
  for (int round = 0; round < n_rounds && elapsed + last_round <= most; ++round) {
    double weight_left = weight;
    for (Running& running : all) {
      const double now = communicator.max(watch.seconds());
      if (observer && communicator.rank() == 0) observer(running.kind->title, now / budget);
      const double left = budget * (round + 1) / n_rounds - now;
      run_slice(running, left * running.kind->weight / std::max(weight_left, 1e-9), communicator);
      weight_left -= running.kind->weight;
    }
    last_round = communicator.max(watch.seconds()) - elapsed;
    elapsed += last_round;
  }
  auto running = all.begin();
  for (TrialResult& result : report.results)
    if (result.skipped.empty()) {
      result.measurements = running->repeats.gather(running->trial->partner(), communicator);
      ++running;
    }
  report.seconds = communicator.max(watch.seconds());
  return report;
}

}  // namespace lobatto::machine
