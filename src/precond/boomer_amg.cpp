#include "precond/boomer_amg.hpp"

#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_parcsr_ls.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <numeric>
#include <string>

#include "base/error.hpp"
#include "precond/rank_groups.hpp"
#include "precond/vertex_numbering.hpp"
#include "precond/vertex_rows.hpp"

namespace lobatto::precond {

namespace {

/// Throws what hypre has noted since the last call.
void check(const char* what) {
  const HYPRE_Int error = HYPRE_GetError();
  if (error == 0) return;
  std::array<char, 256> text{};
  HYPRE_DescribeError(error, text.data());
  HYPRE_ClearAllErrors();
  throw base::Error(std::string("vertex problem: BoomerAMG failed in ") + what + ": " +
                    text.data());
}

template <class T>
struct Deleter;
template <>
struct Deleter<hypre_IJMatrix_struct> {
  void operator()(HYPRE_IJMatrix matrix) const { HYPRE_IJMatrixDestroy(matrix); }
};
template <>
struct Deleter<hypre_IJVector_struct> {
  void operator()(HYPRE_IJVector vector) const { HYPRE_IJVectorDestroy(vector); }
};
template <>
struct Deleter<hypre_Solver_struct> {
  void operator()(HYPRE_Solver solver) const { HYPRE_BoomerAMGDestroy(solver); }
};
template <class T>
using Handle = std::unique_ptr<T, Deleter<T>>;
using Matrix = Handle<hypre_IJMatrix_struct>;
using Vector = Handle<hypre_IJVector_struct>;
using Solver = Handle<hypre_Solver_struct>;

/// The consecutive rows of this rank; none if first = last + 1.
struct RowRange {
  HYPRE_BigInt first, last;
};

Matrix make_matrix(const VertexRows& rows, RowRange range, MPI_Comm communicator) {
  HYPRE_IJMatrix matrix = nullptr;
  HYPRE_IJMatrixCreate(communicator, range.first, range.last, range.first, range.last, &matrix);
  Matrix result(matrix);
  HYPRE_IJMatrixSetObjectType(matrix, HYPRE_PARCSR);
  HYPRE_IJMatrixInitialize(matrix);
  std::vector<HYPRE_Int> lengths(rows.n_rows());
  std::vector<HYPRE_BigInt> numbers(rows.n_rows());
  std::iota(numbers.begin(), numbers.end(), range.first);
  for (std::size_t i = 0; i < rows.n_rows(); ++i)
    lengths[i] = static_cast<HYPRE_Int>(rows.offsets[i + 1] - rows.offsets[i]);
  std::vector<HYPRE_BigInt> columns;
  for (const std::int64_t column : rows.columns)
    columns.push_back(static_cast<HYPRE_BigInt>(column));
  HYPRE_IJMatrixSetValues(matrix, static_cast<HYPRE_Int>(rows.n_rows()), lengths.data(),
                          numbers.data(), columns.data(), rows.values.data());
  HYPRE_IJMatrixAssemble(matrix);
  check("the matrix");
  return result;
}

Vector make_vector(RowRange range, MPI_Comm communicator) {
  HYPRE_IJVector vector = nullptr;
  HYPRE_IJVectorCreate(communicator, range.first, range.last, &vector);
  Vector result(vector);
  HYPRE_IJVectorSetObjectType(vector, HYPRE_PARCSR);
  HYPRE_IJVectorInitialize(vector);
  HYPRE_IJVectorAssemble(vector);
  check("a vector");
  return result;
}

Solver make_solver(const AmgOptions& options) {
  constexpr HYPRE_Int hmis = 10, extended_i = 6, l1_forward = 13, l1_backward = 14, gauss = 9;
  constexpr HYPRE_Int down = 1, up = 2, coarsest = 3;
  HYPRE_Solver solver = nullptr;
  HYPRE_BoomerAMGCreate(&solver);
  Solver result(solver);
  HYPRE_BoomerAMGSetPrintLevel(solver, 0);
  HYPRE_BoomerAMGSetLogging(solver, 0);
  HYPRE_BoomerAMGSetCoarsenType(solver, hmis);
  HYPRE_BoomerAMGSetInterpType(solver, extended_i);
  HYPRE_BoomerAMGSetPMaxElmts(solver, 4);
  HYPRE_BoomerAMGSetStrongThreshold(solver, options.strong_threshold);
  HYPRE_BoomerAMGSetNumSweeps(solver, 1);
  HYPRE_BoomerAMGSetRelaxOrder(solver, 0);
  HYPRE_BoomerAMGSetCycleRelaxType(solver, l1_forward, down);
  HYPRE_BoomerAMGSetCycleRelaxType(solver, l1_backward, up);
  HYPRE_BoomerAMGSetCycleRelaxType(solver, gauss, coarsest);
  HYPRE_BoomerAMGSetMaxIter(solver, options.n_cycles);
  HYPRE_BoomerAMGSetTol(solver, 0.0);
  check("its options");
  return result;
}

/// Gaussian elimination needs a regular matrix: each diagonal value of a singular one grows by this
/// part of itself, far below what a cycle resolves.
void make_regular(VertexRows& rows) {
  constexpr double shift = 1e-10;
  for (std::size_t i = 0; i < rows.n_rows(); ++i) {
    for (std::size_t j = rows.offsets[i]; j < rows.offsets[i + 1]; ++j)
      if (rows.columns[j] == rows.first + static_cast<std::int64_t>(i)) rows.values[j] *= 1 + shift;
  }
}

class BoomerAmg {
 public:
  BoomerAmg(const CoarseProblem& problem, VertexNumbering numbering,
            const comm::Communicator& communicator, const AmgOptions& options)
      : numbering_(std::move(numbering)),
        singular_(problem.singular),
        owned_(numbering_.n_owned()),
        groups_(options.n_ranks > 0 ? options.n_ranks : communicator.size(), owned_.size(),
                communicator) {
    if (numbering_.size() > std::numeric_limits<HYPRE_BigInt>::max())
      throw base::Error("vertex problem: " + std::to_string(numbering_.size()) +
                        " vertices are more than this build of hypre can number");
    const VertexRows own = assemble_rows(problem, numbering_, communicator);
    VertexRows rows = replicate(own, groups_.group());
    // The ranks of a group own consecutive vertices, its leader the first of them.
    rows.first = own.first;
    if (groups_.is_leader()) set_up(rows, options);
  }

  void solve(std::span<const double> f, std::span<double> u) {
    check_length(f.size());
    check_length(u.size());
    numbering_.gather(f, owned_);
    groups_.gather(owned_);
    if (groups_.is_leader()) solve_together(groups_.values());
    groups_.scatter(owned_);
    numbering_.scatter(owned_, u);
  }

 private:
  /// On leaders.
  void set_up(VertexRows& rows, const AmgOptions& options) {
    const MPI_Comm leaders = groups_.leaders().handle();
    row_numbers_.resize(rows.n_rows());
    const auto first = static_cast<HYPRE_BigInt>(rows.first);
    std::iota(row_numbers_.begin(), row_numbers_.end(), first);
    const RowRange range{first, first + static_cast<HYPRE_BigInt>(row_numbers_.size()) - 1};
    if (singular_) make_regular(rows);
    matrix_ = make_matrix(rows, range, leaders);
    rhs_ = make_vector(range, leaders);
    solution_ = make_vector(range, leaders);
    solver_ = make_solver(options);
    HYPRE_BoomerAMGSetup(solver_.get(), parallel_matrix(), parallel(rhs_), parallel(solution_));
    check("its set-up");
  }
  /// On leaders: values [rows] become the solution for them.
  void solve_together(std::span<double> values) {
    const auto n = static_cast<HYPRE_Int>(values.size());
    if (singular_) remove_mean(values);
    HYPRE_IJVectorSetValues(rhs_.get(), n, row_numbers_.data(), values.data());
    HYPRE_ParVectorSetConstantValues(parallel(solution_), 0.0);
    HYPRE_BoomerAMGSolve(solver_.get(), parallel_matrix(), parallel(rhs_), parallel(solution_));
    HYPRE_IJVectorGetValues(solution_.get(), n, row_numbers_.data(), values.data());
    check("its cycle");
    if (singular_) remove_mean(values);
  }
  [[nodiscard]] HYPRE_ParCSRMatrix parallel_matrix() const {
    void* object = nullptr;
    HYPRE_IJMatrixGetObject(matrix_.get(), &object);
    return static_cast<HYPRE_ParCSRMatrix>(object);
  }
  static HYPRE_ParVector parallel(const Vector& vector) {
    void* object = nullptr;
    HYPRE_IJVectorGetObject(vector.get(), &object);
    return static_cast<HYPRE_ParVector>(object);
  }
  void remove_mean(std::span<double> values) const {
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    const double mean = groups_.leaders().sum(sum) / static_cast<double>(numbering_.size());
    for (double& value : values) value -= mean;
  }
  void check_length(std::size_t length) const {
    if (length != numbering_.numbers().size())
      throw base::Error("vertex problem: a field has " + std::to_string(length) +
                        " values instead of " + std::to_string(numbering_.numbers().size()));
  }

  VertexNumbering numbering_;
  bool singular_;
  std::vector<double> owned_;
  RankGroups groups_;
  std::vector<HYPRE_BigInt> row_numbers_;  ///< of a leader
  Matrix matrix_;
  Vector rhs_, solution_;
  Solver solver_;
};

void check(const AmgOptions& options) {
  if (options.n_cycles < 1)
    throw base::Error("BoomerAMG needs at least one cycle, not " +
                      std::to_string(options.n_cycles));
  if (!(options.strong_threshold >= 0 && options.strong_threshold < 1))
    throw base::Error("the strong threshold of BoomerAMG must lie in [0, 1), not be " +
                      std::to_string(options.strong_threshold));
}

}  // namespace

bool has_boomer_amg() { return true; }

CoarseSolver make_boomer_amg(const CoarseProblem& problem, const comm::Communicator& communicator,
                             const AmgOptions& options) {
  check(options);
  HYPRE_Init();  // does nothing from the second time on
  VertexNumbering numbering(problem.ids, communicator);
  if (numbering.size() <= (problem.singular ? 1 : 0))
    return [](std::span<const double>, std::span<double> u) { std::fill(u.begin(), u.end(), 0.0); };
  const auto solver =
      std::make_shared<BoomerAmg>(problem, std::move(numbering), communicator, options);
  return [solver](std::span<const double> f, std::span<double> u) { solver->solve(f, u); };
}

}  // namespace lobatto::precond
