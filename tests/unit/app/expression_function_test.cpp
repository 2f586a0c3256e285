#include "app/expression_function.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace lobatto::app {
namespace {

TEST(SpaceTimeFunction, OutlivesTheExpression) {
  const auto function = space_time_function(
      Expression::compile({"x + 10*y + 100*z + 1000*t", "here"}, space_variables(), {}));
  const std::vector<double> x{1, 2}, y{3, 4}, z{5, 6};
  std::vector<double> out(2);
  function({x, y, z}, 7, out);
  EXPECT_EQ(out, (std::vector<double>{7531, 7642}));
}

}  // namespace
}  // namespace lobatto::app
