#include <gtest/gtest.h>

#include "base/error.hpp"
#include "case/expressions/expression.hpp"
#include "case/reader.hpp"
#include "support/good_case.hpp"
#include "support/message_of.hpp"

namespace lobatto::cases {
namespace {

/// Component c at x is (c + 1) x + a + t; counts how often it is asked.
struct Line {
  int n_calls = 0;
  UserFunctions functions{
      {"line", std::make_shared<UserFunction>(
                   std::vector<std::string>{"t", "x", "a"},
                   [this](UserFunction::Inputs inputs, double t, int n_components,
                          std::span<double> out) -> std::optional<std::string> {
                     ++n_calls;
                     const std::size_t n = out.size() / n_components;
                     for (std::size_t i = 0; i < out.size(); ++i)
                       out[i] =
                           static_cast<double>(i / n + 1) * inputs[1][i % n] + inputs[2][i % n] + t;
                     return std::nullopt;
                   })}};
};

const std::vector<double> xs{1, 2, 4}, ys{5, 5, 5};

std::vector<double> values_of(const Expression& expression, double t) {
  const std::array<std::span<const double>, 3> inputs{xs, ys, ys};
  std::vector<double> out(3);
  EXPECT_EQ(expression.evaluate(inputs, t, out), std::nullopt);
  return out;
}

Expression compile(const std::string& text, const UserFunctions& functions) {
  return Expression::compile({text, "a.toml:1"}, space_variables(), {{"a", 0.5}}, {{}, functions});
}

TEST(UserCall, GivesWhatTheFunctionDoes) {
  Line line;
  const auto expression = compile(" @line", line.functions);
  EXPECT_EQ(values_of(expression, 10), (std::vector{11.5, 12.5, 14.5}));
  EXPECT_TRUE(expression.depends_on_time());
  EXPECT_TRUE(expression.depends_on("x"));
  EXPECT_FALSE(expression.depends_on("y"));
  EXPECT_EQ(expression.constant_value(), std::nullopt);
}

TEST(UserCall, ComputesTheComponentsOfAVectorAtOnce) {
  Line line;
  std::vector<Expression> components;
  for (int c = 0; c < 3; ++c)
    components.push_back(compile(component_of_call("@line", c), line.functions));
  for (const double t : {0.0, 1.0}) {
    EXPECT_EQ(values_of(components[0], t), (std::vector{1.5 + t, 2.5 + t, 4.5 + t}));
    EXPECT_EQ(values_of(components[1], t), (std::vector{2.5 + t, 4.5 + t, 8.5 + t}));
    EXPECT_EQ(values_of(components[2], t), (std::vector{3.5 + t, 6.5 + t, 12.5 + t}));
  }
  EXPECT_EQ(line.n_calls, 2);
}

TEST(UserCall, IsRefusedWhereNothingCanComeOfIt) {
  Line line;
  const auto message = [&](const std::string& text, const UserFunctions& functions) {
    return message_of<base::Error>([&] { compile(text, functions); });
  };
  EXPECT_EQ(message("@lin", line.functions),
            "a.toml:1 = \"@lin\": the user code has no function 'lin'; did you mean 'line'?");
  EXPECT_NE(message("@line", {}).find("[python] file"), std::string::npos);
  EXPECT_NE(message("@line[3]", line.functions).find("expected \"@\" and the name"),
            std::string::npos);
  const UserFunctions other{
      {"f", std::make_shared<UserFunction>(std::vector<std::string>{"zz"}, nullptr)}};
  EXPECT_NE(message("@f", other).find("its argument 'zz' is not known here"), std::string::npos);
}

TEST(UserCall, SaysWhatWentWrong) {
  const auto evaluate = [](UserFunction::Inputs, double t, int,
                           std::span<double> out) -> std::optional<std::string> {
    if (t > 1) return "ValueError: too late";
    out[1] = INFINITY;
    return std::nullopt;
  };
  const UserFunctions functions{
      {"f", std::make_shared<UserFunction>(std::vector<std::string>{"x"}, evaluate)}};
  const auto expression = compile("@f", functions);
  const std::array<std::span<const double>, 3> inputs{xs, ys, ys};
  std::vector<double> out(3);
  EXPECT_EQ(expression.evaluate(inputs, 2, out), "a.toml:1 = \"@f\": ValueError: too late");
  EXPECT_EQ(expression.evaluate(inputs, 1, out),
            "a.toml:1 = \"@f\": the value is inf at x = 2, t = 1");
}

TEST(UserCall, StandsForAVectorInACase) {
  Line line;
  const std::string text =
      minimal_case + "[parameters]\na = 0.5\n[initial]\nvelocity = \"@line\"\n";
  const Case c = parse_case(text, "a.toml", {}, CaseFormat(), read_table_text, line.functions);
  EXPECT_EQ((*c.initial_velocity)[2].text(), "@line[2]");
  EXPECT_THROW(parse_case(text, "a.toml", {"fluid.reynolds=@line"}, CaseFormat(), read_table_text,
                          line.functions),
               base::Error);
}

}  // namespace
}  // namespace lobatto::cases
