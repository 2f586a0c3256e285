#include "health/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "comm/byte_gather.hpp"
#include "health/stopwatch.hpp"

namespace lobatto::health {

namespace {

/// A trial and what this rank has measured in it.
struct Running {
  const TrialKind* kind;
  std::vector<Quantity> quantities;
  std::unique_ptr<Trial> trial;
  std::vector<std::vector<double>> repeats;  ///< [quantities][repeats]

  void repeat(double seconds) {
    std::vector<std::optional<double>> values(quantities.size());
    trial->repeat(seconds, values);
    for (std::size_t q = 0; q < values.size(); ++q)
      if (values[q]) repeats[q].push_back(*values[q]);
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
  const Stopwatch watch;
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

/// Everybody's repeats, put together on rank 0: of each rank its partner, and for each quantity
/// their number and they themselves.
std::vector<Measurement> gather(const Running& running, const comm::Communicator& communicator) {
  std::vector<double> own{static_cast<double>(running.trial->partner())};
  for (const auto& repeats : running.repeats) {
    own.push_back(static_cast<double>(repeats.size()));
    own.insert(own.end(), repeats.begin(), repeats.end());
  }
  base::ByteBuffer bytes;
  bytes.append(std::as_bytes(std::span(own)));
  comm::ByteGather parcels(communicator, std::move(bytes));
  parcels.wait();
  std::vector<Measurement> measurements;
  if (communicator.rank() != 0) return measurements;
  for (const Quantity& quantity : running.quantities) measurements.push_back({quantity, {}});
  int rank = 0;
  for (const base::ByteBuffer& parcel : parcels.take()) {
    std::vector<double> numbers(parcel.size() / sizeof(double));
    std::ranges::copy(parcel.bytes(), std::as_writable_bytes(std::span(numbers)).begin());
    auto at = numbers.begin();
    const int partner = static_cast<int>(*at++);
    for (Measurement& measurement : measurements) {
      const auto n = static_cast<std::ptrdiff_t>(*at++);
      const bool is_link = measurement.quantity.per == Per::link;
      if (n > 0) measurement.sites.push_back({rank, is_link ? partner : -1, {at, at + n}});
      at += n;
    }
    ++rank;
  }
  std::erase_if(measurements, [](const Measurement& m) { return m.sites.empty(); });
  return measurements;
}

/// Few enough that a short budget holds one repeat of everything in each.
int rounds_of(double budget) { return std::clamp(static_cast<int>(budget / 6), 2, 10); }

}  // namespace

Report run_trials(std::span<const TrialKind> kinds, const Surroundings& surroundings, double budget,
                  const ProgressObserver& observer) {
  const comm::Communicator& communicator = surroundings.communicator;
  const Stopwatch watch;
  Report report{look_at_machine(communicator), budget, 0, {}};
  std::vector<Running> all;
  double weight = 0;
  for (const TrialKind& kind : kinds) {
    auto skipped = reason_to_skip(kind, communicator.size());
    report.results.push_back({kind.name, kind.title, skipped, {}});
    if (!skipped.empty()) continue;
    auto quantities = kind.quantities();
    const std::size_t n = quantities.size();
    all.push_back({&kind, std::move(quantities), kind.make(surroundings), {}});
    all.back().repeats.resize(n);
    weight += kind.weight;
  }
  const int n_rounds = rounds_of(budget);
  double elapsed = 0, last_round = 0;
  // On a crowded machine one repeat of everything may take longer than a round should.
  for (int round = 0; round < n_rounds && elapsed + last_round / 2 <= budget; ++round) {
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
    if (result.skipped.empty()) result.measurements = gather(*running++, communicator);
  report.seconds = communicator.max(watch.seconds());
  return report;
}

}  // namespace lobatto::health
