// The loops of STREAM against those that the compiler makes of C with the same flags.
#include "plain_stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "base/aligned_array.hpp"
#include "perf/machine_limits.hpp"
#include "perf/stream_kernels.hpp"

namespace lobatto::perf {
namespace {

class PlainStream : public testing::Test {
 protected:
  PlainStream() {
    b_.fill(1);
    c_.fill(2);
  }

  /// Time of `theirs` over that of `ours`: our rate over theirs. Best of many, taken in turns so
  /// that both see the same disturbances; others use the machine too, so many more turns until
  /// `is_right`.
  template <class Ours, class Theirs, class IsRight>
  static double ratio(const Ours& ours, const Theirs& theirs, const IsRight& is_right) {
    constexpr int n_turns = 8, n_tries = 20;
    double found = 0, of_ours = seconds(ours), of_theirs = seconds(theirs);
    for (int attempt = 0; attempt < n_tries && !is_right(found); ++attempt) {
      for (int turn = 0; turn < n_turns; ++turn) {
        of_ours = std::min(of_ours, seconds(ours));
        of_theirs = std::min(of_theirs, seconds(theirs));
      }
      found = of_theirs / of_ours;
    }
    return found;
  }
  /// Ours keep up with what the compiler makes, and are within 5 % of stores past the cache.
  template <class Ours, class Plain, class Streaming>
  void compare(const Ours& ours, const Plain& plain, const Streaming& streaming) {
    const double over_plain = ratio(ours, plain, [](double r) { return r > 0.95; });
    const double over_streaming =
        ratio(ours, streaming, [](double r) { return r > 0.95 && r < 1.05; });
    EXPECT_GT(over_plain, 0.95);
    EXPECT_GT(over_streaming, 0.95);
    EXPECT_LT(over_streaming, 1.05);
    RecordProperty("rate_over_plain", std::to_string(over_plain));
    RecordProperty("rate_over_streaming", std::to_string(over_streaming));
  }

  std::size_t n_ = stream_length(1);
  base::AlignedArray<double> a_{n_}, b_{n_}, c_{n_};
  double *a = a_.data(), *b = b_.data(), *c = c_.data();

 private:
  template <class Run>
  static double seconds(const Run& run) {
    const auto start = std::chrono::steady_clock::now();
    run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
};

TEST_F(PlainStream, Copy) {
  compare([&] { stream_copy(a, b, n_); }, [&] { plain_copy(a, b, n_); },
          [&] { streaming_copy(a, b, n_); });
}

TEST_F(PlainStream, Scale) {
  compare([&] { stream_scale(a, b, 3.0, n_); }, [&] { plain_scale(a, b, 3.0, n_); },
          [&] { streaming_scale(a, b, 3.0, n_); });
}

TEST_F(PlainStream, Add) {
  compare([&] { stream_add(a, b, c, n_); }, [&] { plain_add(a, b, c, n_); },
          [&] { streaming_add(a, b, c, n_); });
}

TEST_F(PlainStream, Triad) {
  compare([&] { stream_triad(a, b, c, 3.0, n_); }, [&] { plain_triad(a, b, c, 3.0, n_); },
          [&] { streaming_triad(a, b, c, 3.0, n_); });
}

}  // namespace
}  // namespace lobatto::perf
