#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "case/expressions/expression.hpp"

namespace lobatto::cases {

/// What an Expression is: a formula, or a call of the user's own code.
class Expression::Implementation {
 public:
  virtual ~Implementation() = default;
  [[nodiscard]] virtual std::optional<std::string> evaluate(
      std::span<const std::span<const double>> inputs, double t, std::span<double> out) = 0;
  [[nodiscard]] virtual bool depends_on_time() const = 0;
  [[nodiscard]] virtual std::vector<std::string> used_variables() const = 0;
  [[nodiscard]] virtual std::optional<double> constant_value() const = 0;
  [[nodiscard]] const ExpressionText& text() const { return text_; }
  void stands_at(const std::string& where) { text_.where = where; }

 protected:
  explicit Implementation(ExpressionText text) : text_(std::move(text)) {}
  /// A message about the expression, with its place.
  [[nodiscard]] std::string located(const std::string& why) const;
  /// Throws base::Error.
  [[noreturn]] void refuse(const std::string& why) const;
  /// The value is not finite at this point. names[v] = values[v]
  [[nodiscard]] std::string fault_of(double value, const std::vector<std::string>& names,
                                     const std::vector<double>& values, double t) const;

 private:
  ExpressionText text_;
};

/// Throws base::Error: there is no such function, or it takes something that is not known here.
std::shared_ptr<Expression::Implementation> make_user_call(
    const ExpressionText& text, const std::vector<std::string>& variables,
    const Expression::Parameters& parameters, const UserFunctions& functions);

}  // namespace lobatto::cases
