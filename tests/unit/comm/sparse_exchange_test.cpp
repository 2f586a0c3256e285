#include "comm/exchange/sparse_exchange.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace lobatto::comm {
namespace {

/// What rank `from` writes to rank `to` in a round, known to everybody; nothing in two of three.
std::vector<long long> words(int from, int to, int round) {
  std::mt19937 random(static_cast<unsigned>((from * 64 + to) * 64 + round));
  if (random() % 3 != 0) return {};
  std::vector<long long> values(1 + random() % 5000);
  for (long long& value : values) value = static_cast<long long>(random());
  return values;
}

TEST(SparseExchange, BringsEveryLetterToTheRankItIsFor) {
  const auto world = Communicator::world();
  for (int round = 0; round < 50; ++round) {
    Letters sent;
    for (int to = 0; to < world.size(); ++to)
      if (auto values = words(world.rank(), to, round); !values.empty())
        sent[to] = std::move(values);
    const auto received = exchange_letters(std::move(sent), world);
    std::size_t n_received = 0;
    for (int from = 0; from < world.size(); ++from) {
      const auto expected = words(from, world.rank(), round);
      if (expected.empty()) continue;
      ASSERT_TRUE(received.contains(from));
      EXPECT_EQ(received.at(from), expected);
      ++n_received;
    }
    EXPECT_EQ(n_received, received.size());
  }
}

TEST(SparseExchange, LettersWithoutWordsArriveToo) {
  const auto world = Communicator::world();
  const int next = (world.rank() + 1) % world.size();
  const auto received = exchange_letters({{next, {}}}, world);
  ASSERT_EQ(received.size(), 1u);
  const auto& [from, values] = *received.begin();
  EXPECT_EQ((from + 1) % world.size(), world.rank());
  EXPECT_TRUE(values.empty());
}

}  // namespace
}  // namespace lobatto::comm
