#include "residents/case_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "case/expressions/coefficient_expression.hpp"
#include "physics/closures/element_gradients.hpp"
#include "residents/source_gradients.hpp"

namespace lobatto::residents {

namespace {

/// Every how many of n things, each with so many nodes, one is looked at.
std::size_t stride_of(std::size_t n, std::size_t nodes_of_one) {
  const std::size_t n_nodes = n * nodes_of_one;
  return std::max<std::size_t>(1, (n_nodes + CaseValues::most_nodes - 1) / CaseValues::most_nodes);
}

/// Where a mistake is told of once: the components of a function of the user's code are one place.
std::string place_of(const cases::Expression& expression) {
  const std::string &text = expression.text(), &where = expression.where();
  if (!cases::calls_user_function(text) || !text.ends_with(']')) return where;
  return where.substr(0, where.rfind('[')) + text.substr(0, text.rfind('['));
}

/// What is wrong with the values of an expression; empty where all are finite. `inputs` in the
/// order of its variables.
std::string fault_of(const cases::Expression& expression,
                     std::span<const std::span<const double>> inputs, double t,
                     std::span<double> out) {
  return expression.evaluate(inputs, t, out).value_or("");
}

/// The same of values of the place that have to lie in a range.
std::string fault_of_range(const cases::Expression& expression, const space::Points& points,
                           const cases::Range& range, std::span<double> out) {
  const std::array<std::span<const double>, 3> inputs{points.x, points.y, points.z};
  if (std::string fault = fault_of(expression, inputs, 0.0, out); !fault.empty()) return fault;
  const auto bad = std::ranges::find_if_not(out, [&](double x) { return range.contains(x); });
  if (bad == out.end()) return {};
  const auto q = static_cast<std::size_t>(bad - out.begin());
  return fmt::format("{} = \"{}\": the value is {} at x = {}, y = {}, z = {}; expected values{}",
                     expression.where(), expression.text(), *bad, points.x[q], points.y[q],
                     points.z[q], range.text());
}

}  // namespace

CaseValues::CaseValues(const cases::Case& the_case, const space::FunctionSpace& space)
    : case_(the_case), space_(space) {}

void CaseValues::look_at_nodes(const cases::Expression& expression, double t) {
  findings_.push_back({place_of(expression), fault_at_nodes(expression, t)});
}

void CaseValues::look_at_initial(const cases::Expression& expression) {
  findings_.push_back({place_of(expression), fault_at_nodes(expression, 0.0)});
}

void CaseValues::look_at_sides(const cases::Expression& expression, const space::Boundary& boundary,
                               double t) {
  findings_.push_back({place_of(expression), fault_at_sides(expression, boundary, t)});
}

void CaseValues::look_at_sides(const cases::Expression& expression, const space::Boundary& boundary,
                               const cases::Range& range) {
  std::string fault;
  const auto look = [&](const space::Points& points, double, std::span<double> out) {
    if (fault.empty()) fault = fault_of_range(expression, points, range, out);
  };
  std::vector<double> values;
  boundary.evaluate(look, 0.0, values);
  findings_.push_back({place_of(expression), fault});
}

std::optional<space::Boundary> CaseValues::boundary(const std::string& name) const {
  const auto found = std::ranges::find(space_.boundaries(), name, &space::BoundarySides::name);
  if (found == space_.boundaries().end()) return std::nullopt;
  return space::Boundary(space_, static_cast<int>(found - space_.boundaries().begin()));
}

void CaseValues::look_at_sides(std::span<const cases::Expression* const> expressions,
                               const std::string& where, const space::Boundary& boundary,
                               Judge judge) {
  for (const auto* expression : expressions)
    if (expression != nullptr) look_at_sides(*expression, boundary, cases::Range{});
  std::string fault;
  const auto look = [&](const space::Points& points, double, std::span<double> out) {
    const std::array<std::span<const double>, 3> inputs{points.x, points.y, points.z};
    std::vector<std::vector<double>> values(expressions.size(), std::vector<double>(out.size()));
    bool is_known = fault.empty();
    for (std::size_t i = 0; i < values.size(); ++i)
      if (expressions[i] != nullptr)
        is_known &= fault_of(*expressions[i], inputs, 0.0, values[i]).empty();
    if (is_known) fault = judge(points, values);
  };
  std::vector<double> values;
  boundary.evaluate(look, 0.0, values);
  findings_.push_back({where, fault});
}

void CaseValues::look_at_nodes(const cases::Expression& expression, const cases::Range& range) {
  std::string fault;
  Points x;
  std::vector<double> out(space_.element_size());
  const auto n = static_cast<std::size_t>(space_.n_elements());
  for (std::size_t e = 0; e < n && fault.empty(); e += stride_of(n, space_.element_size())) {
    space_.element_points(static_cast<int>(e), x);
    fault = fault_of_range(expression, {x[0], x[1], x[2]}, range, out);
  }
  findings_.push_back({place_of(expression), fault});
}

void CaseValues::look_at_source(const cases::Expression& expression, double t, int region) {
  findings_.push_back({place_of(expression), fault_of_source(expression, t, region)});
}

void CaseValues::look_at_scalar_source(const cases::Expression& expression, double t) {
  findings_.push_back({expression.where(), fault_of_scalar_source(expression, t)});
}

void CaseValues::look_at_coefficient(const cases::Expression& expression, double t, int region) {
  findings_.push_back({place_of(expression),
                       fault_of_coefficient(cases::CoefficientExpression(expression), t, region)});
}

std::vector<int> CaseValues::some_elements(int region) const {
  std::vector<int> elements;
  for (int e = 0; e < space_.n_elements(); ++e)
    if (space_.region(e) == region) elements.push_back(e);
  const std::size_t stride = stride_of(elements.size(), space_.element_size());
  std::vector<int> some;
  for (std::size_t i = 0; i < elements.size(); i += stride) some.push_back(elements[i]);
  return some;
}

std::string CaseValues::fault_at_nodes(const cases::Expression& expression, double t) const {
  if (expression.constant_value()) return {};
  Points x;
  std::vector<double> out(space_.element_size());
  const std::vector<double> node(space_.element_size());  // any will do
  const auto n = static_cast<std::size_t>(space_.n_elements());
  for (std::size_t e = 0; e < n; e += stride_of(n, space_.element_size())) {
    space_.element_points(static_cast<int>(e), x);
    const std::array<std::span<const double>, 4> inputs{x[0], x[1], x[2], node};
    if (std::string fault = fault_of(expression, inputs, t, out); !fault.empty()) return fault;
  }
  return {};
}

std::string CaseValues::fault_at_sides(const cases::Expression& expression,
                                       const space::Boundary& boundary, double t) const {
  if (expression.constant_value()) return {};
  const auto initial = initial_values_for(expression, false);
  const std::size_t stride = stride_of(boundary.n_slots(), space_.element_size());
  for (std::size_t s = 0; s < boundary.n_slots(); s += stride) {
    std::string fault = fault_at(expression, initial, boundary.points(s), t);
    if (!fault.empty()) return fault;
  }
  return {};
}

/// Of the velocity and the scalars that the formula depends on, or all; nothing stands for zero.
CaseValues::Solution CaseValues::initial_values_for(const cases::Expression& formula,
                                                    bool whole) const {
  Solution initial;
  const auto add = [&](const std::string& name, const cases::Expression* given) {
    const bool is_wanted = whole || formula.depends_on(name);
    initial.push_back(given != nullptr && is_wanted ? std::optional(*given) : std::nullopt);
  };
  const auto& velocity = case_.velocity_at_start();
  for (std::size_t d = 0; d < 3; ++d)
    add(std::string(1, "uvw"[d]), velocity ? &(*velocity)[d] : nullptr);
  for (const cases::ScalarCase& scalar : case_.scalars)
    add(scalar.name, scalar.initial ? &*scalar.initial : nullptr);
  return initial;
}

std::string CaseValues::fault_of_source(const cases::Expression& source, double t,
                                        int region) const {
  const auto initial = initial_values_for(source, false);
  Points x;
  for (const int e : some_elements(region)) {
    space_.element_points(e, x);
    std::string fault = fault_at(source, initial, {x[0], x[1], x[2]}, t);
    if (!fault.empty()) return fault;
  }
  return {};
}

std::string CaseValues::fault_of_scalar_source(const cases::Expression& source, double t) const {
  SourceGradients gradients(source, scalar_names(case_), space_);
  const auto initial = initial_values_for(source, gradients.are_used());
  Points x;
  std::vector<double> out(space_.element_size());
  for (const int e : some_elements(0)) {
    space_.element_points(e, x);
    const auto solution = solution_at(initial, {x[0], x[1], x[2]}, t);
    if (!solution) return {};
    std::vector<std::span<const double>> inputs{x[0], x[1], x[2]};
    std::vector<const double*> fields;
    for (const auto& field : *solution) fields.push_back(field.data());
    inputs.insert(inputs.end(), solution->begin(), solution->end());
    gradients.append(e, 1, fields, inputs);
    if (std::string fault = fault_of(source, inputs, t, out); !fault.empty()) return fault;
  }
  return {};
}

std::string CaseValues::fault_of_coefficient(const cases::CoefficientExpression& formula, double t,
                                             int region) const {
  const auto initial = initial_values_for(formula.expression(), formula.uses_shear_rate());
  physics::ShearRate rate(space_);
  Points x;
  std::vector<double> out(space_.element_size()), shear(space_.element_size());
  for (const int e : some_elements(region)) {
    space_.element_points(e, x);
    const auto solution = solution_at(initial, {x[0], x[1], x[2]}, t);
    if (!solution) return {};
    std::vector<std::span<const double>> inputs{x[0], x[1], x[2]};
    inputs.insert(inputs.end(), solution->begin(), solution->end());
    if (formula.uses_shear_rate()) {
      const auto& u = *solution;
      rate.evaluate_block(space::element_block(space_, e, 1),
                          {u[0].data(), u[1].data(), u[2].data()}, shear);
      inputs.emplace_back(shear);
    }
    if (const auto fault = formula.evaluate(inputs, t, out)) return *fault;
  }
  return {};
}

/// What the initial condition lacks is told of by itself.
std::optional<std::vector<std::vector<double>>> CaseValues::solution_at(const Solution& initial,
                                                                        const space::Points& points,
                                                                        double t) {
  const std::size_t n = points.x.size();
  std::vector<std::vector<double>> solution(initial.size(), std::vector<double>(n));
  const std::vector<double> node(n);  // any will do
  const std::array<std::span<const double>, 4> at{points.x, points.y, points.z, node};
  for (std::size_t i = 0; i < initial.size(); ++i)
    if (initial[i] && !fault_of(*initial[i], at, t, solution[i]).empty()) return std::nullopt;
  return solution;
}

std::string CaseValues::fault_at(const cases::Expression& expression, const Solution& initial,
                                 const space::Points& points, double t) {
  const auto solution = solution_at(initial, points, t);
  if (!solution) return {};
  std::vector<std::span<const double>> inputs{points.x, points.y, points.z};
  inputs.insert(inputs.end(), solution->begin(), solution->end());
  inputs.insert(inputs.end(), points.normal.begin(), points.normal.end());
  std::vector<double> out(points.x.size());
  return fault_of(expression, inputs, t, out);
}

void CaseValues::report(cases::Problems& problems) const {
  std::vector<double> is_bad;
  for (const Finding& finding : findings_) is_bad.push_back(finding.fault.empty() ? 0.0 : 1.0);
  space_.communicator().max(is_bad);
  std::set<std::string> told;
  for (std::size_t i = 0; i < findings_.size(); ++i)
    if (is_bad[i] != 0.0 && told.insert(findings_[i].place).second)
      add_from_any(problems, findings_[i].fault, space_.communicator());
}

}  // namespace lobatto::residents
