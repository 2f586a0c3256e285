#include "accept/hpcg/hpcg_count.hpp"

namespace lobatto::accept {

namespace {

constexpr double entry_bytes = sizeof(double) + sizeof(std::uint32_t);
constexpr double vector_bytes = 2 * sizeof(double);  // one read, one written, per row

/// Of a matrix read so many times, and so many times a vector read and one written.
double pass_bytes(const LevelSize& level, double n_matrices, double n_vectors) {
  return n_matrices * entry_bytes * level.entries + n_vectors * vector_bytes * level.rows;
}

/// Dots read two vectors, updates read two and write one.
double vector_bytes_of(const LevelSize& level, int n_iterations) {
  return (3.0 * n_iterations + 1) * 5 * sizeof(double) * level.rows;
}

/// Products of the conjugate gradients: one for the first residual.
double product_bytes(const LevelSize& level, int n_iterations) {
  return pass_bytes(level, n_iterations + 1.0, n_iterations + 1.0);
}

}  // namespace

double hpcg_flops(const LevelSizes& levels, int n_iterations) {
  const double n = n_iterations;
  double flops = 2 * (3 * n + 1) * 2 * levels[0].rows + (n + 1) * 2 * levels[0].entries;
  for (std::size_t l = 0; l + 1 < levels.size(); ++l) flops += n * (4 + 2 + 4) * levels[l].entries;
  return flops + n * 4 * levels.back().entries;
}

double hpcg_bytes(const LevelSizes& levels, int n_iterations) {
  const double n = n_iterations;
  double bytes = vector_bytes_of(levels[0], n_iterations) + product_bytes(levels[0], n_iterations);
  // Two steps and a product.
  for (std::size_t l = 0; l + 1 < levels.size(); ++l)
    bytes += n * pass_bytes(levels[l], 2 + 1 + 2, 3);
  return bytes + n * pass_bytes(levels.back(), 2, 1);
}

double tuned_bytes(const LevelSizes& levels, int n_iterations) {
  const double n = n_iterations;
  double bytes = vector_bytes_of(levels[0], n_iterations) + product_bytes(levels[0], n_iterations);
  // A whole step reads L and U, an eighth of the rows their L, the other step U twice and L once.
  for (std::size_t l = 0; l + 1 < levels.size(); ++l)
    bytes += n * pass_bytes(levels[l], 1 + 0.5 / 8 + 1.5, 5);
  return bytes + n * pass_bytes(levels.back(), 1, 2);
}

}  // namespace lobatto::accept
