#include "kernels/operators/box_operators.hpp"

#include <algorithm>
#include <cmath>

namespace lobatto::kernels {

namespace {

double jacobian(const Lengths& h) { return h[0] * h[1] * h[2] / 8.0; }

}  // namespace

BoxOperators::BoxOperators(const ElementShape& shape, std::span<const double> derivative,
                           std::span<const double> weights)
    : shape_(shape),
      n_(shape.n),
      size_(shape.size()),
      derivative_(derivative.begin(), derivative.end()),
      weak_derivative_(derivative.size()),
      mass_(size_),
      stride_((size_ + n_lanes - 1) / n_lanes * n_lanes),
      workspace_(4 * stride_),
      set_(shape, false),
      add_(shape, true) {
  for (auto& matrix : scaled_) matrix = base::AlignedArray<double>(derivative.size());
  for (auto& inverse : inverse_spacing_) inverse = base::AlignedArray<double>(size_);
  for (int i = 0; i < n_; ++i) {
    for (int j = 0; j < n_; ++j)
      weak_derivative_[i * n_ + j] = derivative[j * n_ + i] * weights[j] / weights[i];
  }
  for (std::size_t q = 0; q < size_; ++q) mass_[q] = reference_weight(shape, weights, q);
}

void BoxOperators::scale_matrix(int direction, double factor, const std::vector<double>& source) {
  double* target = scaled_[direction].data();
  for (int i = 0; i < n_; ++i) {
    for (int j = 0; j < n_; ++j) {
      target[i * n_ + j] = factor * (direction == 0 ? source[j * n_ + i] : source[i * n_ + j]);
    }
  }
}

void BoxOperators::multiply(const ElementProducts& products, int direction, const double* u,
                            double* out) const {
  const double* matrix = scaled_[direction].data();
  if (direction == 0) products.along_x(matrix, u, out);
  if (direction == 1) products.along_y(matrix, u, out);
  if (direction == 2) products.along_z(matrix, u, out);
}

void BoxOperators::differentiate(const Lengths& h, int direction, const double* u, double* out) {
  scale_matrix(direction, 2.0 / h[direction], derivative_);
  multiply(set_, direction, u, out);
}

void BoxOperators::scale_by_mass(double jacobian_value, double* __restrict out) const {
  const double* __restrict mass = mass_.data();
  for (std::size_t q = 0; q < size_; ++q) out[q] *= jacobian_value * mass[q];
}

void BoxOperators::gradient(const Lengths& h, std::span<const double> p,
                            const std::array<double*, 3>& out) {
  for (int d = 0; d < 3; ++d) differentiate(h, d, p.data(), out[d]);
}

void BoxOperators::weak_divergence(const Lengths& h, const std::array<const double*, 3>& f,
                                   std::span<double> out) {
  for (int d = 0; d < 3; ++d) {
    scale_matrix(d, 2.0 / h[d], weak_derivative_);
    multiply(d == 0 ? set_ : add_, d, f[d], out.data());
  }
  scale_by_mass(jacobian(h), out.data());
}

void BoxOperators::momentum_rhs(const Lengths& h, int direction, std::span<const double> f,
                                std::span<const double> p, std::span<double> out) {
  double* slope = workspace_.data();
  differentiate(h, direction, p.data(), slope);
  const double* mass = mass_.data();
  const double* force = f.data();
  double* result = out.data();
  const double volume = jacobian(h);
#pragma GCC ivdep
  for (std::size_t q = 0; q < size_; ++q) result[q] = volume * mass[q] * (force[q] - slope[q]);
}

void BoxOperators::accumulate_diagnostics(const Lengths& h, const std::array<const double*, 3>& u,
                                          std::span<const double> spacing, FlowDiagnostics& sums) {
  curl_and_divergence(h, u);
  set_spacing(spacing);
  LaneSums lanes;
  const std::size_t whole = size_ / n_lanes * n_lanes;
  for (std::size_t q = 0; q < whole; q += n_lanes) {
    accumulate_lanes(q, h, {load(u[0] + q), load(u[1] + q), load(u[2] + q)}, lanes);
  }
  if (whole < size_) {
    std::array<Lanes, 3> rest{};  // the mass beyond the element is zero, and so is this velocity
    for (std::size_t q = whole; q < size_; ++q) {
      for (int d = 0; d < 3; ++d) rest[d][q - whole] = u[d][q];
    }
    accumulate_lanes(whole, h, rest, lanes);
  }
  for (int lane = 0; lane < n_lanes; ++lane) {
    sums.kinetic_energy += 0.5 * jacobian(h) * lanes.energy[lane];
    sums.enstrophy += 0.5 * jacobian(h) * lanes.enstrophy[lane];
    sums.divergence_squared += jacobian(h) * lanes.divergence[lane];
    sums.max_courant_rate = std::max(sums.max_courant_rate, lanes.rate[lane]);
  }
}

void BoxOperators::set_spacing(std::span<const double> spacing) {
  if (std::equal(spacing.begin(), spacing.end(), spacing_.begin(), spacing_.end())) return;
  spacing_.assign(spacing.begin(), spacing.end());
  for (std::size_t q = 0; q < size_; ++q) {
    inverse_spacing_[0][q] = 1.0 / spacing[q % n_];
    inverse_spacing_[1][q] = 1.0 / spacing[q / n_ % n_];
    inverse_spacing_[2][q] = shape_.is_plane() ? 0.0 : 1.0 / spacing[q / (n_ * n_)];
  }
}

void BoxOperators::curl_and_divergence(const Lengths& h, const std::array<const double*, 3>& u) {
  double* divergence = workspace_.data() + 3 * stride_;
  for (int d = 0; d < 3; ++d) {
    scale_matrix(d, 2.0 / h[d], derivative_);
    // The derivative along d enters div u, with plus curl_{d+2} (of u_{d+1}) and with minus
    // curl_{d+1} (of u_{d+2}).
    multiply(d == 0 ? set_ : add_, d, u[d], divergence);
    double* plus = workspace_.data() + (d + 2) % 3 * stride_;
    multiply(set_, d, u[(d + 1) % 3], plus);
  }
  for (int d = 0; d < 3; ++d) {
    for (double& entry : scaled_[d]) entry = -entry;
    double* minus = workspace_.data() + (d + 1) % 3 * stride_;
    multiply(add_, d, u[(d + 2) % 3], minus);
  }
}

void BoxOperators::accumulate_lanes(std::size_t q, const Lengths& h, const std::array<Lanes, 3>& u,
                                    LaneSums& sums) const {
  const double* curl = workspace_.data() + q;
  const Lanes mass = load(mass_.data() + q);
  const Lanes wx = load(curl), wy = load(curl + stride_), wz = load(curl + 2 * stride_);
  const Lanes divergence = load(curl + 3 * stride_);
  sums.energy += mass * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  sums.enstrophy += mass * (wx * wx + wy * wy + wz * wz);
  sums.divergence += mass * (divergence * divergence);
  Lanes rate{};
  for (int d = 0; d < 3; ++d) {
    const Lanes speed = u[d] < 0.0 ? -u[d] : u[d];
    rate += (2.0 / h[d]) * speed * load(inverse_spacing_[d].data() + q);
  }
  sums.rate = rate > sums.rate ? rate : sums.rate;
}

}  // namespace lobatto::kernels
