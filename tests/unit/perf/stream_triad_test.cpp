#include "perf/stream_triad.hpp"

#include <gtest/gtest.h>

#include "base/aligned_array.hpp"

namespace lobatto::perf {
namespace {

class StreamTriad : public testing::TestWithParam<std::size_t> {};

TEST_P(StreamTriad, AddsAMultipleAndNothingBeyond) {
  const std::size_t n = GetParam();
  const std::size_t n_stored = 2 * n;
  base::AlignedArray<double> a(n_stored);
  base::AlignedArray<double> b(n);
  base::AlignedArray<double> c(n);
  for (std::size_t i = 0; i < n; ++i) {
    b[i] = static_cast<double>(i);
    c[i] = 0.5 * static_cast<double>(n - i);
  }
  stream_triad(a.data(), b.data(), c.data(), 3.0, n);
  for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(a[i], b[i] + 3.0 * c[i]);
  for (std::size_t i = n; i < n_stored; ++i) EXPECT_EQ(a[i], 0);
}

INSTANTIATE_TEST_SUITE_P(Lengths, StreamTriad, testing::Values(8, 64, 10000));

}  // namespace
}  // namespace lobatto::perf
