#include "precond/coarse_choice.hpp"

#include <gtest/gtest.h>

namespace lobatto::precond {
namespace {

TEST(CoarseChoice, TakesTheTensorSolverOnEveryBox) {
  for (const bool has_amg : {false, true})
    for (const std::int64_t n : {std::int64_t{1}, max_cholesky_vertices + 1})
      EXPECT_EQ(choose_coarse_solver(true, n, has_amg), CoarseKind::tensor_direct);
}

TEST(CoarseChoice, GoesFromCholeskyToMultigridWithTheSize) {
  for (const std::int64_t n : {std::int64_t{0}, std::int64_t{1}, max_cholesky_vertices})
    EXPECT_EQ(choose_coarse_solver(false, n, true), CoarseKind::sparse_cholesky);
  for (const std::int64_t n : {max_cholesky_vertices + 1, std::int64_t{1} << 40})
    EXPECT_EQ(choose_coarse_solver(false, n, true), CoarseKind::boomer_amg);
}

TEST(CoarseChoice, StaysWithCholeskyWhereThereIsNoMultigrid) {
  EXPECT_EQ(choose_coarse_solver(false, max_cholesky_vertices + 1, false),
            CoarseKind::sparse_cholesky);
}

TEST(CoarseChoice, NamesEachKind) {
  EXPECT_EQ(name_of(CoarseKind::tensor_direct), "tensor-direct");
  EXPECT_EQ(name_of(CoarseKind::sparse_cholesky), "sparse-cholesky");
  EXPECT_EQ(name_of(CoarseKind::boomer_amg), "boomer-amg");
}

}  // namespace
}  // namespace lobatto::precond
