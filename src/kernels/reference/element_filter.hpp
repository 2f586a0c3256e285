#pragma once

#include <span>
#include <vector>

namespace lobatto::kernels::reference {

/// (F (x) F (x) F) u by its definition, direction after direction. matrix [n][n], u [n][n][n]
inline std::vector<double> element_filter(int n, std::span<const double> matrix,
                                          std::vector<double> u) {
  for (int stride = 1; stride < n * n * n; stride *= n) {
    std::vector<double> out(u.size(), 0.0);
    for (int q = 0; q < n * n * n; ++q) {
      const int i = q / stride % n, begin = q - i * stride;
      for (int l = 0; l < n; ++l) out[q] += matrix[i * n + l] * u[begin + l * stride];
    }
    u = out;
  }
  return u;
}

}  // namespace lobatto::kernels::reference
