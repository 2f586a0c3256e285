#include "machine/results/measurement.hpp"

#include <gtest/gtest.h>

namespace lobatto::machine {
namespace {

Measurement rates(std::vector<std::vector<double>> repeats, Better better = Better::larger) {
  Measurement m{{.name = "rate", .unit = "GB/s", .better = better}, {}};
  for (auto& of_rank : repeats)
    m.sites.push_back({static_cast<int>(m.sites.size()), -1, std::move(of_rank)});
  return m;
}

TEST(Measurement, CountsTheMedianOfTheRepeats) {
  const auto m = rates({{1, 9, 2}, {5, 4, 3}});
  EXPECT_EQ(m.values(), (std::vector<double>{2, 4}));
  EXPECT_EQ(m.best(), 4);
  EXPECT_EQ(rates({{1, 9, 2}, {5, 4, 3}}, Better::smaller).best(), 2);
  EXPECT_EQ(m.n_repeats(), 3u);
}

TEST(Measurement, AnOutlierIsOneInNearlyEveryRepeat) {
  const std::vector<double> good{10, 10.1, 9.9, 10, 10.05}, slow{5, 5.1, 5, 4.9, 5},
      disturbed{5, 10, 5, 9, 6};
  EXPECT_EQ(rates({good, slow}).outliers(), std::vector<std::size_t>{1});
  EXPECT_EQ(rates({slow, good, good, good}).outliers(), std::vector<std::size_t>{0});
  EXPECT_TRUE(rates({good, disturbed}).outliers().empty());
  EXPECT_TRUE(rates({{10, 10}, {5, 5}}).outliers().empty());
}

TEST(Measurement, KnowsWhatIsWorse) {
  EXPECT_TRUE(rates({}).is_worse(1, 2));
  EXPECT_FALSE(rates({}).is_worse(2, 1));
  EXPECT_TRUE(rates({}, Better::smaller).is_worse(2, 1));
}

TEST(Per, HasNames) {
  EXPECT_EQ(name_of(Per::core), "core");
  EXPECT_EQ(name_of(Per::job), "job");
}

}  // namespace
}  // namespace lobatto::machine
