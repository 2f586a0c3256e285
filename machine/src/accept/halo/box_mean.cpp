#include "accept/halo/box_mean.hpp"

namespace lobatto::accept {

namespace {

/// The sums of rows j - 1, j and j + 1 of a plane [ny + 2][row], for the inner j.
void add_rows(const double* plane, double* sums, std::size_t row, std::size_t ny) {
  for (std::size_t j = 0; j < ny; ++j) {
    const double* const a = plane + j * row;
#pragma GCC ivdep
    for (std::size_t i = 0; i < row; ++i) sums[j * row + i] = a[i] + a[row + i] + a[2 * row + i];
  }
}

}  // namespace

std::size_t box_mean_workspace(std::size_t nx, std::size_t ny) { return (3 * ny + 1) * (nx + 2); }

void box_mean(const double* field, double* mean, std::size_t nx, std::size_t ny, std::size_t first,
              std::size_t last, std::vector<double>& work) {
  const std::size_t row = nx + 2, plane = row * (ny + 2);
  const auto sums_of = [&](std::size_t k) { return work.data() + k % 3 * ny * row; };
  double* const nine = work.data() + 3 * ny * row;
  for (std::size_t k = first; k < first + 2; ++k) add_rows(field + k * plane, sums_of(k), row, ny);
  for (std::size_t k = first + 1; k <= last; ++k) {
    add_rows(field + (k + 1) * plane, sums_of(k + 1), row, ny);
    for (std::size_t j = 0; j < ny; ++j) {
      const double *const a = sums_of(k - 1) + j * row, *const b = sums_of(k) + j * row,
                          *const c = sums_of(k + 1) + j * row;
#pragma GCC ivdep
      for (std::size_t i = 0; i < row; ++i) nine[i] = a[i] + b[i] + c[i];
      double* const out = mean + k * plane + (j + 1) * row;
#pragma GCC ivdep
      for (std::size_t i = 1; i <= nx; ++i)
        out[i] = (nine[i - 1] + nine[i] + nine[i + 1]) * (1.0 / 27);
    }
  }
}

}  // namespace lobatto::accept
