#include "precond/coarse/supernodal_factor.hpp"

#include <lapacke.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "base/error.hpp"

// Of BLAS, as Fortran passes arguments.
extern "C" {
// NOLINTNEXTLINE(readability-identifier-naming)
void dtrsm_(const char* side, const char* triangle, const char* transposed, const char* diagonal,
            const int* m, const int* n, const double* alpha, const double* a, const int* lda,
            double* b, const int* ldb);
// NOLINTNEXTLINE(readability-identifier-naming)
void dsyrk_(const char* triangle, const char* transposed, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* beta, double* c,
            const int* ldc);
// NOLINTNEXTLINE(readability-identifier-naming)
void dtrsv_(const char* triangle, const char* transposed, const char* diagonal, const int* n,
            const double* a, const int* lda, double* x, const int* step);
// NOLINTNEXTLINE(readability-identifier-naming)
void dgemv_(const char* transposed, const int* m, const int* n, const double* alpha,
            const double* a, const int* lda, const double* x, const int* x_step, const double* beta,
            double* y, const int* y_step);
}

namespace lobatto::precond {

namespace {

constexpr double blas_one = 1, blas_minus_one = -1, blas_zero = 0;
constexpr int blas_step = 1;

SymmetricPattern pattern_of(const VertexRows& rows, std::size_t n) {
  if (rows.values.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw base::Error("coarse problem: " + std::to_string(rows.values.size()) +
                      " matrix entries are too many for sparse Cholesky (2^31 - 1)");
  SymmetricPattern pattern{{0}, {}};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = rows.offsets[i]; j < rows.offsets[i + 1]; ++j) {
      const auto column = static_cast<std::size_t>(rows.columns[j]);
      if (column != i && column < n) pattern.columns.push_back(static_cast<int>(column));
    }
    pattern.offsets.push_back(static_cast<int>(pattern.columns.size()));
  }
  return pattern;
}

}  // namespace

/// The numeric factorization, and what it needs besides the factor.
class SupernodalFactor::Fronts {
 public:
  Fronts(SupernodalFactor& factor, const VertexRows& rows)
      : factor_(factor),
        rows_(rows),
        place_of_(factor.plan_.order.size()),
        row_of_(factor.plan_.order.size()),
        updates_(nodes().size()),
        children_(nodes().size()) {
    for (std::size_t i = 0; i < row_of_.size(); ++i)
      row_of_[static_cast<std::size_t>(factor.plan_.order[i])] = i;
    for (std::size_t s = 0; s < nodes().size(); ++s) {
      if (nodes()[s].parent >= 0)
        children_[static_cast<std::size_t>(nodes()[s].parent)].push_back(s);
    }
  }

  void factorize() {
    for (std::size_t s = 0; s < nodes().size(); ++s) {
      find_places(nodes()[s]);
      updates_[s].assign(nodes()[s].below.size() * nodes()[s].below.size(), 0.0);
      add_matrix(s);
      for (const std::size_t child : children_[s]) add_update(child, s);
      eliminate(s);
    }
  }

 private:
  [[nodiscard]] const std::vector<Supernode>& nodes() const { return factor_.plan_.supernodes; }

  /// Where the rows of a supernode stand in its front.
  void find_places(const Supernode& node) {
    std::size_t place = 0;
    for (int i = node.first; i <= node.last(); ++i)
      place_of_[static_cast<std::size_t>(i)] = place++;
    for (const int i : node.below) place_of_[static_cast<std::size_t>(i)] = place++;
  }

  void add_matrix(std::size_t s) {
    const Supernode& node = nodes()[s];
    double* column = factor_.panel(s);
    for (auto i = static_cast<std::size_t>(node.first); i <= static_cast<std::size_t>(node.last());
         ++i, column += node.n_rows()) {
      const auto row = static_cast<std::size_t>(factor_.plan_.order[i]);
      for (std::size_t j = rows_.offsets[row]; j < rows_.offsets[row + 1]; ++j) {
        const auto other = static_cast<std::size_t>(rows_.columns[j]);
        if (other < row_of_.size() && row_of_[other] >= i)
          column[place_of_[row_of_[other]]] += rows_.values[j];
      }
    }
  }

  /// The lower triangle of a child's U, which is then given back.
  void add_update(std::size_t child, std::size_t s) {
    const auto n_columns = static_cast<std::size_t>(nodes()[s].n_columns);
    const std::size_t n_rows = nodes()[s].n_rows(), n_below = n_rows - n_columns;
    const std::vector<int>& below = nodes()[child].below;
    const double* source = updates_[child].data();
    for (std::size_t q = 0; q < below.size(); ++q, source += below.size()) {
      const std::size_t column = place_of_[static_cast<std::size_t>(below[q])];
      double* const target = column < n_columns
                                 ? factor_.panel(s) + column * n_rows
                                 : updates_[s].data() + (column - n_columns) * n_below - n_columns;
      for (std::size_t p = q; p < below.size(); ++p)
        target[place_of_[static_cast<std::size_t>(below[p])]] += source[p];
    }
    std::vector<double>().swap(updates_[child]);
  }

  void eliminate(std::size_t s) {
    const int n_columns = nodes()[s].n_columns, n_rows = static_cast<int>(nodes()[s].n_rows());
    const int n_below = n_rows - n_columns;
    double* const pivots = factor_.panel(s);
    double* const rest = pivots + n_columns;
    if (LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', n_columns, pivots, n_rows) != 0)
      throw base::Error(
          "coarse problem: sparse Cholesky failed: the matrix is not positive definite");
    if (n_below == 0) return;
    dtrsm_("R", "L", "T", "N", &n_below, &n_columns, &blas_one, pivots, &n_rows, rest, &n_rows);
    dsyrk_("L", "N", &n_below, &n_columns, &blas_minus_one, rest, &n_rows, &blas_one,
           updates_[s].data(), &n_below);
  }

  SupernodalFactor& factor_;
  const VertexRows& rows_;
  std::vector<std::size_t> place_of_, row_of_;
  std::vector<std::vector<double>> updates_;
  std::vector<std::vector<std::size_t>> children_;
};

SupernodalFactor::SupernodalFactor(const VertexRows& rows, std::size_t n)
    : SupernodalFactor(plan_elimination(pattern_of(rows, n)), rows) {}

SupernodalFactor::SupernodalFactor(EliminationPlan plan, const VertexRows& rows)
    : plan_(std::move(plan)), values_(plan_.order.size()) {
  std::size_t size = 0, most_below = 0;
  for (const Supernode& node : plan_.supernodes) {
    offsets_.push_back(size);
    size += node.n_rows() * static_cast<std::size_t>(node.n_columns);
    most_below = std::max(most_below, node.below.size());
  }
  panels_ = base::AlignedArray<double>(size);
  below_ = base::AlignedArray<double>(most_below);
  Fronts(*this, rows).factorize();
}

void SupernodalFactor::solve(std::span<double> values) {
  for (std::size_t i = 0; i < values_.size(); ++i)
    values_[i] = values[static_cast<std::size_t>(plan_.order[i])];
  solve_forward();
  solve_backward();
  for (std::size_t i = 0; i < values_.size(); ++i)
    values[static_cast<std::size_t>(plan_.order[i])] = values_[i];
}

void SupernodalFactor::solve_forward() {
  for (std::size_t s = 0; s < plan_.supernodes.size(); ++s) {
    const Supernode& node = plan_.supernodes[s];
    const int n_rows = static_cast<int>(node.n_rows()), n_below = n_rows - node.n_columns;
    double* const x = values_.data() + node.first;
    dtrsv_("L", "N", "N", &node.n_columns, panel(s), &n_rows, x, &blas_step);
    if (n_below == 0) continue;
    dgemv_("N", &n_below, &node.n_columns, &blas_one, panel(s) + node.n_columns, &n_rows, x,
           &blas_step, &blas_zero, below_.data(), &blas_step);
    for (std::size_t i = 0; i < node.below.size(); ++i)
      values_[static_cast<std::size_t>(node.below[i])] -= below_[i];
  }
}

void SupernodalFactor::solve_backward() {
  for (std::size_t s = plan_.supernodes.size(); s-- > 0;) {
    const Supernode& node = plan_.supernodes[s];
    const int n_rows = static_cast<int>(node.n_rows()), n_below = n_rows - node.n_columns;
    double* const x = values_.data() + node.first;
    for (std::size_t i = 0; i < node.below.size(); ++i)
      below_[i] = values_[static_cast<std::size_t>(node.below[i])];
    if (n_below > 0)
      dgemv_("T", &n_below, &node.n_columns, &blas_minus_one, panel(s) + node.n_columns, &n_rows,
             below_.data(), &blas_step, &blas_one, x, &blas_step);
    dtrsv_("L", "T", "N", &node.n_columns, panel(s), &n_rows, x, &blas_step);
  }
}

}  // namespace lobatto::precond
