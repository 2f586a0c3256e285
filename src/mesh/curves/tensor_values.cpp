#include "mesh/curves/tensor_values.hpp"

#include <cstddef>

namespace lobatto::mesh {
namespace {

/// Applies `a` to the middle index of u [before][a.cols][after].
std::vector<double> along_middle(const poly::Matrix& a, const double* u, int before, int after) {
  std::vector<double> result(static_cast<std::size_t>(before) * a.rows * after, 0.0);
  for (int p = 0; p < before; ++p) {
    for (int i = 0; i < a.rows; ++i) {
      double* out = result.data() + (static_cast<std::size_t>(p) * a.rows + i) * after;
      for (int j = 0; j < a.cols; ++j) {
        const double* in = u + (static_cast<std::size_t>(p) * a.cols + j) * after;
        for (int q = 0; q < after; ++q) out[q] += a(i, j) * in[q];
      }
    }
  }
  return result;
}

}  // namespace

std::vector<double> tensor_values(const poly::Matrix& t, const poly::Matrix& s,
                                  const poly::Matrix& r, const double* u) {
  const auto along_r = along_middle(r, u, t.cols * s.cols, 1);
  const auto along_s = along_middle(s, along_r.data(), t.cols, r.rows);
  return along_middle(t, along_s.data(), 1, s.rows * r.rows);
}

}  // namespace lobatto::mesh
