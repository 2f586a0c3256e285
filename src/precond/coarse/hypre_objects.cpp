#include "precond/coarse/hypre_objects.hpp"

#include <array>
#include <limits>
#include <numeric>

#include "base/error.hpp"

namespace lobatto::precond {

void check_hypre(const std::string& what) {
  const HYPRE_Int error = HYPRE_GetError();
  if (error == 0) return;
  std::array<char, 256> text{};
  HYPRE_DescribeError(error, text.data());
  HYPRE_ClearAllErrors();
  throw base::Error("hypre failed in " + what + ": " + text.data());
}

HypreRows::HypreRows(std::int64_t first_of_rank, std::size_t n, std::int64_t n_in_all)
    : first(static_cast<HYPRE_BigInt>(first_of_rank)),
      last(first + static_cast<HYPRE_BigInt>(n) - 1),
      numbers(n) {
  constexpr auto most = std::numeric_limits<HYPRE_BigInt>::max();
  if (n_in_all > most)
    throw base::Error("this build of hypre numbers at most " + std::to_string(most) +
                      " rows, and there are " + std::to_string(n_in_all));
  std::iota(numbers.begin(), numbers.end(), first);
}

HypreMatrix make_hypre_matrix(const HypreRows& rows, std::span<const std::size_t> offsets,
                              std::span<const std::int64_t> columns, std::span<const double> values,
                              MPI_Comm communicator) {
  HYPRE_IJMatrix matrix = nullptr;
  HYPRE_IJMatrixCreate(communicator, rows.first, rows.last, rows.first, rows.last, &matrix);
  HypreMatrix result(matrix);
  HYPRE_IJMatrixSetObjectType(matrix, HYPRE_PARCSR);
  HYPRE_IJMatrixInitialize(matrix);
  std::vector<HYPRE_Int> lengths;
  for (std::size_t row = 0; row < rows.numbers.size(); ++row)
    lengths.push_back(static_cast<HYPRE_Int>(offsets[row + 1] - offsets[row]));
  std::vector<HYPRE_BigInt> columns_of_hypre;
  for (const std::int64_t column : columns)
    columns_of_hypre.push_back(static_cast<HYPRE_BigInt>(column));
  HYPRE_IJMatrixSetValues(matrix, static_cast<HYPRE_Int>(lengths.size()), lengths.data(),
                          rows.numbers.data(), columns_of_hypre.data(), values.data());
  HYPRE_IJMatrixAssemble(matrix);
  check_hypre("the matrix");
  return result;
}

HypreVector make_hypre_vector(const HypreRows& rows, MPI_Comm communicator) {
  HYPRE_IJVector vector = nullptr;
  HYPRE_IJVectorCreate(communicator, rows.first, rows.last, &vector);
  HypreVector result(vector);
  HYPRE_IJVectorSetObjectType(vector, HYPRE_PARCSR);
  HYPRE_IJVectorInitialize(vector);
  HYPRE_IJVectorAssemble(vector);
  check_hypre("a vector");
  return result;
}

HYPRE_ParCSRMatrix parallel(const HypreMatrix& matrix) {
  void* object = nullptr;
  HYPRE_IJMatrixGetObject(matrix.get(), &object);
  return static_cast<HYPRE_ParCSRMatrix>(object);
}

HYPRE_ParVector parallel(const HypreVector& vector) {
  void* object = nullptr;
  HYPRE_IJVectorGetObject(vector.get(), &object);
  return static_cast<HYPRE_ParVector>(object);
}

HypreAmg make_hypre_amg(int n_cycles, double strong_threshold) {
  constexpr HYPRE_Int hmis = 10, extended_i = 6, l1_forward = 13, l1_backward = 14, gauss = 9;
  constexpr HYPRE_Int down = 1, up = 2, coarsest = 3, values_per_row = 4;
  HYPRE_Solver solver = nullptr;
  HYPRE_BoomerAMGCreate(&solver);
  HypreAmg result(solver);
  HYPRE_BoomerAMGSetPrintLevel(solver, 0);
  HYPRE_BoomerAMGSetLogging(solver, 0);
  HYPRE_BoomerAMGSetCoarsenType(solver, hmis);
  HYPRE_BoomerAMGSetInterpType(solver, extended_i);
  HYPRE_BoomerAMGSetPMaxElmts(solver, values_per_row);
  HYPRE_BoomerAMGSetStrongThreshold(solver, strong_threshold);
  HYPRE_BoomerAMGSetNumSweeps(solver, 1);
  HYPRE_BoomerAMGSetRelaxOrder(solver, 0);
  HYPRE_BoomerAMGSetCycleRelaxType(solver, l1_forward, down);
  HYPRE_BoomerAMGSetCycleRelaxType(solver, l1_backward, up);
  HYPRE_BoomerAMGSetCycleRelaxType(solver, gauss, coarsest);
  HYPRE_BoomerAMGSetMaxIter(solver, n_cycles);
  HYPRE_BoomerAMGSetTol(solver, 0.0);
  check_hypre("the options of BoomerAMG");
  return result;
}

}  // namespace lobatto::precond
