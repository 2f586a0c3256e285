#include "residents/case_values.hpp"

#include <gtest/gtest.h>

#include "case/reader.hpp"
#include "run/setup/space_setup.hpp"
#include "support/good_case.hpp"

namespace lobatto::run {
namespace {

const std::string scalar = "[[scalar]]\nname = \"heat\"\nprandtl = 1\ninitial = \"x - 0.5\"\n";

class Values : public testing::Test {
 protected:
  explicit Values(const std::vector<std::string>& overrides = {})
      : case_(cases::parse_case(cases::minimal_case + scalar, "a.toml", overrides)),
        space_(run::make_space(case_, {world_.size()}, world_)),
        values_(case_, space_) {}

  static cases::Expression compiled(const std::string& text, const std::string& where,
                                    cases::Variables variables = cases::Variables::space_time) {
    return cases::Expression::compile({text, where}, cases::variables_of(variables, {"heat"}), {});
  }

  std::string text() {
    cases::Problems problems;
    values_.report(problems);
    return problems.text();
  }

  comm::Communicator world_ = comm::Communicator::world();
  cases::Case case_;
  space::FunctionSpace space_;
  residents::CaseValues values_;
};

TEST_F(Values, AreFiniteOrNot) {
  values_.look_at_nodes(compiled("sin(x)/(1 + t)", "a.toml:1: this"), 0);
  values_.look_at_nodes(compiled("1", "a.toml:1: constant"), 0);
  EXPECT_EQ(text(), "");
  values_.look_at_nodes(compiled("1/y", "a.toml:2: that"), 0);
  EXPECT_EQ(text(), "a.toml:2: that = \"1/y\": the value is inf at y = 0, t = 0");
}

TEST_F(Values, AreLookedAtOnEveryRank) {
  // Only the elements at the upper end of z have such a node.
  values_.look_at_nodes(compiled("ln(1.99 - z - x)", "a.toml:1: there"), 0);
  EXPECT_TRUE(text().starts_with("a.toml:1: there = \"ln(1.99 - z - x)\": the value is "));
}

TEST_F(Values, DependOnTime) {
  values_.look_at_nodes(compiled("ln(0.5 - t)", "a.toml:1: in time"), 0);
  EXPECT_EQ(text(), "");
  values_.look_at_nodes(compiled("ln(0.5 - t)", "a.toml:1: late"), 1);
  EXPECT_EQ(text(), "a.toml:1: late = \"ln(0.5 - t)\": the value is nan at t = 1");
}

TEST_F(Values, OfSourcesComeFromTheInitialFields) {
  values_.look_at_source(compiled("heat^2 + u", "a.toml:1: fine", cases::Variables::solution), 0);
  EXPECT_EQ(text(), "");
  values_.look_at_source(compiled("sqrt(heat)", "a.toml:2: root", cases::Variables::solution), 0);
  EXPECT_EQ(text(), "a.toml:2: root = \"sqrt(heat)\": the value is nan at heat = -0.5, t = 0");
  values_.look_at_source(compiled("1/w", "a.toml:3: at rest", cases::Variables::solution), 0);
  EXPECT_TRUE(text().ends_with("a.toml:3: at rest = \"1/w\": the value is inf at w = 0, t = 0"));
}

TEST_F(Values, OfCoefficientsArePositive) {
  values_.look_at_coefficient(
      compiled("1 + heat + shear_rate", "a.toml:1: fine", cases::Variables::coefficient), 0);
  EXPECT_EQ(text(), "");
  values_.look_at_coefficient(
      compiled("heat + 0.25", "a.toml:2: negative", cases::Variables::coefficient), 0);
  EXPECT_TRUE(
      text().starts_with("a.toml:2: negative = \"heat + 0.25\": the value is -0.25 at x = 0, "))
      << text();
  EXPECT_TRUE(text().ends_with("t = 0; expected values above 0 and up to 1e+30 everywhere"))
      << text();
}

TEST_F(Values, OfAShearRateAtRestAreThoseOfNone) {
  values_.look_at_coefficient(
      compiled("1/shear_rate", "a.toml:3: at rest", cases::Variables::coefficient), 0);
  EXPECT_EQ(text(),
            "a.toml:3: at rest = \"1/shear_rate\": the value is inf at shear_rate = 0, t = 0");
}

class ValuesBetweenWalls : public Values {
 protected:
  ValuesBetweenWalls()
      : Values({"mesh.y.periodic=false", "boundary.y=wall", "scalar[0].boundary.y=insulated"}) {}
};

TEST_F(ValuesBetweenWalls, AreLookedAtOnTheSideAlone) {
  const space::Boundary lower(space_, 2);
  ASSERT_EQ(lower.name(), "y_min");
  values_.look_at_sides(compiled("1/(y - 1)", "a.toml:1: elsewhere", cases::Variables::boundary),
                        lower, 0);
  EXPECT_EQ(text(), "");
  values_.look_at_sides(compiled("1/y", "a.toml:2: here", cases::Variables::boundary), lower, 0);
  EXPECT_EQ(text(), "a.toml:2: here = \"1/y\": the value is inf at y = 0, t = 0");
}

TEST_F(ValuesBetweenWalls, KnowTheNormalAndTheInitialFields) {
  const space::Boundary lower(space_, 2);
  values_.look_at_sides(compiled("ln(2 + ny)*heat", "a.toml:1: fine", cases::Variables::boundary),
                        lower, 0);
  EXPECT_EQ(text(), "");
  values_.look_at_sides(compiled("1/(1 + ny + w)", "a.toml:2: normal", cases::Variables::boundary),
                        lower, 0);
  EXPECT_EQ(text(),
            "a.toml:2: normal = \"1/(1 + ny + w)\": the value is inf at w = 0, ny = -1, t = 0");
}

TEST_F(Values, MayBeRandomAtTheStart) {
  values_.look_at_initial(compiled("1 + random(3)", "a.toml:1: noise", cases::Variables::initial));
  EXPECT_EQ(text(), "");
  values_.look_at_initial(
      compiled("ln(-1 - random(3))", "a.toml:2: none", cases::Variables::initial));
  EXPECT_EQ(text(), "a.toml:2: none = \"ln(-1 - random(3))\": the value is nan at t = 0");
}

}  // namespace
}  // namespace lobatto::run
