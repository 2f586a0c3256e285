#include "case/expressions/expression.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "base/error.hpp"
#include "support/message_of.hpp"

namespace lobatto::cases {
namespace {

const Expression::Parameters parameters{{"a", 2.0}, {"Ra", 1e5}};

Expression compile(const std::string& text,
                   const std::vector<std::string>& variables = space_variables()) {
  return Expression::compile({text, "a.toml:1:1: key"}, variables, parameters);
}

double value_at(const std::string& text, double x, double y, double z, double t) {
  const std::array<std::span<const double>, 3> inputs{std::span(&x, 1), std::span(&y, 1),
                                                      std::span(&z, 1)};
  double out = 0;
  EXPECT_FALSE(compile(text).evaluate(inputs, t, std::span(&out, 1)));
  return out;
}

std::string parse_message(const std::string& text) {
  return lobatto::message_of<base::Error>([&] { compile(text); });
}

TEST(Expression, AgreesWithTheSameFormulaInCpp) {
  const double x = 0.3, y = -1.7, z = 2.2, t = 0.9;
  const double pi = std::numbers::pi;
  EXPECT_DOUBLE_EQ(value_at("sin(pi*x)*cos(y)*exp(-a*t)", x, y, z, t),
                   std::sin(pi * x) * std::cos(y) * std::exp(-2 * t));
  EXPECT_DOUBLE_EQ(value_at("z^2 - x/y + e", x, y, z, t), z * z - x / y + std::numbers::e);
  EXPECT_DOUBLE_EQ(value_at("abs(y) + max(x, z) + log(z)", x, y, z, t), 1.7 + z + std::log(z));
  EXPECT_DOUBLE_EQ(value_at("x < 0.5 && y <= 0 ? Ra : 1", x, y, z, t), 1e5);
  EXPECT_DOUBLE_EQ(value_at("x == 0.3 ? 1 : x >= 5 ? 2 : 3", x, y, z, t), 1);
}

TEST(Expression, StepIsOneFromZeroOn) {
  EXPECT_EQ(value_at("step(x)", -1e-300, 0, 0, 0), 0);
  EXPECT_EQ(value_at("step(x)", 0, 0, 0, 0), 1);
  EXPECT_EQ(value_at("step(x)", 3, 0, 0, 0), 1);
}

TEST(Expression, ModIsPeriodicAlsoBelowZero) {
  EXPECT_DOUBLE_EQ(value_at("mod(x, 2)", 5.5, 0, 0, 0), 1.5);
  EXPECT_DOUBLE_EQ(value_at("mod(x, 2)", -0.5, 0, 0, 0), 1.5);
  EXPECT_DOUBLE_EQ(value_at("mod(x, 2)", 4, 0, 0, 0), 0);
}

// erf(1) and erfc(1), Abramowitz & Stegun table 7.1.
TEST(Expression, KnowsTheErrorFunction) {
  EXPECT_NEAR(value_at("erf(x)", 1, 0, 0, 0), 0.8427007929, 1e-10);
  EXPECT_NEAR(value_at("erfc(x)", 1, 0, 0, 0), 0.1572992071, 1e-10);
  EXPECT_EQ(value_at("erf(-x) + erf(x)", 0.3, 0, 0, 0), 0);
}

const DataTables tables{
    {"a", std::make_shared<const DataTable>("y,u,v\n0,1,10\n1,3,30\n", "a.csv")}};

TEST(Expression, HasTables) {
  const auto with_tables = [](const std::string& text) {
    return Expression::compile({text, "here"}, space_variables(), parameters, {tables});
  };
  const std::vector<double> x{0, 0.25, 1, 7}, t(4, 2.0);
  const std::array<std::span<const double>, 3> inputs{x, x, x};
  std::vector<double> out(4);
  EXPECT_FALSE(with_tables("table('a', x) + a*table(\"a\", table('a', 0.5*t - 0.75) - 1, 'v')")
                   .evaluate(inputs, 2, out));
  EXPECT_EQ(out, (std::vector<double>{1 + 2 * 20, 1.5 + 2 * 20, 3 + 2 * 20, 3 + 2 * 20}));
  EXPECT_FALSE(with_tables("table('a', x, 3)").depends_on("y"));
  EXPECT_TRUE(with_tables("table('a', t)").depends_on_time());
  EXPECT_EQ(with_tables("table('a', 0.5)").constant_value(), 2.0);
}

TEST(Expression, KeepsPositionsBehindTables) {
  const auto fault = [](const std::string& text) {
    return lobatto::message_of<base::Error>(
        [&] { Expression::compile({text, "here"}, {"x"}, {}, {tables}); });
  };
  EXPECT_EQ(fault("table('a', x, 'v') + q"),
            "here = \"table('a', x, 'v') + q\": unexpected token \"q\" found at position 21; the "
            "names known here are x, t, pi and e");
  EXPECT_EQ(
      fault("table('a', x, 'w')"),
      "here = \"table('a', x, 'w')\": a.csv: has no column 'w'; expected 2 to 3 or a heading: "
      "'u' and 'v'");
  EXPECT_NE(fault("2 table('a', x)").find("table"), std::string::npos);
  EXPECT_EQ(fault("2 table('a', x)").find('@'), std::string::npos);
}

std::vector<double> random_numbers(const std::string& text, const std::vector<double>& nodes) {
  const auto expression = compile(text, initial_variables());
  EXPECT_TRUE(expression.depends_on(random_name));
  EXPECT_FALSE(expression.constant_value());
  std::vector<double> out(nodes.size());
  EXPECT_FALSE(
      expression.evaluate(std::array<std::span<const double>, 4>{{{}, {}, {}, nodes}}, 0, out));
  return out;
}

TEST(Expression, HasRandomNumbersOfTheNodeAndTheSeedAlone) {
  const std::vector<double> nodes{5, 6, 5, 123456789012}, reversed{123456789012, 5, 6, 5};
  const auto found = random_numbers("random(1)", nodes),
             again = random_numbers("random(1)", reversed);
  EXPECT_EQ(found[0], found[2]);
  EXPECT_NE(found[0], found[1]);
  EXPECT_EQ(again, (std::vector<double>{found[3], found[0], found[1], found[2]}));
  EXPECT_NE(random_numbers("random(2)", nodes)[0], found[0]);
  EXPECT_EQ(random_numbers("random(0)", nodes), random_numbers("random(-0)", nodes));
  EXPECT_EQ(random_numbers("random(1) - random(1)", nodes), (std::vector<double>(4)));
}

// Neighbours and seeds in a row are independent: the largest of these correlations of 100,000 pairs
// is some 3 / sqrt(100,000).
TEST(Expression, HasUniformIndependentRandomNumbers) {
  constexpr std::size_t n = 100000;
  std::vector<double> nodes(n);
  for (std::size_t i = 0; i < n; ++i) nodes[i] = static_cast<double>(i);
  const auto a = random_numbers("random(1)", nodes), b = random_numbers("random(2)", nodes);
  std::array<int, 10> counts{};
  double shifted = 0, across = 0;
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_GE(a[i], 0);
    ASSERT_LT(a[i], 1);
    ++counts[static_cast<std::size_t>(10 * a[i])];
    shifted += 12 * (a[i] - 0.5) * (a[(i + 1) % n] - 0.5) / n;
    across += 12 * (a[i] - 0.5) * (b[i] - 0.5) / n;
  }
  for (const int count : counts) EXPECT_NEAR(count, n / 10, 500);
  EXPECT_LT(std::abs(shifted), 0.015);
  EXPECT_LT(std::abs(across), 0.015);
}

TEST(Expression, HasRandomNumbersWhereNodesAreKnownAlone) {
  EXPECT_NE(parse_message("random(1)").find("random"), std::string::npos);
  EXPECT_THROW(evaluate_constant({"random(1)", "here"}, parameters), base::Error);
}

TEST(Expression, EvaluatesArrays) {
  const std::vector<double> x{0, 1, 2, 3}, y{1, 1, 2, 2}, z(4, 7.0);
  const std::array<std::span<const double>, 3> inputs{x, y, z};
  std::vector<double> out(4);
  EXPECT_FALSE(compile("x*y + t").evaluate(inputs, 10, out));
  EXPECT_EQ(out, (std::vector<double>{10, 11, 14, 16}));
}

TEST(Expression, DoesNotReadInputsItDoesNotUse) {
  const std::vector<double> x{1, 2};
  const std::array<std::span<const double>, 3> inputs{x, std::span<const double>(),
                                                      std::span<const double>()};
  std::vector<double> out(2);
  EXPECT_FALSE(compile("3*x").evaluate(inputs, 0, out));
  EXPECT_EQ(out, (std::vector<double>{3, 6}));
}

TEST(Expression, CopiesDoNotDisturbEachOther) {
  const Expression first = compile("x + 1");
  const Expression second = first;
  const double x = 2;
  const std::array<std::span<const double>, 3> inputs{std::span(&x, 1), {}, {}};
  double a = 0, b = 0;
  EXPECT_FALSE(first.evaluate(inputs, 0, std::span(&a, 1)));
  EXPECT_FALSE(second.evaluate(inputs, 5, std::span(&b, 1)));
  EXPECT_EQ(a, 3);
  EXPECT_EQ(b, 3);
}

TEST(Expression, KnowsWhatItDependsOn) {
  EXPECT_TRUE(compile("x*sin(t)").depends_on_time());
  EXPECT_FALSE(compile("x*tan(y)").depends_on_time());
  EXPECT_TRUE(compile("x*tan(y)").depends_on("y"));
  EXPECT_FALSE(compile("x*tan(y)").depends_on("z"));
}

TEST(Expression, KnowsConstants) {
  EXPECT_EQ(compile("2*a + 1").constant_value(), 5.0);
  EXPECT_EQ(compile("x").constant_value(), std::nullopt);
  EXPECT_EQ(compile("t").constant_value(), std::nullopt);
}

TEST(Expression, SeesTheSolutionWhereItMay) {
  const auto variables = solution_variables({"heat"});
  EXPECT_EQ(variables, (std::vector<std::string>{"x", "y", "z", "u", "v", "w", "heat"}));
  const double w = 3, heat = 5;
  std::array<std::span<const double>, 7> inputs{};
  inputs[5] = std::span(&w, 1);
  inputs[6] = std::span(&heat, 1);
  double out = 0;
  EXPECT_FALSE(compile("w*heat", variables).evaluate(inputs, 0, std::span(&out, 1)));
  EXPECT_EQ(out, 15);
  EXPECT_THROW(compile("w*heat"), base::Error);
}

TEST(Expression, TellsWhatItUses) {
  const auto variables = boundary_variables({"heat"});
  EXPECT_EQ(compile("x*t + 2", variables).used_variables(), (std::vector<std::string>{"x"}));
  EXPECT_FALSE(compile("x + nx", variables).depends_on_solution());
  EXPECT_TRUE(compile("u", variables).depends_on_solution());
  EXPECT_TRUE(compile("heat*x", variables).depends_on_solution());
  EXPECT_EQ(Expression::constant("0").constant_value(), 0.0);
}

TEST(Expression, RefusesWithPlacePositionAndNames) {
  EXPECT_EQ(parse_message("sin(q*x)"),
            "a.toml:1:1: key = \"sin(q*x)\": unexpected token \"q\" found at position 4; the names "
            "known here are x, y, z, "
            "t, pi, e, Ra and a");
  EXPECT_NE(parse_message("cso(x)").find("did you mean 'cos'"), std::string::npos);
  EXPECT_NE(parse_message("x = 3").find("would assign"), std::string::npos);
  EXPECT_NE(parse_message("x == 3 ? y = 2 : 1").find("position 11 would assign"),
            std::string::npos);
  EXPECT_NE(parse_message("x, y").find("expected one formula"), std::string::npos);
  EXPECT_NE(parse_message("").find("empty"), std::string::npos);
  EXPECT_NE(parse_message("1/0").find("the value is inf"), std::string::npos);
}

TEST(Expression, ReportsTheFirstPointWithoutFiniteValueAndGoesOn) {
  const std::vector<double> x{1, 0, 0.5, 0}, y{4, 4, 4, -4};
  const std::array<std::span<const double>, 3> inputs{x, y, y};
  std::vector<double> out(4);
  const auto fault = compile("y/x + t").evaluate(inputs, 2, out);
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(*fault, "a.toml:1:1: key = \"y/x + t\": the value is inf at x = 0, y = 4, t = 2");
  EXPECT_EQ(out[2], 10);
  EXPECT_EQ(out[3], -INFINITY);
  EXPECT_FALSE(compile("y*x + t").evaluate(inputs, 2, out).has_value());
}

TEST(EvaluateConstant, KnowsParametersAlone) {
  EXPECT_DOUBLE_EQ(evaluate_constant({"a*pi", "here"}, parameters), 2 * std::numbers::pi);
  EXPECT_THROW(evaluate_constant({"x", "here"}, parameters), base::Error);
  EXPECT_THROW(evaluate_constant({"t", "here"}, parameters), base::Error);
}

TEST(ReservedNames, HoldFunctionsVariablesAndConstants) {
  const auto names = reserved_names();
  for (const char* name :
       {"sin", "step", "mod", "erf", "table", "random", "x", "t", "w", "nx", "pi", "e"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
}

}  // namespace
}  // namespace lobatto::cases
