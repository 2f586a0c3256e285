#include "accept/plane_waves/band_block.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/stopwatch.hpp"

// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
void zgemm_(const char* of_a, const char* of_b, const int* m, const int* n, const int* k,
            const std::complex<double>* alpha, const std::complex<double>* a, const int* a_leading,
            const std::complex<double>* b, const int* b_leading, const std::complex<double>* beta,
            std::complex<double>* c, const int* c_leading);
void ztrsm_(const char* side, const char* triangle, const char* of_a, const char* diagonal,
            const int* m, const int* n, const std::complex<double>* alpha,
            const std::complex<double>* a, const int* a_leading, std::complex<double>* b,
            const int* b_leading);
void zpotrf_(const char* triangle, const int* n, std::complex<double>* a, const int* a_leading,
             int* info);
void zheev_(const char* job, const char* triangle, const int* n, std::complex<double>* a,
            const int* a_leading, double* values, std::complex<double>* work, const int* n_work,
            double* real_work, int* info);
}
// NOLINTEND(readability-identifier-naming)

namespace lobatto::accept {

namespace {

using Coefficient = BandBlock::Value;
constexpr Coefficient unscaled{1}, overwritten{0};

/// What BLAS takes for the distance of columns, also where there is nothing.
int leading_of(const BandBlock& x) { return std::max(1, static_cast<int>(x.n_waves())); }

std::vector<double> diagonalise(std::vector<Coefficient>& matrix, int n) {
  std::vector<double> values(static_cast<std::size_t>(n)), real_work(3 * values.size());
  const int n_work = 64 * n;
  std::vector<Coefficient> work(static_cast<std::size_t>(n_work));
  int info = 0;
  zheev_("V", "L", &n, matrix.data(), &n, values.data(), work.data(), &n_work, real_work.data(),
         &info);
  if (info != 0)
    throw base::Error(
        fmt::format("plane-waves: zheev of LAPACK returned {} for {} bands", info, n));
  return values;
}

}  // namespace

std::vector<Coefficient> BandAlgebra::overlaps(const BandBlock& a, const BandBlock& b) const {
  const int n = a.n_bands(), k = static_cast<int>(a.n_waves()), leading = leading_of(a);
  std::vector<Coefficient> sums(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  zgemm_("C", "N", &n, &n, &k, &unscaled, a.band(0), &leading, b.band(0), &leading, &overwritten,
         sums.data(), &n);
  // A complex number lies in memory as its two parts.
  communicator_.sum(std::span(reinterpret_cast<double*>(sums.data()), 2 * sums.size()));
  return sums;
}

void BandAlgebra::orthonormalise(BandBlock& x) {
  auto factor = overlaps(x, x);
  const int n = x.n_bands(), m = static_cast<int>(x.n_waves()), leading = leading_of(x);
  int info = 0;
  zpotrf_("L", &n, factor.data(), &n, &info);
  if (info != 0)
    throw base::Error(
        fmt::format("plane-waves: band {} of {} depends on those before it", info, n));
  ztrsm_("R", "L", "C", "N", &m, &n, &unscaled, factor.data(), &n, x.band(0), &leading);
}

std::vector<double> BandAlgebra::rotate(BandBlock& x, BandBlock& h_x) {
  auto matrix = overlaps(x, h_x);
  const int n = x.n_bands(), m = static_cast<int>(x.n_waves()), leading = leading_of(x);
  auto energies = diagonalise(matrix, n);
  zgemm_("N", "N", &m, &n, &n, &unscaled, x.band(0), &leading, matrix.data(), &n, &overwritten,
         h_x.band(0), &leading);
  std::swap(x, h_x);
  return energies;
}

double BandAlgebra::flops(double n_waves_in_all, int n_bands) {
  // Three products of 8 n^2 m, a triangular solve of half as many.
  return (3 * 8 + 4) * static_cast<double>(n_bands) * n_bands * n_waves_in_all;
}

double large_product_gflops() {
  constexpr int n = 512;
  BandBlock a(n, n), b(n, n), c(n, n);
  std::fill_n(a.band(0), a.n_values(), Coefficient{0.5, 0.25});
  std::fill_n(b.band(0), b.n_values(), Coefficient{0.25, -0.5});
  double best = 0;
  for (int repeat = 0; repeat < 3; ++repeat) {
    const base::Stopwatch watch;
    zgemm_("C", "N", &n, &n, &n, &unscaled, a.band(0), &n, b.band(0), &n, &overwritten, c.band(0),
           &n);
    best = std::max(best, 8e-9 * n * n * n / watch.seconds());
  }
  return best;
}

}  // namespace lobatto::accept
