#pragma once

#include <algorithm>

#include "kernels/operators/box_helmholtz.hpp"
#include "kernels/products/line_products.hpp"

namespace lobatto::kernels {
inline namespace LOBATTO_LANES {

/// BoxHelmholtz for n nodes: first along z, then plane by plane along y and x, or in a plane. With
/// L = W^-1 D^T W D of a line the operator is J W (sigma + nu sum_d (2 / h_d)^2 L_d); the factors
/// of an element are put into the matrices.
template <int n, bool is_plane = false>
class BoxHelmholtzByPlanes : public BoxHelmholtzMethod {
 public:
  explicit BoxHelmholtzByPlanes(const LineRule& rule) {
    for (int i = 0; i < n; ++i) weights_[i] = rule.weights[i];
    if constexpr (is_plane)
      weight_t_[0] = 2.0;
    else
      std::copy_n(weights_, n, weight_t_);
    const auto entry = [&](int i, int j) {
      double sum = 0.0;
      for (int l = 0; l < n; ++l)
        sum += rule.derivative[l * n + i] * rule.weights[l] * rule.derivative[l * n + j];
      return sum / rule.weights[i];
    };
    along_line_ = ParityMatrix<n>(entry);
    along_row_ = RowMatrix<n>(entry);
    identity_ = RowMatrix<n>([](int i, int l) { return i == l ? 1.0 : 0.0; });
  }

  [[nodiscard]] const char* name() const override { return "plane by plane"; }

  double apply(std::span<const Lengths> lengths, const HelmholtzCoefficients& coefficients,
               const double* u, double* out) override {
    double energy = 0.0;
    for (const Lengths& h : lengths) {
      scale(h, coefficients);
      apply_element(u, out);
      energy += dot(u, out, element);
      u += element;
      out += element;
    }
    return energy;
  }

 private:
  using Layout = RowLayout<n>;
  static constexpr int plane = n * n;
  static constexpr int n_t = is_plane ? 1 : n, element = plane * n_t;

  void scale(const Lengths& h, const HelmholtzCoefficients& coefficients) {
    const double jacobian = h[0] * h[1] * h[2] / 8.0;
    const auto factor = [&](int d) { return jacobian * coefficients.nu * 4.0 / (h[d] * h[d]); };
    x_.set_to(factor(0), along_row_, jacobian * coefficients.sigma, identity_);
    y_.set_to(factor(1), along_line_);
    if constexpr (!is_plane) z_.set_to(factor(2), along_line_);
  }

  void apply_element(const double* u, double* out) {
    for (int q = 0; q < plane && !is_plane; q += n_lanes) {
      const int at = std::min(q, plane - n_lanes);
      along_line<n, Parity::symmetric, plane, plane>(z_, u + at, nullptr, sum_z_.data() + at);
    }
    for (int k = 0; k < n_t; ++k) {
      const double* in = u + k * plane;
      for (int r = 0; r < Layout::n_registers; ++r) {
        const int at = Layout::at(r);
        const double* sum_z = is_plane ? nullptr : sum_z_.data() + k * plane + at;
        along_line<n, Parity::symmetric, n, n>(y_, in + at, sum_z, sum_yz_.data() + at);
      }
      along_rows(
          x_, in, [&](int j, int i, const Lanes& sum) __attribute__((always_inline)) {
            const Lanes mass = (weight_t_[k] * weights_[j]) * load(weights_ + i);
            store(out + k * plane + j * n + i, mass * (sum + load(sum_yz_.data() + j * n + i)));
          });
    }
  }

  alignas(64) double weights_[n], weight_t_[n_t];
  ParityMatrix<n> along_line_, y_, z_;
  RowMatrix<n> along_row_, identity_, x_;
  LaneBuffer sum_z_{is_plane ? 0 : element}, sum_yz_{plane};
};

}  // namespace LOBATTO_LANES
}  // namespace lobatto::kernels
