// The loops of STREAM on one core by every method, GB/s: those of lobatto_perf, with copy by string
// moves as well, those that a compiler makes of C, and the same with stores past the cache. The
// best of many rounds, each method in turn, so that all see the same disturbances.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

#include "base/aligned_array.hpp"
#include "perf/machine_limits.hpp"
#include "perf/stream_kernels.hpp"
#include "plain_stream.h"

namespace {

using namespace lobatto;
using Clock = std::chrono::steady_clock;

constexpr int n_rounds = 40;

struct Method {
  const char* name;
  std::function<void()> run;
  double best_gbs = 0;
};

/// A row for each method; `n_bytes` are those that the loop is counted with.
void compare(const char* loop, double n_bytes, std::vector<Method> methods) {
  for (int round = 0; round < n_rounds; ++round)
    for (Method& method : methods) {
      const auto start = Clock::now();
      method.run();
      const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
      method.best_gbs = std::max(method.best_gbs, 1e-9 * n_bytes / seconds);
    }
  for (const Method& method : methods)
    fmt::print("{:<6} {:<18} {:>8.2f} {:>8.2f}\n", loop, method.name, method.best_gbs,
               method.best_gbs / methods.front().best_gbs);
}

}  // namespace

int main() {
  const std::size_t n = perf::stream_length(1);
  base::AlignedArray<double> of_a(n);
  base::AlignedArray<double> of_b(n);
  base::AlignedArray<double> of_c(n);
  of_b.fill(1);
  of_c.fill(2);
  double* const a = of_a.data();
  const double* const b = of_b.data();
  const double* const c = of_c.data();
  const double two = 16.0 * static_cast<double>(n);
  const double three = 24.0 * static_cast<double>(n);
  fmt::print("{:<6} {:<18} {:>8} {:>8}   three arrays of {} MiB\n", "loop", "method", "GB/s",
             "of ours", n * sizeof(double) >> 20);
  compare("copy", two,
          {{"ours", [=] { perf::stream_copy(a, b, n); }},
           {"ours, by moves", [=] { perf::stream_copy_by_moves(a, b, n); }},
           {"plain C", [=] { plain_copy(a, b, n); }},
           {"past the cache", [=] { streaming_copy(a, b, n); }}});
  compare("scale", two,
          {{"ours", [=] { perf::stream_scale(a, b, 3.0, n); }},
           {"plain C", [=] { plain_scale(a, b, 3.0, n); }},
           {"past the cache", [=] { streaming_scale(a, b, 3.0, n); }}});
  compare("add", three,
          {{"ours", [=] { perf::stream_add(a, b, c, n); }},
           {"plain C", [=] { plain_add(a, b, c, n); }},
           {"past the cache", [=] { streaming_add(a, b, c, n); }}});
  compare("triad", three,
          {{"ours", [=] { perf::stream_triad(a, b, c, 3.0, n); }},
           {"plain C", [=] { plain_triad(a, b, c, 3.0, n); }},
           {"past the cache", [=] { streaming_triad(a, b, c, 3.0, n); }}});
}
