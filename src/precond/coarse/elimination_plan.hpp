#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lobatto::precond {

/// Which entries of a symmetric matrix are not zero, by rows (CSR), without the diagonal.
struct SymmetricPattern {
  std::vector<int> offsets;  ///< [n + 1]
  std::vector<int> columns;

  [[nodiscard]] int size() const { return static_cast<int>(offsets.size()) - 1; }
  [[nodiscard]] std::span<const int> row(int i) const {
    return std::span(columns).subspan(
        static_cast<std::size_t>(offsets[static_cast<std::size_t>(i)]),
        static_cast<std::size_t>(offsets[static_cast<std::size_t>(i) + 1] -
                                 offsets[static_cast<std::size_t>(i)]));
  }
};

/// Neighbouring columns of the factor that are kept as one dense panel: their rows are first ...
/// first + n_columns - 1 and, the same for all of them, those below.
struct Supernode {
  int first, n_columns;
  int parent = -1;         ///< the supernode of the first row below; -1 without one
  std::vector<int> below;  ///< ascending

  [[nodiscard]] int last() const { return first + n_columns - 1; }
  [[nodiscard]] std::size_t n_rows() const {
    return static_cast<std::size_t>(n_columns) + below.size();
  }
};

/// The symbolic part of a sparse Cholesky factorization A(order, order) = L L^T: nested dissection
/// by METIS, the elimination tree in postorder (Liu, SIAM J. Matrix Anal. Appl. 11 (1990)), columns
/// of like structure joined, and a child's with its parent's where that adds few zeros (Ashcraft
/// and Grimes, ACM Trans. Math. Softw. 15 (1989)).
struct EliminationPlan {
  std::vector<int> order;             ///< [n]: row i of the factor is row order[i] of the matrix
  std::vector<Supernode> supernodes;  ///< by their columns, children before parents
};

/// Throws base::Error where METIS fails. Work and memory grow as the entries of the factor.
EliminationPlan plan_elimination(const SymmetricPattern& pattern);

}  // namespace lobatto::precond
