#pragma once

#include <array>

#include "base/aligned_array.hpp"
#include "kernels/batches/batch_arithmetic.hpp"
#include "kernels/cost.hpp"
#include "kernels/element_shape.hpp"

namespace lobatto::kernels {

/// Of one block of m^3 values, of whose solution n^3 are wanted: six products and the division by
/// the sum of eigenvalues; in a plane four.
constexpr Cost fast_diagonalisation_cost(const ElementShape& block, const ElementShape& wanted,
                                         int bytes_a_value) {
  const double m = block.n, n = wanted.n;
  if (block.is_plane())
    return {2.0 * m * (2.0 * m * m + n * (m + n)) + 3.0 * m * m, bytes_a_value * (m * m + n * n)};
  return {2.0 * m * (3.0 * cube(m) + n * (m * m + m * n + n * n)) + 3.0 * cube(m),
          bytes_a_value * (cube(m) + cube(n))};
}

/// u = (S_z (x) S_y (x) S_x) diag(1 / (l_x + l_y + l_z)) (S_z (x) S_y (x) S_x)^T f on blocks of
/// m^3 values, a batch of elements at once: the inverse of K_x M_y M_z + M_x K_y M_z + M_x M_y K_z
/// where S diagonalises each pair. Lynch, Rice & Thomas, Numer. Math. 6 (1964). Modes whose
/// eigenvalues sum to zero (the constant) give zero. In a plane, blocks of m^2, without z. Holds
/// its workspace: one object a thread.
template <class Real>
class FastDiagonalisation {
 public:
  /// Of one direction: S [node][mode][lane], eigenvalues [mode][lane].
  struct Line {
    const Real* vectors;
    const Real* eigenvalues;
  };

  /// Blocks of m nodes per direction; of the solution all but `margin` at each end are wanted.
  FastDiagonalisation(const BatchArithmetic<Real>& arithmetic, const ElementShape& block,
                      int margin)
      : arithmetic_(arithmetic),
        block_(block),
        m_(block.n),
        n_(m_ - 2 * margin),
        margin_(margin),
        z_modes_(block.is_plane() ? 0 : block.size() * arithmetic.lanes()),
        first_(static_cast<std::size_t>(m_) * m_ * arithmetic.lanes()),
        second_(first_.size()),
        eigenvalues_(arithmetic.lanes()),
        planes_(z_modes_.size() / m_ / m_ * n_ * n_) {}

  [[nodiscard]] std::size_t block_size() const { return block_.size(); }

  /// out (+)= factor u. f [k][j][i][lane] of m^3 nodes, out of (m - 2 margin)^3.
  void solve(const std::array<Line, 3>& lines, const Real* f, Real factor, bool add, Real* out) {
    const int lanes = arithmetic_.lanes();
    if (block_.is_plane()) return solve_plane(lines, f, nullptr, factor, add, out);
    arithmetic_.multiply({m_, m_, m_ * m_}, to_modes(lines[2]), {f, m_ * m_, 1},
                         {z_modes_.data(), m_ * m_, 1});
    for (std::size_t k = 0; k < static_cast<std::size_t>(m_); ++k)
      solve_plane(lines, z_modes_.data() + k * m_ * m_ * lanes, lines[2].eigenvalues + k * lanes,
                  factor, false, planes_.data() + k * n_ * n_ * lanes);
    arithmetic_.multiply({n_, m_, n_ * n_, add}, to_nodes(lines[2]), {planes_.data(), n_ * n_, 1},
                         {out, n_ * n_, 1});
  }

 private:
  [[nodiscard]] BatchMatrix<Real> to_modes(const Line& line) const { return {line.vectors, 1, m_}; }
  /// The wanted ones.
  [[nodiscard]] BatchMatrix<Real> to_nodes(const Line& line) const {
    return {line.vectors + static_cast<std::size_t>(margin_) * m_ * arithmetic_.lanes(), m_, 1};
  }

  /// One mode along z with its eigenvalues [lane], or null for zeros, while its plane is in the
  /// first cache. out [n][n][lane]
  void solve_plane(const std::array<Line, 3>& lines, const Real* plane, const Real* of_z,
                   Real factor, bool add, Real* out) {
    const int lanes = arithmetic_.lanes();
    Real *first = first_.data(), *second = second_.data();
    arithmetic_.multiply({m_, m_, m_}, to_modes(lines[1]), {plane, m_, 1}, {first, m_, 1});
    arithmetic_.multiply({m_, m_, m_}, to_modes(lines[0]), {first, 1, m_}, {second, 1, m_});
    for (int j = 0; j < m_; ++j) {
      const Real* of_y = lines[1].eigenvalues + j * lanes;
      for (int lane = 0; lane < lanes; ++lane)
        eigenvalues_[lane] = of_y[lane] + (of_z != nullptr ? of_z[lane] : Real(0));
      arithmetic_.divide(m_, lines[0].eigenvalues, eigenvalues_.data(), factor,
                         second + j * m_ * lanes);
    }
    arithmetic_.multiply({n_, m_, m_}, to_nodes(lines[0]), {second, 1, m_}, {first, 1, n_});
    arithmetic_.multiply({n_, m_, n_, add}, to_nodes(lines[1]), {first, n_, 1}, {out, n_, 1});
  }

  const BatchArithmetic<Real>& arithmetic_;
  ElementShape block_;
  int m_, n_, margin_;
  base::AlignedArray<Real> z_modes_, first_, second_, eigenvalues_, planes_;
};

}  // namespace lobatto::kernels
