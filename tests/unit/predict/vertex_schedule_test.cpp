#include "predict/vertex_schedule.hpp"

#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "precond/coarse/coarse_choice.hpp"

namespace lobatto::predict {
namespace {

using Traffic = std::map<std::pair<int, int>, double>;  // bytes by sender and receiver

/// Everything that all ranks do.
struct AllRanks final : ScheduleSink {
  explicit AllRanks(int n) : n_ranks(n), bytes_of_work(static_cast<std::size_t>(n), 0.0) {}

  void compute(std::string_view region, CostOf cost_of) override {
    EXPECT_EQ(region, "coarse problem");
    for (int rank = 0; rank < n_ranks; ++rank)
      bytes_of_work[static_cast<std::size_t>(rank)] += cost_of(rank).bytes;
  }
  void exchange(const Exchange& messages) override {
    Traffic sent, received;
    for (int rank = 0; rank < n_ranks; ++rank) {
      messages.sends(rank, [&](int to, double bytes) {
        EXPECT_NE(to, rank);
        EXPECT_GT(bytes, 0);
        sent[{rank, to}] += bytes;
      });
      messages.receives(rank, [&](int from, double bytes) { received[{from, rank}] += bytes; });
    }
    EXPECT_EQ(sent, received);
    exchanges.push_back(sent);
  }
  void all_reduce(const RankSet& ranks, double bytes) override {
    EXPECT_LT(ranks.rank(ranks.size - 1), n_ranks);
    reductions.push_back(bytes);
  }

  int n_ranks;
  std::vector<double> bytes_of_work;
  std::vector<Traffic> exchanges;
  std::vector<double> reductions;
};

double sum_of(const Traffic& traffic) {
  double sum = 0;
  for (const auto& [ranks, bytes] : traffic) sum += bytes;
  return sum;
}

constexpr std::int64_t n_vertices = 8000;

TEST(VertexSchedule, AmgBringsAllValuesToTheRanksThatSolveAndBack) {
  for (const auto& [n_ranks, n_solving] : {std::pair{10, 3}, {12, 4}, {64, 1}, {100, 50}}) {
    AllRanks sink(n_ranks);
    emit_amg(n_vertices, n_ranks, n_solving, sink);
    int n_working = 0;
    for (const double bytes : sink.bytes_of_work) n_working += bytes > 0 ? 1 : 0;
    EXPECT_EQ(n_working, n_solving);
    const double of_others = 8.0 * n_vertices * (n_ranks - n_solving) / n_ranks;
    EXPECT_NEAR(sum_of(sink.exchanges.front()), of_others, 1e-9 * of_others);
    EXPECT_NEAR(sum_of(sink.exchanges.back()), of_others, 1e-9 * of_others);
    for (const auto& [ranks, bytes] : sink.exchanges.front())
      EXPECT_GT(sink.bytes_of_work[static_cast<std::size_t>(ranks.second)], 0) << ranks.second;
  }
}

TEST(VertexSchedule, AmgOfAllRanksHasMessagesOfTheLevelsAlone) {
  AllRanks sink(200);
  emit_amg(n_vertices, 200, 200, sink);
  // log_8 of 8000 is 4.3.
  EXPECT_EQ(sink.exchanges.size(), 5U * 4);
  for (const Traffic& traffic : sink.exchanges) EXPECT_EQ(traffic.size(), 200U * 26);
  EXPECT_EQ(sink.reductions.size(), 1U);
  AllRanks alone(1);
  emit_amg(n_vertices, 1, 1, alone);
  EXPECT_TRUE(alone.exchanges.empty());
  EXPECT_TRUE(alone.reductions.empty());
  EXPECT_EQ(alone.bytes_of_work[0], precond::amg_work(n_vertices, 1, 1).sparse_bytes);
}

TEST(VertexSchedule, SchwarzSumsOverOneUnknownPerRank) {
  for (const bool is_singular : {false, true}) {
    AllRanks sink(30);
    int n_exchanges = 0;
    emit_schwarz(n_vertices, 30, is_singular, [&] { ++n_exchanges; }, sink);
    EXPECT_EQ(n_exchanges, 4);
    EXPECT_EQ(sink.reductions,
              is_singular ? (std::vector<double>{8, 240, 8}) : (std::vector<double>{240}));
    for (const double bytes : sink.bytes_of_work)
      EXPECT_EQ(bytes, precond::schwarz_work(n_vertices, 30).sparse_bytes);
  }
}

}  // namespace
}  // namespace lobatto::predict
