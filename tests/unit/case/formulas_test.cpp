#include "case/formulas.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "base/error.hpp"

namespace lobatto::cases {
namespace {

/// The values of a formula at x = 0, 1, 2 and time t.
std::array<double, 3> values(const space::SpaceTimeFunction& function, double t) {
  const std::vector<double> x{0, 1, 2}, zero{0, 0, 0};
  std::array<double, 3> out{};
  function({x, zero, zero}, t, out);
  return out;
}

TEST(Formulas, AreFunctionsOfPlaceAndTime) {
  Case the_case;
  the_case.parameters = {{"a", 3.0}};
  Formulas formulas(the_case);
  const auto function = formulas.function(ExpressionText{"a*x + t", "here"});
  EXPECT_EQ(values(function, 10.0), (std::array{10.0, 13.0, 16.0}));
  EXPECT_FALSE(formulas.function(std::optional<ExpressionText>{}));
}

TEST(Formulas, KeepTheFirstValueThatIsNotFiniteUntilAllRanksAsk) {
  const auto world = comm::Communicator::world();
  const Case the_case;
  Formulas formulas(the_case);
  const auto function = formulas.function(ExpressionText{"1/(t - x)", "case.toml:3: key"});
  values(function, 5.0);
  EXPECT_FALSE(formulas.fault_in_step(world).has_value());
  formulas.throw_fault(world);
  // On the last rank alone: the others must hear of it.
  if (world.rank() == world.size() - 1) {
    EXPECT_TRUE(std::isinf(values(function, 1.0)[1]));
    values(function, 2.0);
  }
  const auto fault = formulas.fault_in_step(world);
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(*fault, "case.toml:3: key = \"1/(t - x)\": the value is inf at x = 1, t = 1");
  EXPECT_THROW(formulas.throw_fault(world), base::Error);
}

TEST(Formulas, OfPlaceAloneAreNotAskedInEveryStep) {
  const auto world = comm::Communicator::world();
  const Case the_case;
  Formulas formulas(the_case);
  values(formulas.function(ExpressionText{"1/x", "here"}), 0.0);
  EXPECT_FALSE(formulas.fault_in_step(world).has_value());
  EXPECT_THROW(formulas.throw_fault(world), base::Error);
}

}  // namespace
}  // namespace lobatto::cases
