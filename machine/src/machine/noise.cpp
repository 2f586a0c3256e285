#include "machine/noise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "base/stopwatch.hpp"
#include "comm/exchange/first_rank.hpp"

namespace lobatto::machine {

namespace {

constexpr std::size_t n_told = 10;
constexpr double quantum_seconds = 1e-3;

/// A chain of dependent multiplications, which neither a vector unit nor memory can change.
std::uint64_t work(long long n) {
  std::uint64_t x = 1;
  for (long long i = 0; i < n; ++i) {
    x = x * 6364136223846793005 + 1442695040888963407;
    asm volatile("" : "+r"(x));
  }
  return x;
}

double seconds_of(long long n) {
  const base::Stopwatch watch;
  work(n);
  return watch.seconds();
}

/// Multiplications of a quantum: a millisecond on the fastest core.
long long quantum_size(const comm::Communicator& communicator) {
  constexpr long long n_tried = 100000;
  double fastest = seconds_of(n_tried);
  for (int attempt = 0; attempt < 20; ++attempt) fastest = std::min(fastest, seconds_of(n_tried));
  return std::llround(static_cast<double>(n_tried) * quantum_seconds / communicator.min(fastest));
}

/// What one rank saw.
struct OwnNoise {
  CoreNoise core;
  std::array<LongQuantum, n_told> worst{};
};

OwnNoise measure_own(int rank, long long n, double seconds) {
  std::vector<double> quanta, begins;
  std::vector<int> cores;
  for (const base::Stopwatch watch; watch.seconds() < seconds;) {
    begins.push_back(watch.seconds());
    quanta.push_back(seconds_of(n));
    cores.push_back(own_core());
  }
  OwnNoise own{summarise_quanta(quanta), {}};
  own.core.rank = rank;
  own.core.core = cores.empty() ? -1 : cores.back();
  std::vector<std::size_t> order(quanta.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto n_kept = std::min(n_told, order.size());
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(n_kept),
                            [&](auto a, auto b) { return quanta[a] > quanta[b]; });
  for (std::size_t i = 0; i < n_kept; ++i) {
    const std::size_t q = order[i];
    own.worst[i] = {rank, cores[q], quanta[q] / own.core.fastest - 1, begins[q]};
  }
  return own;
}

}  // namespace

std::string noise_class_name(std::size_t i) {
  if (i == 0) return fmt::format("under {:g} %", 100 * noise_bounds.front());
  if (i == noise_bounds.size()) return fmt::format("over {:g} %", 100 * noise_bounds.back());
  return fmt::format("{:g} to {:g} %", 100 * noise_bounds[i - 1], 100 * noise_bounds[i]);
}

std::size_t noise_class(double slowdown) {
  return static_cast<std::size_t>(std::ranges::upper_bound(noise_bounds, slowdown) -
                                  noise_bounds.begin());
}

CoreNoise summarise_quanta(const std::vector<double>& quanta) {
  CoreNoise noise;
  if (quanta.empty()) return noise;
  noise.n_quanta = static_cast<double>(quanta.size());
  noise.fastest = *std::ranges::min_element(quanta);
  noise.worst = *std::ranges::max_element(quanta) / noise.fastest - 1;
  double total = 0;
  for (const double seconds : quanta) {
    total += seconds;
    noise.counts[noise_class(seconds / noise.fastest - 1)] += 1;
  }
  noise.lost = 1 - noise.n_quanta * noise.fastest / total;
  return noise;
}

std::array<double, n_noise_classes> NoiseReport::counts() const {
  std::array<double, n_noise_classes> sum{};
  for (const CoreNoise& core : cores)
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += core.counts[i];
  return sum;
}

double NoiseReport::lost() const {
  double sum = 0;
  for (const CoreNoise& core : cores) sum += core.lost;
  return cores.empty() ? 0 : sum / static_cast<double>(cores.size());
}

NoiseReport measure_noise(const comm::Communicator& communicator, double seconds) {
  NoiseReport report{look_at_machine(communicator), seconds, {}, {}};
  const long long n = quantum_size(communicator);
  communicator.barrier();
  const OwnNoise own = measure_own(communicator.rank(), n, seconds);
  const auto all = comm::gather_to_first(communicator, std::span(&own, 1));
  if (communicator.rank() != 0) return report;
  for (const auto& parcel : all) {
    const OwnNoise& of_rank = parcel.front();
    report.cores.push_back(of_rank.core);
    report.worst.insert(report.worst.end(), of_rank.worst.begin(), of_rank.worst.end());
  }
  std::ranges::stable_sort(report.worst, std::greater{}, &LongQuantum::slowdown);
  report.worst.resize(std::min(n_told, report.worst.size()));
  std::erase_if(report.worst, [](const LongQuantum& q) { return q.slowdown <= 0; });
  return report;
}

}  // namespace lobatto::machine
