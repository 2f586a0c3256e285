#include "stability/harmonic_fit.hpp"

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/error.hpp"

namespace lobatto::stability {

HarmonicFit::HarmonicFit(std::span<const double> frequencies, double dt, long long n_levels)
    : frequencies_(frequencies.begin(), frequencies.end()), dt_(dt) {
  const std::size_t size = functions(0).size();
  inverse_.resize(size * size);
  for (long long n = 1; n <= n_levels; ++n) {
    const auto values = functions(n);
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j) inverse_[i * size + j] += values[i] * values[j];
  }
  const auto n = static_cast<lapack_int>(size);
  if (LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'U', n, inverse_.data(), n) != 0 ||
      LAPACKE_dpotri(LAPACK_COL_MAJOR, 'U', n, inverse_.data(), n) != 0)
    throw base::Error("the levels of one propagation do not tell the frequencies apart");
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < i; ++j) inverse_[j * size + i] = inverse_[i * size + j];
}

std::vector<double> HarmonicFit::functions(long long n) const {
  std::vector<double> values;
  for (const double frequency : frequencies_) {
    const double phase = frequency * dt_ * static_cast<double>(n);
    values.push_back(std::cos(phase));
    if (frequency != 0) values.push_back(-std::sin(phase));
  }
  return values;
}

std::vector<std::complex<double>> HarmonicFit::weights(long long n) const {
  const auto values = functions(n);
  const std::size_t size = values.size();
  const auto dual = [&](std::size_t i) {
    double sum = 0;
    for (std::size_t j = 0; j < size; ++j) sum += inverse_[i * size + j] * values[j];
    return sum;
  };
  std::vector<std::complex<double>> weights;
  std::size_t next = 0;
  for (const double frequency : frequencies_) {
    const double real = dual(next++);
    weights.emplace_back(real, frequency != 0 ? dual(next++) : 0.0);
  }
  return weights;
}

}  // namespace lobatto::stability
