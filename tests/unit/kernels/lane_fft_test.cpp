#include "kernels/registers/lane_fft.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <functional>
#include <numbers>
#include <numeric>
#include <vector>

#include "support/random_values.hpp"

namespace lobatto::kernels {
namespace {

using lobatto::test::random_values;

constexpr std::size_t stride = 16;

/// Rows of real and of imaginary parts in one array.
template <class Value>
ComplexRowsOf<Value> rows(Value* values, int n) {
  return {values, values + n * stride, stride};
}

/// The largest difference of the transform from its definition.
double error_of(int n, int n_lanes) {
  const LaneFft fft(n, 1, fft_factors(n));
  auto x = random_values(2 * n * stride);
  std::vector<double> here(x.size()), there(x.size());
  const ComplexRows out = fft.last_of(rows(here.data(), n), rows(there.data(), n));
  fft(rows<const double>(x.data(), n), rows(here.data(), n), rows(there.data(), n), out, n_lanes);
  double error = 0;
  for (int k = 0; k < n; ++k) {
    for (int l = 0; l < n_lanes; ++l) {
      std::complex<double> sum = 0;
      for (int e = 0; e < n; ++e)
        sum += std::complex(x[e * stride + l], x[(n + e) * stride + l]) *
               std::polar(1.0, -2 * std::numbers::pi * (e * k % n) / n);
      const std::complex<double> ours{out.re[k * stride + l], out.im[k * stride + l]};
      error = std::max(error, std::abs(ours - sum));
    }
  }
  return error;
}

TEST(LaneFft, IsTheTransformOfItsDefinition) {
  for (int n = 2; n <= 64; ++n)
    for (const int n_lanes : {1, 3, 11, 16}) EXPECT_LT(error_of(n, n_lanes), 1e-13 * n) << n;
}

/// Addresses of the rows in one array, the last row first.
template <class Value>
struct Backwards {
  Backwards(Value* values, int n) : re(n), im(n) {
    for (int i = 0; i < n; ++i) {
      re[i] = values + (n - 1 - i) * stride;
      im[i] = re[i] + n * stride;
    }
  }
  [[nodiscard]] ScatteredRowsOf<Value> rows() const { return {re.data(), im.data()}; }
  std::vector<Value*> re, im;
};

TEST(LaneFft, TakesRowsFromAnywhere) {
  for (const int n : {1, 2, 6, 7, 32, 48, 72, 343}) {
    const LaneFft fft(n, 1, n == 1 ? std::vector<int>{1} : fft_factors(n));
    for (const int n_lanes : {1, 11, 16}) {
      const auto x = random_values(2 * n * stride);
      std::vector<double> here(x.size()), there(x.size()), out(x.size()), turned(x);
      for (int part = 0; part < 2; ++part)
        for (int i = 0; i < n; ++i)
          std::copy_n(x.data() + (part * n + i) * stride, stride,
                      turned.data() + (part * n + n - 1 - i) * stride);
      const auto right = fft.last_of(rows(here.data(), n), rows(there.data(), n));
      fft(rows<const double>(x.data(), n), rows(here.data(), n), rows(there.data(), n), right,
          n_lanes);
      const std::vector<double> in_rows(right.re, right.re + 2 * n * stride);
      fft(Backwards<const double>(turned.data(), n).rows(), rows(here.data(), n),
          rows(there.data(), n), Backwards<double>(out.data(), n).rows(), n_lanes);
      for (int part = 0; part < 2; ++part)
        for (int i = 0; i < n; ++i)
          for (int l = 0; l < n_lanes; ++l)
            EXPECT_NEAR(out[(part * n + n - 1 - i) * stride + l],
                        in_rows[(part * n + i) * stride + l], 1e-14 * n);
    }
  }
}

TEST(LaneFft, TakesFewStages) {
  for (int n = 1; n <= 500; ++n) {
    const auto factors = fft_factors(n);
    EXPECT_EQ(std::accumulate(factors.begin(), factors.end(), 1, std::multiplies<>()), n);
  }
  EXPECT_EQ(fft_factors(6).size(), 1U);
  EXPECT_EQ(fft_factors(24).size(), 2U);
  EXPECT_EQ(fft_factors(64).size(), 2U);
}

}  // namespace
}  // namespace lobatto::kernels
