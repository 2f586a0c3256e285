#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernels/advection/advection.hpp"

namespace lobatto::kernels::reference {

/// A tensor with n values per direction and what a matrix [rows][n] (row-major) along one direction
/// makes of it.
struct Tensor {
  std::array<int, 3> extent{};
  std::vector<double> values;

  [[nodiscard]] double at(std::array<int, 3> p) const {
    return values[(p[2] * extent[1] + p[1]) * extent[0] + p[0]];
  }
};

inline Tensor multiply(const std::vector<double>& matrix, int rows, int direction,
                       const Tensor& u) {
  Tensor out{u.extent, {}};
  out.extent[direction] = rows;
  const int cols = u.extent[direction];
  for (int k = 0; k < out.extent[2]; ++k) {
    for (int j = 0; j < out.extent[1]; ++j) {
      for (int i = 0; i < out.extent[0]; ++i) {
        std::array<int, 3> p = {i, j, k};
        const int row = p[direction];
        double sum = 0.0;
        for (int l = 0; l < cols; ++l) {
          p[direction] = l;
          sum += matrix[row * cols + l] * u.at(p);
        }
        out.values.push_back(sum);
      }
    }
  }
  return out;
}

/// I (x) I (x) I with J in the place of I along `derivative` (none: -1).
inline Tensor at_points(const AdvectionRule& rule, const double* u, int derivative) {
  const int n = rule.n;
  Tensor t{{n, n, n}, std::vector<double>(u, u + static_cast<std::size_t>(n) * n * n)};
  for (int d = 0; d < 3; ++d) {
    t = multiply(d == derivative ? rule.derivative_at_points : rule.interpolation, rule.m, d, t);
  }
  return t;
}

inline std::vector<double> transposed(const std::vector<double>& matrix, int rows, int cols) {
  std::vector<double> out(matrix.size());
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) out[j * rows + i] = matrix[i * cols + j];
  }
  return out;
}

/// values *= (or /=) the product of one-dimensional weights and `factor`.
inline void weight(Tensor& t, const std::vector<double>& w, double factor, bool divide) {
  std::size_t q = 0;
  for (double wz : w) {
    for (double wy : w) {
      for (double wx : w) {
        const double product = factor * wx * wy * wz;
        t.values[q] = divide ? t.values[q] / product : t.values[q] * product;
        ++q;
      }
    }
  }
}

/// BoxAdvection by the definition, point by point with full matrices: m^3 n^3 work an element up to
/// a factor, for tests.
inline void advect(const AdvectionRule& rule, std::span<const Lengths> lengths,
                   const AdvectionFields& call) {
  const std::size_t size = static_cast<std::size_t>(rule.n) * rule.n * rule.n;
  const auto back = transposed(rule.interpolation, rule.m, rule.n);
  for (std::size_t e = 0; e < lengths.size(); ++e) {
    const Lengths& h = lengths[e];
    const double jacobian = h[0] * h[1] * h[2] / 8.0;
    for (std::size_t f = 0; f < call.fields.size(); ++f) {
      Tensor product{{rule.m, rule.m, rule.m},
                     std::vector<double>(static_cast<std::size_t>(rule.m) * rule.m * rule.m)};
      for (int d = 0; d < 3; ++d) {
        const Tensor u = at_points(rule, call.velocity[d] + e * size, -1);
        const Tensor slope = at_points(rule, call.fields[f] + e * size, d);
        for (std::size_t q = 0; q < product.values.size(); ++q) {
          product.values[q] += 2.0 / h[d] * u.values[q] * slope.values[q];
        }
      }
      weight(product, rule.weights, jacobian, false);
      for (int d = 0; d < 3; ++d) product = multiply(back, rule.n, d, product);
      weight(product, rule.node_weights, jacobian, true);
      for (std::size_t q = 0; q < size; ++q) call.out[f][e * size + q] = product.values[q];
    }
  }
}

}  // namespace lobatto::kernels::reference
