#include "kernels/operators/geometric_factors.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace lobatto::kernels {

namespace {

using Tensor = std::array<std::array<double, 3>, 3>;

/// slopes[b][a]: dx_b / dr_a at every node.
using Slopes = std::array<std::array<std::vector<double>, 3>, 3>;

std::vector<double> differentiate(const ElementShape& shape, std::span<const double> derivative,
                                  int direction, std::span<const double> x) {
  const int n = shape.n, stride = shape.strides()[direction];
  std::vector<double> out(x.size(), 0.0);
  for (int q = 0; q < static_cast<int>(shape.size()); ++q) {
    const int i = q / stride % n;
    for (int l = 0; l < n; ++l) out[q] += derivative[i * n + l] * x[q + (l - i) * stride];
  }
  return out;
}

double determinant(const Tensor& t) {
  return t[0][0] * (t[1][1] * t[2][2] - t[1][2] * t[2][1]) +
         t[0][1] * (t[1][2] * t[2][0] - t[1][0] * t[2][2]) +
         t[0][2] * (t[1][0] * t[2][1] - t[1][1] * t[2][0]);
}

/// inverse[a][b] of t[b][a]: cofactors by cyclic indices.
Tensor inverse(const Tensor& t, double det) {
  Tensor out;
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      const int a1 = (a + 1) % 3, a2 = (a + 2) % 3, b1 = (b + 1) % 3, b2 = (b + 2) % 3;
      out[a][b] = (t[b1][a1] * t[b2][a2] - t[b1][a2] * t[b2][a1]) / det;
    }
  }
  return out;
}

/// Writes what one node has of everything.
void store(int n, int q, double mass, const Tensor& r_x, const ElementGeometry& out) {
  const int row = q / n, i = q % n;
  if (!out.mass.empty()) out.mass[q] = mass;
  int kind = 0;
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      if (!out.metric.empty()) out.metric[(9 * row + 3 * a + b) * n + i] = r_x[a][b];
    }
    for (int b = a; b < 3 && !out.stiffness.empty(); ++b) {
      double sum = 0.0;
      for (int c = 0; c < 3; ++c) sum += r_x[a][c] * r_x[b][c];
      out.stiffness[(6 * row + kind++) * n + i] = mass * sum;
    }
  }
}

}  // namespace

SmallestJacobian compute_geometry(const ElementShape& shape, std::span<const double> derivative,
                                  std::span<const double> weights,
                                  const std::array<std::span<const double>, 3>& coordinates,
                                  const ElementGeometry& out, double thickness) {
  Slopes slopes;
  for (int b = 0; b < 3; ++b) {
    for (int a = 0; a < 3; ++a) {
      const bool is_across = a == 2 || b == 2;
      slopes[b][a] = shape.is_plane() && is_across
                         ? std::vector<double>(shape.size(), a == b ? 0.5 * thickness : 0.0)
                         : differentiate(shape, derivative, a, coordinates[b]);
    }
  }
  SmallestJacobian smallest{std::numeric_limits<double>::infinity(), 0};
  for (int q = 0; q < static_cast<int>(shape.size()); ++q) {
    Tensor x_r;
    for (int b = 0; b < 3; ++b) {
      for (int a = 0; a < 3; ++a) x_r[b][a] = slopes[b][a][q];
    }
    const double jacobian = determinant(x_r);
    // What is not a number counts as smallest.
    if (!std::isnan(smallest.value) && !(jacobian >= smallest.value)) smallest = {jacobian, q};
    const double weight = reference_weight(shape, weights, static_cast<std::size_t>(q));
    store(shape.n, q, weight * jacobian, inverse(x_r, jacobian), out);
  }
  return smallest;
}

}  // namespace lobatto::kernels
