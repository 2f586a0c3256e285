#include "precond/sparse_cholesky.hpp"

#include <cholmod.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "precond/replicated_vertices.hpp"
#include "precond/vertex_numbering.hpp"
#include "precond/vertex_rows.hpp"

namespace lobatto::precond {

namespace {

/// The settings and the memory count of CHOLMOD, silent, with its verdicts as exceptions.
class Cholmod {
 public:
  Cholmod() {
    cholmod_start(&common_);
    common_.print = 0;
    common_.final_ll = 1;  // L L^T always: L D L^T would take matrices that are not definite
    common_.nmethods = 2;  // the one with the sparser factor is taken
    common_.method[0].ordering = CHOLMOD_METIS;
    common_.method[1].ordering = CHOLMOD_AMD;
  }
  ~Cholmod() { cholmod_finish(&common_); }
  Cholmod(const Cholmod&) = delete;
  Cholmod& operator=(const Cholmod&) = delete;

  cholmod_common* get() { return &common_; }
  void check(const char* what) const {
    if (common_.status == CHOLMOD_OK) return;
    const std::string reason =
        common_.status == CHOLMOD_NOT_POSDEF      ? "the matrix is not positive definite"
        : common_.status == CHOLMOD_OUT_OF_MEMORY ? "out of memory"
        : common_.status == CHOLMOD_TOO_LARGE     ? "the factor is too large"
                                                  : "status " + std::to_string(common_.status);
    throw base::Error(std::string("vertex problem: sparse Cholesky failed in ") + what + ": " +
                      reason);
  }

 private:
  cholmod_common common_;
};

/// L of the leading n x n block of a symmetric matrix, and its solves.
class Factor {
 public:
  Factor(const VertexRows& rows, std::size_t n);
  ~Factor();
  Factor(const Factor&) = delete;
  Factor& operator=(const Factor&) = delete;
  /// values [n], in place.
  void solve(std::span<double> values);

 private:
  explicit Factor(std::size_t n) : n_(n) {}
  void fill(const VertexRows& rows, cholmod_sparse& matrix) const;

  Cholmod cholmod_;
  std::size_t n_;
  cholmod_factor* factor_ = nullptr;
  cholmod_dense *solution_ = nullptr, *work_y_ = nullptr, *work_e_ = nullptr;
};

/// The upper triangle by columns (CSC): column i is row i up to its diagonal.
void Factor::fill(const VertexRows& rows, cholmod_sparse& matrix) const {
  auto* offsets = static_cast<int*>(matrix.p);
  auto* indices = static_cast<int*>(matrix.i);
  auto* values = static_cast<double*>(matrix.x);
  int n_entries = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = rows.offsets[i]; j < rows.offsets[i + 1]; ++j) {
      if (rows.columns[j] > static_cast<std::int64_t>(i)) break;
      indices[n_entries] = static_cast<int>(rows.columns[j]);
      values[n_entries++] = rows.values[j];
    }
    offsets[i + 1] = n_entries;
  }
}

// From the first constructor on there is an object whose destructor frees what this one allocates.
Factor::Factor(const VertexRows& rows, std::size_t n) : Factor(n) {
  constexpr int upper = 1;
  if (rows.values.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw base::Error("vertex problem: " + std::to_string(rows.values.size()) +
                      " matrix entries are too many for sparse Cholesky (2^31 - 1)");
  cholmod_sparse* matrix = cholmod_allocate_sparse(n, n, rows.values.size(), true, true, upper,
                                                   CHOLMOD_REAL, cholmod_.get());
  cholmod_.check("allocation");
  fill(rows, *matrix);
  factor_ = cholmod_analyze(matrix, cholmod_.get());
  if (factor_ != nullptr) cholmod_factorize(matrix, factor_, cholmod_.get());
  cholmod_free_sparse(&matrix, cholmod_.get());
  cholmod_.check("factorization");
}

Factor::~Factor() {
  for (cholmod_dense** vector : {&solution_, &work_y_, &work_e_})
    cholmod_free_dense(vector, cholmod_.get());
  cholmod_free_factor(&factor_, cholmod_.get());
}

void Factor::solve(std::span<double> values) {
  if (n_ == 0) return;
  cholmod_dense rhs{};
  rhs.nrow = rhs.d = rhs.nzmax = n_;
  rhs.ncol = 1;
  rhs.x = values.data();
  rhs.xtype = CHOLMOD_REAL;
  rhs.dtype = CHOLMOD_DOUBLE;
  // The solution and the work space are made by the first call and used again by the others.
  cholmod_solve2(CHOLMOD_A, factor_, &rhs, nullptr, &solution_, nullptr, &work_y_, &work_e_,
                 cholmod_.get());
  cholmod_.check("solution");
  std::copy_n(static_cast<const double*>(solution_->x), n_, values.data());
}

class SparseCholesky {
 public:
  SparseCholesky(const CoarseProblem& problem, const VertexNumbering& numbering,
                 const comm::Communicator& communicator)
      : singular_(problem.singular && numbering.size() > 0),
        n_unknowns_(static_cast<std::size_t>(numbering.size()) - (singular_ ? 1 : 0)),
        vertices_({numbering.numbers().begin(), numbering.numbers().end()}, numbering.size(),
                  communicator),
        factor_(replicate(assemble_rows(problem, numbering, communicator), communicator),
                n_unknowns_) {
    factor_.solve(vertices_.values().first(n_unknowns_));
  }

  void solve(std::span<const double> f, std::span<double> u) {
    vertices_.gather(f);
    if (singular_) vertices_.remove_mean();
    factor_.solve(vertices_.values().first(n_unknowns_));
    if (singular_) {
      vertices_.values().back() = 0;
      vertices_.remove_mean();
    }
    vertices_.scatter(u);
  }

 private:
  bool singular_;
  std::size_t n_unknowns_;
  ReplicatedVertices vertices_;
  Factor factor_;
};

}  // namespace

CoarseSolver make_sparse_cholesky(const CoarseProblem& problem,
                                  const comm::Communicator& communicator) {
  const auto solver = std::make_shared<SparseCholesky>(
      problem, VertexNumbering(problem.ids, communicator), communicator);
  return [solver](std::span<const double> f, std::span<double> u) { solver->solve(f, u); };
}

}  // namespace lobatto::precond
