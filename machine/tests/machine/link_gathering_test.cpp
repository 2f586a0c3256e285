#include "machine/links/link_gathering.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace lobatto::machine {
namespace {

constexpr int n_of_rank = 20;

double rate_of(int link) { return 10 + 0.01 * (link * 7 % 5); }

/// Each rank has as many links; the fifth of the last rank is slow, the sixth a little less.
LinksByClass own_links(const comm::Communicator& world) {
  LinksByClass links;
  for (int i = 0; i < n_of_rank; ++i) {
    const bool is_last = world.rank() == world.size() - 1;
    const double rate = is_last && i == 5 ? 3 : is_last && i == 6 ? 4 : rate_of(i);
    links["between_nodes"].push_back({world.rank(), 100 + i, {0.99 * rate, rate, 1.01 * rate}});
  }
  if (world.rank() == 0) links["within_row"].push_back({0, 99, {1, 2, 3}});
  return links;
}

TEST(GatherLinks, BringsAllOfASmallClass) {
  const auto world = comm::Communicator::world();
  const auto classes = gather_links(world, own_links(world), {});
  EXPECT_EQ(classes.empty(), world.rank() != 0);
  if (world.rank() != 0) return;
  ASSERT_EQ(classes.size(), 2u);
  EXPECT_EQ(classes[0].quantity.name, "link_between_nodes");
  EXPECT_EQ(classes[1].quantity.name, "link_within_row");
  EXPECT_FALSE(classes[0].all);
  ASSERT_EQ(static_cast<int>(classes[0].sites.size()), n_of_rank * world.size());
  const Site& last = classes[0].sites.back();
  EXPECT_EQ(last.rank, world.size() - 1);
  EXPECT_EQ(last.partner, 119);
  EXPECT_EQ(last.repeats[1], rate_of(19));
}

TEST(GatherLinks, BringsOfALargeClassStatisticsAndTheSlowOnes) {
  const auto world = comm::Communicator::world();
  const auto own = own_links(world);
  const auto complete = gather_links(world, own, {});
  const auto classes = gather_links(world, own, {.most_of_class = 10, .share = 0.1});
  EXPECT_EQ(classes.empty(), world.rank() != 0);
  if (world.rank() != 0) return;
  const Measurement &links = classes[0], &whole = complete[0];
  ASSERT_TRUE(links.all);
  EXPECT_FALSE(classes[1].all);  // has one link
  ASSERT_EQ(links.sites.size(), 2u);
  EXPECT_EQ(links.sites[0].rank, world.size() - 1);
  EXPECT_EQ(links.sites[0].partner, 105);
  EXPECT_EQ(links.sites[1].partner, 106);
  EXPECT_EQ(links.sites[0].repeats, (std::vector<double>{0.99 * 3, 3, 1.01 * 3}));
  EXPECT_EQ(links.outliers().size(), 2u);
  EXPECT_EQ(links.outliers(0.65), std::vector<std::size_t>{0});
  EXPECT_EQ(whole.outliers(0.65).size(), 1u);
  EXPECT_EQ(links.summary().count, whole.summary().count);
  EXPECT_EQ(links.summary().median, whole.summary().median);
  EXPECT_EQ(links.usual().spread, whole.usual().spread);
  EXPECT_EQ(links.n_repeats(), 3u);
  ASSERT_EQ(links.averages().size(), 3u);
  for (int r = 0; r < 3; ++r) EXPECT_NEAR(links.averages()[r], whole.averages()[r], 1e-12);
}

TEST(GatherLinks, KeepsTheSlowestWhereTooManyAreSlow) {
  const auto world = comm::Communicator::world();
  const auto classes = gather_links(world, own_links(world), {.most_of_class = 1, .share = 0.1});
  if (world.rank() != 0) return;
  ASSERT_EQ(classes[0].sites.size(), 1u);
  EXPECT_EQ(classes[0].sites[0].partner, 105);
}

/// Four ranks on two nodes that are made up.
TEST(LinksOfRank, AddUpThePairsOfTwoNodes) {
  const auto world = comm::Communicator::world();
  if (world.size() != 4) GTEST_SKIP() << "for 4 ranks";
  const LinkPlan plan({0, 1, 1, 0});
  LinkRates rates(static_cast<std::size_t>(plan.n_rounds()));
  for (int round = 0; round < plan.n_rounds(); ++round)
    if (plan.pairing(round, world.rank()).begins)
      rates[round] = {1.0 + world.rank(), 10.0 + world.rank(), 100.0};
  const Seat seat{"x", 0, "0", {.socket = 0}};
  const auto links =
      links_of_rank(plan, rates, seat, {"a", "b"}, {{"row"}, {{"a", {"1"}}, {"b", {"1"}}}}, world);
  EXPECT_EQ(links.empty(), world.rank() > 1);
  if (world.rank() > 1) return;
  const Site& within = links.at("within_socket").front();
  EXPECT_EQ(within.rank, world.rank());
  EXPECT_EQ(within.partner, world.rank() == 0 ? 3 : 2);
  EXPECT_EQ(within.repeats, rates[0]);
  EXPECT_EQ(links.count("within_row"), world.rank() == 0 ? 1u : 0u);
  if (world.rank() != 0) return;
  const Site& between = links.at("within_row").front();
  EXPECT_EQ(between.rank, 0);
  EXPECT_EQ(between.partner, 1);
  // Ranks 0 and 1, and 3 and 2, where the one on the first node begins.
  EXPECT_EQ(between.repeats, (std::vector<double>{1 + 4, 10 + 13, 200}));
}

}  // namespace
}  // namespace lobatto::machine
