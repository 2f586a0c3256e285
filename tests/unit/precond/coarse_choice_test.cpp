#include "precond/coarse/coarse_choice.hpp"

#include <gtest/gtest.h>

#include <map>

namespace lobatto::precond {
namespace {

/// A core with 10 GB/s of sparse rows, 32 of them on a node, 1 us between them.
perf::MachineRates usual_rates() {
  perf::MachineRates rates;
  rates.sparse_gbs = 10;
  rates.within_node = rates.between_nodes = {1, 5};
  rates.ranks_on_node = 32;
  return rates;
}

TEST(CoarseChoice, TakesTheTensorSolverOnEveryBox) {
  for (const bool has_amg : {false, true})
    for (const std::int64_t n : {std::int64_t{1}, max_cholesky_vertices + 1})
      EXPECT_EQ(choose_coarse_solver(true, n, has_amg, 4, usual_rates()),
                CoarseKind::tensor_direct);
}

TEST(CoarseChoice, LeavesCholeskyWithTheSizeAndDoesNotComeBack) {
  for (const int n_ranks : {1, 4, 64, 4096}) {
    EXPECT_EQ(choose_coarse_solver(false, 8, true, n_ranks, usual_rates()),
              CoarseKind::sparse_cholesky);
    bool is_past = false;
    for (std::int64_t n = 8; n < std::int64_t{1} << 40; n += n / 4) {
      const bool is_other = choose_coarse_solver(false, n, true, n_ranks, usual_rates()) !=
                            CoarseKind::sparse_cholesky;
      EXPECT_TRUE(is_other || !is_past) << n << " vertices on " << n_ranks << " ranks";
      is_past = is_past || is_other;
    }
    EXPECT_TRUE(is_past);
  }
}

TEST(CoarseChoice, IsTheCheapestOne) {
  for (const double gbs : {1.0, 10.0, 100.0})
    for (const double microseconds : {0.5, 5.0, 50.0}) {
      perf::MachineRates rates = usual_rates();
      rates.sparse_gbs = gbs;
      rates.between_nodes.microseconds = microseconds;
      const std::int64_t n = 20'000;
      const int n_ranks = 256;
      const double exact = seconds_of(cholesky_work(n, n_ranks), rates, n_ranks);
      const int n_solving = amg_ranks(n, n_ranks, rates);
      const double cycle = seconds_of(amg_work(n, n_ranks, n_solving), rates, n_ranks);
      const double schwarz = seconds_of(schwarz_work(n, n_ranks), rates, n_ranks);
      const std::map<CoarseKind, double> costs{{CoarseKind::sparse_cholesky, exact},
                                               {CoarseKind::boomer_amg, 2 * cycle},
                                               {CoarseKind::schwarz, 2 * schwarz}};
      const double chosen = costs.at(choose_coarse_solver(false, n, true, n_ranks, rates));
      for (const auto& [kind, cost] : costs) EXPECT_LE(chosen, cost) << name_of(kind);
      for (int other = n_ranks; other > 0; other /= 2)
        EXPECT_LE(cycle, seconds_of(amg_work(n, n_ranks, other), rates, n_ranks)) << other;
    }
}

TEST(CoarseChoice, SlowSparseRowsMakeForOtherSolversThanCholesky) {
  perf::MachineRates rates = usual_rates();
  rates.between_nodes.microseconds = 100;
  EXPECT_EQ(choose_coarse_solver(false, 10'000, true, 64, rates), CoarseKind::sparse_cholesky);
  rates.sparse_gbs = 0.5;
  EXPECT_NE(choose_coarse_solver(false, 10'000, true, 64, rates), CoarseKind::sparse_cholesky);
}

TEST(CoarseChoice, MoreUnknownsAreWorthMoreRanksAndMoreLatencyFewer) {
  perf::MachineRates rates = usual_rates();
  int before = 0;
  for (const std::int64_t n :
       {std::int64_t{100}, std::int64_t{100'000}, std::int64_t{100'000'000}}) {
    const int n_solving = amg_ranks(n, 1024, rates);
    EXPECT_GE(n_solving, before) << n;
    before = n_solving;
  }
  EXPECT_EQ(before, 1024);
  const int quick = amg_ranks(100'000, 1024, rates);
  rates.between_nodes.microseconds = 50;
  EXPECT_LT(amg_ranks(100'000, 1024, rates), quick);
  EXPECT_EQ(amg_ranks(100'000, 1, rates), 1);
}

TEST(CoarseChoice, WithoutMultigridTakesSchwarzWhereItsFactorsAreSmall) {
  EXPECT_EQ(choose_coarse_solver(false, max_cholesky_vertices + 1, false, 1, usual_rates()),
            CoarseKind::sparse_cholesky);
  EXPECT_EQ(choose_coarse_solver(false, max_cholesky_vertices + 1, false, 4, usual_rates()),
            CoarseKind::schwarz);
  EXPECT_EQ(choose_coarse_solver(false, 8 * max_cholesky_vertices, false, 4, usual_rates()),
            CoarseKind::sparse_cholesky);
}

/// Two exchanges around each smoothing, against some on every level.
TEST(CoarseChoice, FewVerticesPerRankAndSlowMessagesMakeForSchwarz) {
  perf::MachineRates rates = usual_rates();
  rates.between_nodes.microseconds = 2;
  const int n_ranks = 512;
  const std::int64_t n_vertices = 100 * n_ranks;
  EXPECT_EQ(choose_coarse_solver(false, n_vertices, true, n_ranks, rates), CoarseKind::schwarz);
  EXPECT_EQ(choose_coarse_solver(false, 1'000'000 * n_vertices, true, n_ranks, rates),
            CoarseKind::boomer_amg);
}

TEST(CoarseChoice, NamesEachKind) {
  EXPECT_EQ(name_of(CoarseKind::tensor_direct), "tensor-direct");
  EXPECT_EQ(name_of(CoarseKind::sparse_cholesky), "sparse-cholesky");
  EXPECT_EQ(name_of(CoarseKind::boomer_amg), "boomer-amg");
  EXPECT_EQ(name_of(CoarseKind::schwarz), "schwarz");
}

}  // namespace
}  // namespace lobatto::precond
