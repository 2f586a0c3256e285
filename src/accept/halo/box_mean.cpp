#include "accept/halo/box_mean.hpp"

#include <array>

namespace lobatto::accept {

void box_mean_reference(const double* field, double* mean, std::size_t nx, std::size_t ny,
                        std::size_t first, std::size_t last) {
  const std::size_t row = nx + 2, plane = row * (ny + 2);
  for (std::size_t k = first + 1; k <= last; ++k)
    for (std::size_t j = 1; j <= ny; ++j)
      for (std::size_t i = 1; i <= nx; ++i) {
        double sum = 0;
        for (std::size_t c = k - 1; c <= k + 1; ++c)
          for (std::size_t b = j - 1; b <= j + 1; ++b)
            for (std::size_t a = i - 1; a <= i + 1; ++a) sum += field[c * plane + b * row + a];
        mean[k * plane + j * row + i] = sum / 27;
      }
}

void box_mean(const double* field, double* mean, std::size_t nx, std::size_t ny, std::size_t first,
              std::size_t last, std::vector<double>& rows) {
  const std::size_t row = nx + 2, plane = row * (ny + 2);
  double* const sums = rows.data();
  for (std::size_t k = first + 1; k <= last; ++k)
    for (std::size_t j = 1; j <= ny; ++j) {
      std::array<const double*, 9> around{};
      for (std::size_t n = 0; n < 9; ++n)
        around[n] = field + (k - 1 + n / 3) * plane + (j - 1 + n % 3) * row;
      const auto [a, b, c, d, e, f, g, h, l] = around;
#pragma GCC ivdep
      for (std::size_t i = 0; i < row; ++i)
        sums[i] = ((a[i] + b[i]) + (c[i] + d[i])) + ((e[i] + f[i]) + (g[i] + h[i])) + l[i];
      double* const out = mean + k * plane + j * row;
#pragma GCC ivdep
      for (std::size_t i = 1; i <= nx; ++i)
        out[i] = (sums[i - 1] + sums[i] + sums[i + 1]) * (1.0 / 27);
    }
}

}  // namespace lobatto::accept
