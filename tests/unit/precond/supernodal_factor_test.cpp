#include "precond/coarse/supernodal_factor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "base/error.hpp"

namespace lobatto::precond {
namespace {

using Entries = std::map<std::pair<int, int>, double>;

VertexRows rows_of(int n, const Entries& entries) {
  VertexRows rows{0, {0}, {}, {}};
  auto entry = entries.begin();
  for (int i = 0; i < n; ++i) {
    for (; entry != entries.end() && entry->first.first == i; ++entry) {
      rows.columns.push_back(entry->first.second);
      rows.values.push_back(entry->second);
    }
    rows.offsets.push_back(rows.values.size());
  }
  return rows;
}

/// Random edges as springs, and a small diagonal: symmetric and definite, of any structure, in
/// several parts where edges are few.
Entries springs(int n, int n_edges, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> vertex(0, n - 1);
  Entries entries;
  for (int i = 0; i < n; ++i) entries[{i, i}] = 0.1;
  for (int e = 0; e < n_edges; ++e) {
    const int i = vertex(random), j = vertex(random);
    if (i == j) continue;
    for (const int k : {i, j}) ++entries[{k, k}];
    entries[{i, j}] -= 1;
    entries[{j, i}] -= 1;
  }
  return entries;
}

void expect_solved(int n, const Entries& entries) {
  SupernodalFactor factor(rows_of(n, entries), static_cast<std::size_t>(n));
  std::vector<double> x;
  for (int i = 0; i < n; ++i) x.push_back(std::sin(1.0 + i));
  std::vector<double> product(x.size());
  for (const auto& [place, value] : entries)
    product[static_cast<std::size_t>(place.first)] +=
        value * x[static_cast<std::size_t>(place.second)];
  for (int repeat = 0; repeat < 2; ++repeat) {
    std::vector<double> solution = product;
    factor.solve(solution);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(solution[i], x[i], 1e-11);
  }
}

TEST(SupernodalFactor, SolvesMatricesOfAnyStructure) {
  for (const int n : {1, 2, 5, 40, 300})
    for (const int per_vertex : {0, 1, 2, 6})
      for (const unsigned seed : {1U, 2U}) expect_solved(n, springs(n, n * per_vertex, seed));
}

TEST(SupernodalFactor, TakesTheLeadingBlock) {
  Entries entries = springs(30, 90, 3);
  const VertexRows rows = rows_of(30, entries);
  SupernodalFactor leading(rows, 20);
  std::erase_if(entries, [](const auto& entry) {
    return entry.first.first >= 20 || entry.first.second >= 20;
  });
  SupernodalFactor block(rows_of(20, entries), 20);
  std::vector<double> u(20, 1.0), expected(20, 1.0);
  leading.solve(u);
  block.solve(expected);
  EXPECT_EQ(u, expected);
  SupernodalFactor(rows, 0).solve({});
}

TEST(SupernodalFactor, RefusesWhatIsNotDefinite) {
  Entries entries = springs(50, 200, 4);
  entries[{17, 17}] = -1;
  EXPECT_THROW(SupernodalFactor(rows_of(50, entries), 50), base::Error);
  entries[{17, 17}] = std::nan("");
  EXPECT_THROW(SupernodalFactor(rows_of(50, entries), 50), base::Error);
}

/// Supernodes cover all columns in order; what a child passes on is in its parent: its columns and
/// the rows below it.
TEST(EliminationPlan, ChildrenPassOnWhatParentsHave) {
  const VertexRows rows = rows_of(400, springs(400, 1200, 5));
  const EliminationPlan plan = SupernodalFactor(rows, 400).plan();
  std::vector<int> sorted = plan.order;
  std::sort(sorted.begin(), sorted.end());
  int next = 0;
  for (const Supernode& node : plan.supernodes) {
    EXPECT_EQ(node.first, next);
    next = node.last() + 1;
    if (node.parent < 0) {
      EXPECT_TRUE(node.below.empty());
      continue;
    }
    const Supernode& parent = plan.supernodes[static_cast<std::size_t>(node.parent)];
    EXPECT_GT(parent.first, node.last());
    for (const int row : node.below)
      EXPECT_TRUE(row <= parent.last()
                      ? row >= parent.first
                      : std::binary_search(parent.below.begin(), parent.below.end(), row));
  }
  EXPECT_EQ(next, 400);
  for (int i = 0; i < 400; ++i) EXPECT_EQ(sorted[static_cast<std::size_t>(i)], i);
}

}  // namespace
}  // namespace lobatto::precond
