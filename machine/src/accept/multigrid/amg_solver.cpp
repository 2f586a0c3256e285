#include "accept/multigrid/amg_solver.hpp"

#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_krylov.h>
#include <HYPRE_parcsr_ls.h>

#include <array>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.hpp"

namespace lobatto::accept {

namespace {

/// Throws what hypre has noted since the last call.
void check_hypre(const char* what) {
  const HYPRE_Int error = HYPRE_GetError();
  if (error == 0) return;
  std::array<char, 256> text{};
  HYPRE_DescribeError(error, text.data());
  HYPRE_ClearAllErrors();
  throw base::Error(std::string("multigrid: hypre failed in ") + what + ": " + text.data());
}

template <auto destroy>
struct Destroy {
  template <class Object>
  void operator()(Object* object) const {
    destroy(object);
  }
};
template <class Pointer, auto destroy>
using Owned = std::unique_ptr<std::remove_pointer_t<Pointer>, Destroy<destroy>>;
using HypreMatrix = Owned<HYPRE_IJMatrix, HYPRE_IJMatrixDestroy>;
using HypreVector = Owned<HYPRE_IJVector, HYPRE_IJVectorDestroy>;
using Amg = Owned<HYPRE_Solver, HYPRE_BoomerAMGDestroy>;
using Gradients = Owned<HYPRE_Solver, HYPRE_ParCSRPCGDestroy>;

HypreMatrix make_matrix(const NumberedRows& rows, std::vector<HYPRE_BigInt>& numbers,
                        MPI_Comm ranks) {
  const HYPRE_BigInt first = numbers.front(), last = numbers.back();
  HYPRE_IJMatrix matrix = nullptr;
  HYPRE_IJMatrixCreate(ranks, first, last, first, last, &matrix);
  HypreMatrix result(matrix);
  HYPRE_IJMatrixSetObjectType(matrix, HYPRE_PARCSR);
  HYPRE_IJMatrixInitialize(matrix);
  std::vector<HYPRE_Int> lengths;
  for (std::size_t row = 0; row < rows.n_rows(); ++row)
    lengths.push_back(static_cast<HYPRE_Int>(rows.offsets[row + 1] - rows.offsets[row]));
  const std::vector<HYPRE_BigInt> columns(rows.columns.begin(), rows.columns.end());
  HYPRE_IJMatrixSetValues(matrix, static_cast<HYPRE_Int>(rows.n_rows()), lengths.data(),
                          numbers.data(), columns.data(), rows.values.data());
  HYPRE_IJMatrixAssemble(matrix);
  check_hypre("the matrix");
  return result;
}

HypreVector make_vector(const std::vector<HYPRE_BigInt>& numbers, MPI_Comm ranks) {
  HYPRE_IJVector vector = nullptr;
  HYPRE_IJVectorCreate(ranks, numbers.front(), numbers.back(), &vector);
  HypreVector result(vector);
  HYPRE_IJVectorSetObjectType(vector, HYPRE_PARCSR);
  HYPRE_IJVectorInitialize(vector);
  HYPRE_IJVectorAssemble(vector);
  check_hypre("a vector");
  return result;
}

Amg make_amg() {
  constexpr HYPRE_Int hmis = 10, extended_i = 6, l1_forward = 13, l1_backward = 14, gauss = 9;
  constexpr HYPRE_Int down = 1, up = 2, coarsest = 3, values_per_row = 4;
  constexpr double strong_threshold = 0.25;
  HYPRE_Solver solver = nullptr;
  HYPRE_BoomerAMGCreate(&solver);
  Amg result(solver);
  HYPRE_BoomerAMGSetPrintLevel(solver, 0);
  HYPRE_BoomerAMGSetCoarsenType(solver, hmis);
  HYPRE_BoomerAMGSetInterpType(solver, extended_i);
  HYPRE_BoomerAMGSetPMaxElmts(solver, values_per_row);
  HYPRE_BoomerAMGSetStrongThreshold(solver, strong_threshold);
  HYPRE_BoomerAMGSetNumSweeps(solver, 1);
  HYPRE_BoomerAMGSetRelaxOrder(solver, 0);
  HYPRE_BoomerAMGSetCycleRelaxType(solver, l1_forward, down);
  HYPRE_BoomerAMGSetCycleRelaxType(solver, l1_backward, up);
  HYPRE_BoomerAMGSetCycleRelaxType(solver, gauss, coarsest);
  HYPRE_BoomerAMGSetMaxIter(solver, 1);
  HYPRE_BoomerAMGSetTol(solver, 0.0);
  check_hypre("the options of BoomerAMG");
  return result;
}

Gradients make_gradients(const Amg& amg, MPI_Comm ranks) {
  HYPRE_Solver solver = nullptr;
  HYPRE_ParCSRPCGCreate(ranks, &solver);
  Gradients result(solver);
  HYPRE_PCGSetTwoNorm(solver, 1);
  HYPRE_ParCSRPCGSetPrecond(solver, HYPRE_BoomerAMGSolve, HYPRE_BoomerAMGSetup, amg.get());
  check_hypre("the options of the conjugate gradients");
  return result;
}

HYPRE_ParVector parallel(const HypreVector& vector) {
  void* object = nullptr;
  HYPRE_IJVectorGetObject(vector.get(), &object);
  return static_cast<HYPRE_ParVector>(object);
}

std::vector<HYPRE_BigInt> row_numbers(std::size_t n_rows, const comm::Communicator& communicator) {
  const auto n = static_cast<long long>(n_rows);
  if (communicator.sum(n) > std::numeric_limits<HYPRE_BigInt>::max())
    throw base::Error("multigrid: this build of hypre numbers at most " +
                      std::to_string(std::numeric_limits<HYPRE_BigInt>::max()) +
                      " rows; take a smaller --size");
  std::vector<HYPRE_BigInt> numbers(n_rows);
  std::iota(numbers.begin(), numbers.end(),
            static_cast<HYPRE_BigInt>(communicator.exclusive_sum(n)));
  return numbers;
}

class HypreSolver final : public AmgSolver {
 public:
  HypreSolver(const NumberedRows& rows, const comm::Communicator& communicator)
      : numbers_(row_numbers(rows.n_rows(), communicator)),
        ranks_(communicator.handle()),
        matrix_(make_matrix(rows, numbers_, ranks_)),
        b_(make_vector(numbers_, ranks_)),
        x_(make_vector(numbers_, ranks_)) {}

  void set_up() override {
    amg_ = make_amg();
    gradients_ = make_gradients(amg_, ranks_);
    HYPRE_ParCSRPCGSetup(gradients_.get(), parallel_matrix(), parallel(b_), parallel(x_));
    check_hypre("the set-up of BoomerAMG");
  }

  int solve(std::span<const double> b, std::span<double> x, double tolerance,
            int max_iterations) override {
    const auto n = static_cast<HYPRE_Int>(b.size());
    HYPRE_IJVectorSetValues(b_.get(), n, numbers_.data(), b.data());
    HYPRE_ParVectorSetConstantValues(parallel(x_), 0.0);
    HYPRE_PCGSetTol(gradients_.get(), tolerance);
    HYPRE_PCGSetMaxIter(gradients_.get(), max_iterations);
    HYPRE_ParCSRPCGSolve(gradients_.get(), parallel_matrix(), parallel(b_), parallel(x_));
    HYPRE_Int n_iterations = 0;
    HYPRE_PCGGetNumIterations(gradients_.get(), &n_iterations);
    HYPRE_IJVectorGetValues(x_.get(), n, numbers_.data(), x.data());
    check_hypre("the solver");
    return static_cast<int>(n_iterations);
  }

 private:
  [[nodiscard]] HYPRE_ParCSRMatrix parallel_matrix() const {
    void* object = nullptr;
    HYPRE_IJMatrixGetObject(matrix_.get(), &object);
    return static_cast<HYPRE_ParCSRMatrix>(object);
  }

  std::vector<HYPRE_BigInt> numbers_;
  MPI_Comm ranks_;
  HypreMatrix matrix_;
  HypreVector b_, x_;
  Amg amg_;
  Gradients gradients_;
};

}  // namespace

std::unique_ptr<AmgSolver> make_amg_solver(const NumberedRows& rows,
                                           const comm::Communicator& communicator) {
  HYPRE_Init();  // does nothing from the second time on
  return std::make_unique<HypreSolver>(rows, communicator);
}

bool has_amg_solver() { return true; }

}  // namespace lobatto::accept
