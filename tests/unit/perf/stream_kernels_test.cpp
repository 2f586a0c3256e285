#include "perf/stream_kernels.hpp"

#include <gtest/gtest.h>

#include "base/aligned_array.hpp"

namespace lobatto::perf {
namespace {

template <class Real>
class StreamKernels : public testing::Test {
 protected:
  /// Whether `run` makes a[i] = expected(b[i], c[i]) for i < n and leaves what lies behind.
  template <class Run, class Expected>
  static void expect(const Run& run, const Expected& expected) {
    for (const std::size_t n : {std::size_t{16}, std::size_t{64}, std::size_t{10000}}) {
      base::AlignedArray<Real> a(2 * n), b(n), c(n);
      for (std::size_t i = 0; i < n; ++i) {
        b[i] = static_cast<Real>(i);
        c[i] = Real(0.5) * static_cast<Real>(n - i);
      }
      run(a.data(), b.data(), c.data(), n);
      for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(a[i], expected(b[i], c[i])) << i;
      for (std::size_t i = n; i < 2 * n; ++i) ASSERT_EQ(a[i], 0);
    }
  }
};

using Reals = testing::Types<double, float>;
TYPED_TEST_SUITE(StreamKernels, Reals);

TYPED_TEST(StreamKernels, Copy) {
  using Real = TypeParam;
  this->expect([](Real* a, const Real* b, const Real*, std::size_t n) { stream_copy(a, b, n); },
               [](Real b, Real) { return b; });
}

TYPED_TEST(StreamKernels, CopyByMoves) {
  using Real = TypeParam;
  this->expect(
      [](Real* a, const Real* b, const Real*, std::size_t n) { stream_copy_by_moves(a, b, n); },
      [](Real b, Real) { return b; });
}

TYPED_TEST(StreamKernels, Scale) {
  using Real = TypeParam;
  this->expect(
      [](Real* a, const Real* b, const Real*, std::size_t n) { stream_scale(a, b, Real(3), n); },
      [](Real b, Real) { return Real(3) * b; });
}

TYPED_TEST(StreamKernels, Add) {
  using Real = TypeParam;
  this->expect([](Real* a, const Real* b, const Real* c, std::size_t n) { stream_add(a, b, c, n); },
               [](Real b, Real c) { return b + c; });
}

TYPED_TEST(StreamKernels, TriadAddsAMultiple) {
  using Real = TypeParam;
  this->expect([](Real* a, const Real* b, const Real* c,
                  std::size_t n) { stream_triad(a, b, c, Real(3), n); },
               [](Real b, Real c) { return b + Real(3) * c; });
}

}  // namespace
}  // namespace lobatto::perf
