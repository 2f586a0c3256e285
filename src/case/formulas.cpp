#include "case/formulas.hpp"

#include <algorithm>
#include <array>

#include "io/collective.hpp"

namespace lobatto::cases {

namespace {

void keep_first(std::string& kept, const std::optional<std::string>& fault) {
  if (fault && kept.empty()) kept = *fault;
}

}  // namespace

Formulas::Formulas(const Case& the_case)
    : case_(the_case), fault_(std::make_shared<std::string>()) {}

Expression Formulas::compile(const ExpressionText& text) const {
  return Expression::compile(text, space_variables(), case_.parameters);
}

space::SpaceTimeFunction Formulas::function(const ExpressionText& text) {
  const Expression expression = compile(text);
  varies_ = varies_ || expression.depends_on_time();
  return
      [expression, fault = fault_](const space::Points& points, double t, std::span<double> out) {
        const std::array<std::span<const double>, 3> inputs{points.x, points.y, points.z};
        keep_first(*fault, expression.evaluate(inputs, t, out));
      };
}

space::SpaceTimeFunction Formulas::function(const std::optional<ExpressionText>& text) {
  return text ? function(*text) : space::SpaceTimeFunction{};
}

physics::VectorFunction Formulas::vector_function(const VectorExpression& texts) {
  return {function(texts[0]), function(texts[1]), function(texts[2])};
}

physics::VectorFunction Formulas::vector_function(const std::optional<VectorExpression>& texts) {
  return texts ? vector_function(*texts) : physics::VectorFunction{};
}

physics::SourceFunction Formulas::source_function(const ExpressionText& text) {
  const Expression expression =
      Expression::compile(text, solution_variables(scalar_names(case_)), case_.parameters);
  varies_ = varies_ || !expression.constant_value();
  return [expression, fault = fault_](
             const space::Points& points, double t, std::span<const double* const> velocity,
             std::span<const double* const> scalars, std::span<double> out) {
    std::vector<std::span<const double>> inputs{points.x, points.y, points.z};
    for (const double* component : velocity) inputs.emplace_back(component, out.size());
    for (const double* scalar : scalars) inputs.emplace_back(scalar, out.size());
    keep_first(*fault, expression.evaluate(inputs, t, out));
  };
}

bool Formulas::depends_on_time(const ExpressionText& text) const {
  return compile(text).depends_on_time();
}

bool Formulas::depends_on_time(const VectorExpression& texts) const {
  return std::ranges::any_of(texts, [&](const auto& text) { return depends_on_time(text); });
}

std::optional<std::string> Formulas::fault_in_step(const comm::Communicator& communicator) const {
  if (!varies_) return std::nullopt;
  const auto worst = communicator.max_location(fault_->empty() ? 0.0 : 1.0);
  if (worst.value == 0) return std::nullopt;
  std::string fault = *fault_;
  communicator.broadcast(fault, worst.rank);
  return fault;
}

void Formulas::throw_fault(const comm::Communicator& communicator) const {
  io::throw_together(communicator, *fault_);
}

}  // namespace lobatto::cases
