#include "case/expressions/coefficient_expression.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/schema/schema.hpp"
#include "physics/closures/subgrid_viscosity.hpp"

namespace lobatto::cases {

CoefficientCase coefficient_of(const Expression& expression) {
  if (const auto constant = expression.constant_value()) return {*constant, std::nullopt};
  return {0, expression};
}

void report_coefficient(const Section& table, const std::string& key, const std::string& what,
                        const CoefficientCase& coefficient) {
  const auto value = coefficient.number();
  if (!value || coefficient_range.contains(*value)) return;
  table.report(key, fmt::format("gives a {} of {:.6g}; expected one{}", what, *value,
                                coefficient_range.text()));
}

std::vector<std::string> scalar_names_of(const Section& root) {
  std::vector<std::string> names;
  for (const Section& table : root.tables("scalar"))
    if (const auto name = table.word("name")) names.push_back(*name);
  return names;
}

namespace {

physics::Dependence dependence_of(const Expression& expression) {
  if (expression.depends_on_solution()) return physics::Dependence::solution;
  return expression.depends_on_time() ? physics::Dependence::time : physics::Dependence::place;
}

}  // namespace

CoefficientExpression::CoefficientExpression(Expression expression)
    : expression_(std::move(expression)), dependence_(dependence_of(expression_)) {}

std::optional<std::string> CoefficientExpression::evaluate(
    std::span<const std::span<const double>> inputs, double t, std::span<double> out) const {
  if (auto fault = expression_.evaluate(inputs, t, out)) return fault;
  const auto bad =
      std::ranges::find_if(out, [](double value) { return !coefficient_range.contains(value); });
  if (bad == out.end()) return std::nullopt;
  const auto q = static_cast<std::size_t>(bad - out.begin());
  return fmt::format(
      "{} = \"{}\": the value is {} at x = {}, y = {}, z = {}, t = {}; expected values{} "
      "everywhere",
      expression_.where(), expression_.text(), *bad, inputs[0][q], inputs[1][q], inputs[2][q], t,
      coefficient_range.text());
}

bool viscosity_is_field(const Case& the_case) {
  return !the_case.prescribed_velocity &&
         (the_case.viscosity.field || the_case.eddy_viscosity || the_case.density_varies);
}

bool diffusivity_is_field(const Case& the_case, const ScalarCase& scalar) {
  return scalar.diffusivity.field || the_case.eddy_viscosity || the_case.density_varies ||
         !the_case.solids.empty();
}

std::vector<std::string> coefficient_fields(const Case& the_case) {
  std::vector<std::string> names;
  if (viscosity_is_field(the_case)) names.emplace_back("viscosity");
  for (const ScalarCase& scalar : the_case.scalars)
    if (diffusivity_is_field(the_case, scalar)) names.push_back(scalar.name + "_diffusivity");
  if (the_case.eddy_viscosity) names.emplace_back(physics::SubgridViscosity::name);
  if (the_case.density_varies) names.emplace_back("density");
  names.insert(names.end(), the_case.model_fields.begin(), the_case.model_fields.end());
  names.insert(names.end(), the_case.extra_fields.begin(), the_case.extra_fields.end());
  return names;
}

}  // namespace lobatto::cases
