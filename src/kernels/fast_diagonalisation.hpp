#pragma once

#include <array>

#include "base/aligned_array.hpp"
#include "kernels/contraction.hpp"
#include "kernels/cost.hpp"

namespace lobatto::kernels {

/// Of one block of n^3 values: six products, and the division by the sum of eigenvalues.
constexpr Cost fast_diagonalisation_cost(int n, int bytes_a_value) {
  return {12.0 * n * cube(n) + 3.0 * cube(n), 2.0 * bytes_a_value * cube(n)};
}

/// u = (S_z (x) S_y (x) S_x) diag(1 / (l_x + l_y + l_z)) (S_z (x) S_y (x) S_x)^T f on a block of
/// n^3 values: the inverse of K_x M_y M_z + M_x K_y M_z + M_x M_y K_z where S diagonalises each
/// pair. Lynch, Rice & Thomas, Numer. Math. 6 (1964). Modes whose eigenvalues sum to zero (the
/// constant) give zero. Holds its workspace: one object a thread.
template <class Real>
class FastDiagonalisation {
 public:
  /// Of one direction; S [node][mode] row-major and its transpose, [n][n] each.
  struct Line {
    const Real* vectors;
    const Real* transposed;
    const Real* eigenvalues;
  };

  explicit FastDiagonalisation(int n)
      : n_(n), products_(n, false), first_(block_size()), second_(block_size()) {}

  [[nodiscard]] std::size_t block_size() const { return static_cast<std::size_t>(n_) * n_ * n_; }

  /// f may be u. [k][j][i]
  void solve(const std::array<Line, 3>& lines, const Real* f, Real* u) {
    products_.along_x(lines[0].vectors, f, first_.data());
    products_.along_y(lines[1].transposed, first_.data(), second_.data());
    products_.along_z(lines[2].transposed, second_.data(), first_.data());
    divide(lines, first_.data());
    products_.along_z(lines[2].vectors, first_.data(), second_.data());
    products_.along_y(lines[1].vectors, second_.data(), first_.data());
    products_.along_x(lines[0].transposed, first_.data(), u);
  }

 private:
  void divide(const std::array<Line, 3>& lines, Real* modes) const {
    for (int k = 0; k < n_; ++k) {
      for (int j = 0; j < n_; ++j) {
        const Real yz = lines[1].eigenvalues[j] + lines[2].eigenvalues[k];
        Real* row = modes + (k * n_ + j) * n_;
        for (int i = 0; i < n_; ++i) {
          const Real sum = lines[0].eigenvalues[i] + yz;
          row[i] = sum > 0 ? row[i] / sum : Real(0);
        }
      }
    }
  }

  int n_;
  BasicElementProducts<Real> products_;
  base::AlignedArray<Real> first_, second_;
};

}  // namespace lobatto::kernels
