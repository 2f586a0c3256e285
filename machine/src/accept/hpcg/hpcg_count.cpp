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

LevelSizes sizes_of_levels(const GridHierarchy& grids) {
  LevelSizes sizes;
  for (std::size_t l = 0; l < sizes.size(); ++l) {
    const DistributedMatrix& matrix = grids.levels()[l]->matrix;
    sizes[l] = {matrix.n_rows_in_all(), matrix.n_entries_in_all()};
  }
  return sizes;
}

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

LevelsBytes bytes_of_levels(const GridHierarchy& grids, const comm::Communicator& communicator) {
  LevelsBytes bytes;
  for (std::size_t l = 0; l < bytes.size(); ++l) {
    const GridHierarchy::Level& level = *grids.levels()[l];
    const double of_vector = sizeof(double) * static_cast<double>(level.matrix.n_rows());
    std::array<double, 4> sums{level.matrix.bytes(), level.parts.lower.bytes() + of_vector,
                               level.parts.upper.bytes() + of_vector, of_vector};
    communicator.sum(sums);
    bytes[l] = {sums[0], sums[1], sums[2], sums[3]};
  }
  return bytes;
}

double tuned_bytes(const LevelSizes& levels, const LevelsBytes& bytes, int n_iterations) {
  const double n = n_iterations;
  double sum = vector_bytes_of(levels[0], n_iterations) +
               (n + 1) * (bytes[0].matrix + vector_bytes * levels[0].rows);
  // A step from zero reads L and U, an eighth of the rows their L, the other step U twice and L
  // once.
  for (std::size_t l = 0; l + 1 < levels.size(); ++l)
    sum += n * ((2 + 1.0 / 8) * bytes[l].lower + 3 * bytes[l].upper +
                4 * bytes[l].inverse_diagonal + 5 * vector_bytes * levels[l].rows);
  const LevelBytes& last = bytes.back();
  return sum + n * (last.lower + last.upper + 2 * last.inverse_diagonal +
                    2 * vector_bytes * levels.back().rows);
}

}  // namespace lobatto::accept
