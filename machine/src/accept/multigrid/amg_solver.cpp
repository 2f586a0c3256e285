#include "accept/multigrid/amg_solver.hpp"

#include <HYPRE_krylov.h>

#include "precond/coarse/hypre_objects.hpp"

namespace lobatto::accept {

namespace {

using Gradients = precond::HypreOwned<HYPRE_Solver, HYPRE_ParCSRPCGDestroy>;

Gradients make_gradients(const precond::HypreAmg& amg, MPI_Comm ranks) {
  HYPRE_Solver solver = nullptr;
  HYPRE_ParCSRPCGCreate(ranks, &solver);
  Gradients result(solver);
  HYPRE_PCGSetTwoNorm(solver, 1);
  HYPRE_ParCSRPCGSetPrecond(solver, HYPRE_BoomerAMGSolve, HYPRE_BoomerAMGSetup, amg.get());
  precond::check_hypre("the options of the conjugate gradients");
  return result;
}

precond::HypreRows number_rows(std::size_t n_rows, const comm::Communicator& communicator) {
  const auto n = static_cast<long long>(n_rows);
  const long long n_in_all = communicator.sum(n);
  return {communicator.exclusive_sum(n), n_rows, n_in_all};
}

class HypreSolver final : public AmgSolver {
 public:
  HypreSolver(const NumberedRows& rows, const comm::Communicator& communicator)
      : rows_(number_rows(rows.n_rows(), communicator)),
        ranks_(communicator.handle()),
        matrix_(precond::make_hypre_matrix(rows_, rows.offsets, rows.columns, rows.values, ranks_)),
        b_(precond::make_hypre_vector(rows_, ranks_)),
        x_(precond::make_hypre_vector(rows_, ranks_)) {}

  void set_up() override {
    constexpr double strong_threshold = 0.25;
    amg_ = precond::make_hypre_amg(1, strong_threshold);
    gradients_ = make_gradients(amg_, ranks_);
    HYPRE_ParCSRPCGSetup(gradients_.get(), parallel(matrix_), parallel(b_), parallel(x_));
    precond::check_hypre("the set-up of BoomerAMG");
  }

  int solve(std::span<const double> b, std::span<double> x, double tolerance,
            int max_iterations) override {
    const auto n = static_cast<HYPRE_Int>(b.size());
    HYPRE_IJVectorSetValues(b_.get(), n, rows_.numbers.data(), b.data());
    HYPRE_ParVectorSetConstantValues(parallel(x_), 0.0);
    HYPRE_PCGSetTol(gradients_.get(), tolerance);
    HYPRE_PCGSetMaxIter(gradients_.get(), max_iterations);
    HYPRE_ParCSRPCGSolve(gradients_.get(), parallel(matrix_), parallel(b_), parallel(x_));
    HYPRE_Int n_iterations = 0;
    HYPRE_PCGGetNumIterations(gradients_.get(), &n_iterations);
    HYPRE_IJVectorGetValues(x_.get(), n, rows_.numbers.data(), x.data());
    precond::check_hypre("the solver");
    return static_cast<int>(n_iterations);
  }

 private:
  precond::HypreRows rows_;
  MPI_Comm ranks_;
  precond::HypreMatrix matrix_;
  precond::HypreVector b_, x_;
  precond::HypreAmg amg_;
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
