#include "perf/machine_limits.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "base/aligned_array.hpp"
#include "base/stopwatch.hpp"
#include "kernels/products/contraction.hpp"
#include "perf/memory.hpp"
#include "perf/stream_kernels.hpp"

namespace lobatto::perf {
namespace {

/// 0 where the system does not say.
std::size_t last_cache_bytes() {
#if defined(_SC_LEVEL3_CACHE_SIZE)
  return static_cast<std::size_t>(std::max(0L, sysconf(_SC_LEVEL3_CACHE_SIZE)));
#else
  return 0;
#endif
}

/// Best rate of one product, in flop/s, over batches of about a millisecond.
double product_rate(int n, double duration) {
  const auto size = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  base::AlignedArray<double> a(size);
  base::AlignedArray<double> b(size);
  base::AlignedArray<double> c(size);
  a.fill(0.5);
  b.fill(0.25);
  const auto shape = kernels::ContractionShape::packed(n, n, n);
  const kernels::Contraction product(shape);
  const double flops = kernels::contraction_cost(shape).flops;
  const int batch = std::max(1, static_cast<int>(4e7 / flops));
  double best = 0;
  for (const base::Stopwatch all; all.seconds() < duration;) {
    const base::Stopwatch of_batch;
    for (int i = 0; i < batch; ++i) product(a.data(), b.data(), c.data());
    best = std::max(best, batch * flops / of_batch.seconds());
  }
  return best;
}

}  // namespace

std::size_t stream_length(int ranks_on_node) {
  constexpr std::size_t usual_bytes = std::size_t{3} * 64 * 1024 * 1024;
  const auto n_ranks = static_cast<std::size_t>(ranks_on_node);
  const std::size_t wanted = std::max(usual_bytes, 2 * last_cache_bytes() / n_ranks);
  const std::size_t bytes = std::min(wanted, memory_bytes() / 8 / n_ranks);
  return bytes / (3 * sizeof(double)) / 16 * 16;
}

double measure_stream(const comm::Communicator& communicator) {
  constexpr double duration = 0.15;
  constexpr std::size_t short_length = std::size_t{2} << 17;  // 2 MiB
  const std::size_t n =
      can_evict() ? short_length : stream_length(communicator.split_by_node().size());
  base::AlignedArray<double> a(n);
  base::AlignedArray<double> b(n);
  base::AlignedArray<double> c(n);
  b.fill(1.0);
  c.fill(2.0);
  double best = std::numeric_limits<double>::infinity();
  double elapsed = 0;
  // The times are the same numbers on every rank, so all stop after the same round.
  for (const base::Stopwatch all; elapsed < duration;) {
    for (const auto* array : {&a, &b, &c}) evict(array->data(), n * sizeof(double));
    communicator.barrier();
    const base::Stopwatch of_round;
    stream_triad(a.data(), b.data(), c.data(), 3.0, n);
    std::array<double, 2> seconds{of_round.seconds(), all.seconds()};
    communicator.max(seconds);
    best = std::min(best, seconds[0]);
    elapsed = seconds[1];
  }
  // Ranks of a smaller node may have shorter arrays: the mean over ranks.
  return communicator.sum(24e-9 * static_cast<double>(n) / best) / communicator.size();
}

double measure_peak_gflops(const comm::Communicator& communicator) {
  constexpr double duration = 0.1;  // of each shape
  communicator.barrier();
  const double best = std::max(product_rate(32, duration), product_rate(64, duration));
  return communicator.sum(1e-9 * best) / communicator.size();
}

MachineLimits measure_machine_limits(const comm::Communicator& communicator) {
  return {measure_stream(communicator), measure_peak_gflops(communicator)};
}

}  // namespace lobatto::perf
