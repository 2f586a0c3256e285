#include "machine/results/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace lobatto::machine {
namespace {

using Values = std::vector<double>;

TEST(Median, IsInTheMiddle) {
  EXPECT_EQ(median(Values{3}), 3);
  EXPECT_EQ(median(Values{4, 1, 2}), 2);
  EXPECT_EQ(median(Values{4, 1, 2, 8}), 3);
  EXPECT_TRUE(std::isnan(median(Values{})));
}

TEST(Summary, MatchesHandValues) {
  const Summary s = summarise(Values{2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_EQ(s.count, 8u);
  EXPECT_EQ(s.minimum, 2);
  EXPECT_EQ(s.maximum, 9);
  EXPECT_DOUBLE_EQ(s.average, 5);
  EXPECT_DOUBLE_EQ(s.median, 4.5);
  EXPECT_DOUBLE_EQ(s.standard_deviation, std::sqrt(32.0 / 7));
  EXPECT_EQ(summarise(Values{3}).standard_deviation, 0);
  EXPECT_TRUE(std::isnan(summarise(Values{}).average));
}

/// 2 (1 + n) / 2^n is at most 1 % from n = 12 on, 2 / 2^n from n = 8 on.
TEST(MedianInterval, TakesTheOrderStatisticsOfTheSignTest) {
  Values values{5, 3, 8, 1, 7, 2, 6, 4};
  EXPECT_EQ(median_interval(values).lower, 1);
  EXPECT_EQ(median_interval(values).upper, 8);
  values.insert(values.end(), {9, 10, 11});
  EXPECT_EQ(median_interval(values).lower, 1);
  values.push_back(12);
  EXPECT_EQ(median_interval(values).lower, 2);
  EXPECT_EQ(median_interval(values).upper, 11);
}

TEST(MedianInterval, OfFewValuesIsStudents) {
  const Interval two = median_interval(Values{1, 3});
  const double half = 63.657 * std::sqrt(M_PI / 2) * std::sqrt(2.0) / std::sqrt(2.0);
  EXPECT_NEAR(two.lower, 2 - half, 1e-3);
  EXPECT_NEAR(two.upper, 2 + half, 1e-3);
  EXPECT_TRUE(std::isinf(median_interval(Values{1}).upper));
  EXPECT_TRUE(std::isinf(median_interval(Values{}).lower));
}

/// Student's t of tables (two sides), by the number of values, error and t.
TEST(MedianInterval, TakesStudentsQuantileOfItsError) {
  const struct {
    int n_values;
    double error, t;
  } table[] = {{3, 0.01, 9.925},  {4, 0.01, 5.841},   {5, 0.01, 4.604},   {6, 0.01, 4.032},
               {7, 0.01, 3.707},  {3, 0.001, 31.599}, {4, 0.001, 12.924}, {6, 1e-4, 11.178},
               {11, 1e-4, 6.211}, {2, 1e-6, 636619.8}};
  for (const auto& [n_values, error, t] : table) {
    Values values(static_cast<std::size_t>(n_values));
    for (int i = 0; i < n_values; ++i) values[i] = i;
    const Summary s = summarise(values);
    const Interval interval = median_interval(values, error);
    const double half = s.standard_deviation * std::sqrt(M_PI / 2) / std::sqrt(n_values);
    EXPECT_NEAR((interval.upper - s.median) / half, t, 2e-4 * t) << n_values << " " << error;
    EXPECT_NEAR((s.median - interval.lower) / half, t, 2e-4 * t) << n_values << " " << error;
  }
}

/// 2 / 2^n is at most 1e-5 from n = 18 on.
TEST(MedianInterval, OfASmallerErrorNeedsMoreValuesForTheSignTest) {
  Values values(18);
  for (int i = 0; i < 18; ++i) values[i] = i;
  EXPECT_EQ(median_interval(values, 1e-5).lower, 0);
  EXPECT_EQ(median_interval(values, 1e-5).upper, 17);
  values.pop_back();
  EXPECT_LT(median_interval(values, 1e-5).lower, 0);
}

/// The share of samples whose interval has the true median.
template <class Distribution>
double coverage(int n_values, Distribution distribution, double true_median) {
  constexpr int n_samples = 4000;
  std::mt19937 generator(7);
  int n_right = 0;
  for (int sample = 0; sample < n_samples; ++sample) {
    Values values(static_cast<std::size_t>(n_values));
    for (double& value : values) value = distribution(generator);
    const Interval interval = median_interval(values);
    n_right += interval.lower <= true_median && true_median <= interval.upper ? 1 : 0;
  }
  return static_cast<double>(n_right) / n_samples;
}

TEST(MedianInterval, HoldsTheMedianAsOftenAsItPromises) {
  for (const int n : {2, 3, 5, 7, 8, 12, 25, 60})
    EXPECT_GT(coverage(n, std::normal_distribution<double>(10, 1), 10), 0.985) << n;
  for (const int n : {8, 15, 60})
    EXPECT_GT(coverage(n, std::exponential_distribution<double>(1), std::log(2)), 0.985) << n;
}

/// Indices of those that are behind what is usual of all.
std::vector<std::size_t> values_behind(const Values& values, bool larger_is_better, double share) {
  const Usual usual = usual_of(values, larger_is_better);
  std::vector<std::size_t> behind;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (is_behind(values[i], usual, larger_is_better, share)) behind.push_back(i);
  return behind;
}

TEST(ValuesBehind, NamesTheSlowOneOfTwo) {
  EXPECT_EQ(values_behind(Values{10, 6}, true, 0.1), std::vector<std::size_t>{1});
  EXPECT_EQ(values_behind(Values{10, 6}, false, 0.1), std::vector<std::size_t>{0});
  EXPECT_TRUE(values_behind(Values{10, 9.5}, true, 0.1).empty());
  EXPECT_TRUE(values_behind(Values{10}, true, 0.1).empty());
}

TEST(ValuesBehind, IsNotDeceivedByTheBadOnesAndLeavesTheGoodOnes) {
  const Values values{10, 10.2, 9.9, 4, 10.1, 3, 17, 10};
  EXPECT_EQ(values_behind(values, true, 0.1), (std::vector<std::size_t>{3, 5}));
  EXPECT_EQ(values_behind(values, false, 0.1), std::vector<std::size_t>{6});
}

TEST(ValuesBehind, NamesARateOfNearlyNothingInAnyScatter) {
  EXPECT_EQ(values_behind(Values{1.6, 1.2, 0.6, 0.7, 0.012, 1.4}, true, 0.1),
            std::vector<std::size_t>{4});
  EXPECT_EQ(values_behind(Values{1.6, 1.2, 0.6, 0.7, 0.0, 1.4}, true, 0.1),
            std::vector<std::size_t>{4});
}

TEST(ValuesBehind, ToleratesWhatIsUsualScatter) {
  const Values values{10, 14, 7, 12, 9, 6, 11, 8};
  EXPECT_TRUE(values_behind(values, true, 0.1).empty());
}

}  // namespace
}  // namespace lobatto::machine
