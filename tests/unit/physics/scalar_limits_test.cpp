#include "physics/scalar_limits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace lobatto::physics {
namespace {

TEST(ScalarLimits, ARangeHoldsAllNumbersAndLeavesOutWhatIsNone) {
  std::vector<double> values;
  for (int n = 0; n < 40; ++n) {
    Range expected;
    for (const double value : values)
      if (!std::isnan(value)) expected.take(value);
    EXPECT_EQ(range_of(values), expected) << n << " values";
    values.push_back(n % 5 == 2 ? std::numeric_limits<double>::quiet_NaN() : std::sin(7.0 * n) - n);
  }
}

TEST(ScalarLimits, ARangeOfNoNumbersIsEmpty) {
  EXPECT_TRUE(range_of({}).empty());
  EXPECT_TRUE(range_of(std::vector<double>(20, NAN)).empty());
}

}  // namespace
}  // namespace lobatto::physics
