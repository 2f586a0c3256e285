#include "kernels/vectors/conjugate_updates.hpp"

#include <algorithm>

#include "kernels/registers/lanes.hpp"

namespace lobatto::kernels {

namespace {

double sum_of(const Lanes& lanes) {
  double sum = 0.0;
  for (int lane = 0; lane < n_lanes; ++lane) sum += lanes[lane];
  return sum;
}

template <bool preconditioned>
void turn(double alpha, double beta, const double* r, const double* diagonal, double* x, double* p,
          std::size_t n_values) {
#pragma GCC ivdep
  for (std::size_t q = 0; q < n_values; ++q) {
    x[q] += alpha * p[q];
    p[q] = (preconditioned ? diagonal[q] * r[q] : r[q]) + beta * p[q];
  }
}

template <bool preconditioned, bool own_norm>
ResidualSums reduce(double alpha, const double* w, const ResidualWeights& weights, double* r,
                    std::size_t n_values) {
  constexpr int together = 4;  // sums that do not wait for each other
  constexpr int stride = together * n_lanes;
  const auto [diagonal, weight, norm] = weights;
  Lanes squared[together] = {}, product[together] = {};
  const std::size_t whole = n_values / stride * stride;
  for (std::size_t q = 0; q < whole; q += stride) {
    unrolled<together>([&](auto s) __attribute__((always_inline)) {
      const std::size_t at = q + s * n_lanes;
      const Lanes residual = load(r + at) - alpha * load(w + at);
      store(r + at, residual);
      const Lanes square = residual * residual, weighted = square * load(weight + at);
      squared[s] += own_norm ? square * load(norm + at) : weighted;
      if constexpr (preconditioned)
        product[s] += weighted * load(diagonal + at);
      else if constexpr (own_norm)
        product[s] += weighted;
    });
  }
  const ResidualWeights rest_weights{preconditioned ? diagonal + whole : nullptr, weight + whole,
                                     own_norm ? norm + whole : nullptr};
  ResidualSums rest =
      reference::reduce_residual(alpha, w + whole, rest_weights, r + whole, n_values - whole);
  rest.squared += sum_of((squared[0] + squared[1]) + (squared[2] + squared[3]));
  if constexpr (preconditioned || own_norm) {
    rest.preconditioned += sum_of((product[0] + product[1]) + (product[2] + product[3]));
  } else {
    rest.preconditioned = rest.squared;
  }
  return rest;
}

}  // namespace

void turn_direction(double alpha, double beta, const double* r, const double* diagonal, double* x,
                    double* p, std::size_t n_values) {
  (diagonal != nullptr ? turn<true> : turn<false>)(alpha, beta, r, diagonal, x, p, n_values);
}

void start_direction(const double* r, const double* diagonal, double* p, std::size_t n_values) {
  if (diagonal == nullptr) {
    std::copy_n(r, n_values, p);
    return;
  }
#pragma GCC ivdep
  for (std::size_t q = 0; q < n_values; ++q) p[q] = diagonal[q] * r[q];
}

ResidualSums reduce_residual(double alpha, const double* w, const ResidualWeights& weights,
                             double* r, std::size_t n_values) {
  const auto chosen = weights.diagonal != nullptr
                          ? (weights.norm != nullptr ? reduce<true, true> : reduce<true, false>)
                          : (weights.norm != nullptr ? reduce<false, true> : reduce<false, false>);
  return chosen(alpha, w, weights, r, n_values);
}

namespace reference {

void turn_direction(double alpha, double beta, const double* r, const double* diagonal, double* x,
                    double* p, std::size_t n_values) {
  for (std::size_t q = 0; q < n_values; ++q) {
    x[q] += alpha * p[q];
    p[q] = (diagonal != nullptr ? diagonal[q] : 1.0) * r[q] + beta * p[q];
  }
}

ResidualSums reduce_residual(double alpha, const double* w, const ResidualWeights& weights,
                             double* r, std::size_t n_values) {
  const auto [diagonal, weight, norm] = weights;
  ResidualSums sums;
  for (std::size_t q = 0; q < n_values; ++q) {
    r[q] -= alpha * w[q];
    sums.squared += (norm != nullptr ? norm : weight)[q] * r[q] * r[q];
    sums.preconditioned += weight[q] * (diagonal != nullptr ? diagonal[q] : 1.0) * r[q] * r[q];
  }
  return sums;
}

}  // namespace reference

}  // namespace lobatto::kernels
