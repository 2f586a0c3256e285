#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/document/section.hpp"
#include "case/expressions/expression.hpp"
#include "physics/coefficients/coefficient_law.hpp"

namespace lobatto::cases {

/// What a case says of a coefficient: a number where the formula uses neither a variable nor t.
CoefficientCase coefficient_of(const Expression& expression);

/// Reports the key of a table that makes a coefficient, a constant, no run can compute with.
void report_coefficient(const Section& table, const std::string& key, const std::string& what,
                        const CoefficientCase& coefficient);

/// The scalars that a document names, in their order; they may not have been read yet.
std::vector<std::string> scalar_names_of(const Section& root);

/// The formula of a coefficient that is a field: its values have to be in coefficient_range.
class CoefficientExpression {
 public:
  explicit CoefficientExpression(Expression expression);

  [[nodiscard]] physics::Dependence dependence() const { return dependence_; }
  [[nodiscard]] bool uses_shear_rate() const { return expression_.depends_on("shear_rate"); }
  [[nodiscard]] const Expression& expression() const { return expression_; }

  /// As Expression::evaluate, with inputs in the order of coefficient_variables(), of which x, y
  /// and z are there; a value out of coefficient_range is a fault, too.
  [[nodiscard]] std::optional<std::string> evaluate(std::span<const std::span<const double>> inputs,
                                                    double t, std::span<double> out) const;

 private:
  Expression expression_;
  physics::Dependence dependence_;
};

/// Whether a coefficient has a value at each node, by its formula or by an eddy viscosity.
bool viscosity_is_field(const Case& the_case);
bool diffusivity_is_field(const Case& the_case, const ScalarCase& scalar);

/// The names of the fields that the coefficients of a case are, as the state has them, and of
/// those that they follow from.
std::vector<std::string> coefficient_fields(const Case& the_case);

}  // namespace lobatto::cases
