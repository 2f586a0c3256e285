#include "case/expression.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "base/error.hpp"

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

std::string message_of(const std::string& text) {
  try {
    compile(text);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
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

TEST(Expression, RefusesWithPlacePositionAndNames) {
  EXPECT_EQ(message_of("sin(q*x)"),
            "a.toml:1:1: key = \"sin(q*x)\": unexpected token \"q\" found at position 4; the names "
            "known here are x, y, z, "
            "t, pi, e, Ra and a");
  EXPECT_NE(message_of("cso(x)").find("did you mean 'cos'"), std::string::npos);
  EXPECT_NE(message_of("x = 3").find("would assign"), std::string::npos);
  EXPECT_NE(message_of("x == 3 ? y = 2 : 1").find("position 11 would assign"), std::string::npos);
  EXPECT_NE(message_of("x, y").find("expected one formula"), std::string::npos);
  EXPECT_NE(message_of("").find("empty"), std::string::npos);
  EXPECT_NE(message_of("1/0").find("the value is inf"), std::string::npos);
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
  for (const char* name : {"sin", "step", "mod", "x", "t", "w", "pi", "e"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
}

}  // namespace
}  // namespace lobatto::cases
