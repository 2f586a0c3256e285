#include "residents/formulas.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "case/expressions/coefficient_expression.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "physics/coefficients/formula_law.hpp"
#include "physics/conditions/turbulence/isotropic_turbulence.hpp"
#include "residents/source_gradients.hpp"

namespace lobatto::residents {

namespace {

void keep_first(std::string& kept, const std::optional<std::string>& fault) {
  if (fault && kept.empty()) kept = *fault;
}

}  // namespace

bool depends_on_time(const cases::VectorExpression& vector) {
  return std::ranges::any_of(vector, &cases::Expression::depends_on_time);
}

bool depends_on_solution(const cases::VectorExpression& vector) {
  return std::ranges::any_of(vector, &cases::Expression::depends_on_solution);
}

bool is_of_place(std::span<const cases::Expression> expressions) {
  const auto& of_place = cases::space_variables();
  return std::ranges::none_of(expressions, [&](const auto& expression) {
    return expression.depends_on_time() ||
           std::ranges::any_of(expression.used_variables(), [&](const auto& name) {
             return std::ranges::count(of_place, name) == 0;
           });
  });
}

Formulas::Formulas(const cases::Case& the_case)
    : case_(the_case), fault_(std::make_shared<std::string>()) {}

space::SpaceTimeFunction Formulas::function(const cases::Expression& expression) {
  varies_ = varies_ || expression.depends_on_time();
  return [expression, n_scalars = case_.scalars.size(), fault = fault_](
             const space::Points& points, double t, std::span<double> out) {
    std::vector<std::span<const double>> inputs{points.x, points.y, points.z};
    inputs.resize(inputs.size() + 3 + n_scalars);  // the solution, which it does not use
    inputs.insert(inputs.end(), points.normal.begin(), points.normal.end());
    keep_first(*fault, expression.evaluate(inputs, t, out));
  };
}

space::SpaceTimeFunction Formulas::function(const std::optional<cases::Expression>& expression) {
  return expression ? function(*expression) : space::SpaceTimeFunction{};
}

physics::VectorFunction Formulas::vector_function(const cases::VectorExpression& vector) {
  return {function(vector[0]), function(vector[1]), function(vector[2])};
}

physics::VectorFunction Formulas::vector_function(
    const std::optional<cases::VectorExpression>& vector) {
  return vector ? vector_function(*vector) : physics::VectorFunction{};
}

space::SpaceTimeFunction Formulas::initial_function(const std::optional<cases::Expression>& given,
                                                    const space::FunctionSpace& space) {
  if (!given) return {};
  const cases::Expression& expression = *given;
  if (!expression.depends_on(cases::random_name)) return function(expression);
  const auto ids = std::make_shared<const std::vector<std::int64_t>>(space.node_ids());
  return [expression, ids, fault = fault_](const space::Points& points, double t,
                                           std::span<double> out) {
    std::vector<double> numbers;
    for (const std::size_t node : points.nodes)
      numbers.push_back(static_cast<double>((*ids)[node]));
    const std::array<std::span<const double>, 4> inputs{points.x, points.y, points.z, numbers};
    keep_first(*fault, expression.evaluate(inputs, t, out));
  };
}

physics::VectorFunction Formulas::initial_velocity(const space::FunctionSpace& space) {
  physics::VectorFunction velocity;
  const auto& texts = case_.velocity_at_start();
  for (int d = 0; texts && d < 3; ++d) velocity[d] = initial_function((*texts)[d], space);
  if (case_.initial_turbulence) add_turbulence(velocity, space);
  return velocity;
}

void Formulas::add_turbulence(physics::VectorFunction& velocity,
                              const space::FunctionSpace& space) const {
  physics::IsotropicTurbulence::Settings settings = *case_.initial_turbulence;
  for (int d = 0; d < 3; ++d) settings.lengths[d] = case_.axes[d].length();
  const auto fluctuation = std::make_shared<const space::VectorField>(
      physics::IsotropicTurbulence(settings).velocity(space));
  for (int d = 0; d < 3; ++d)
    velocity[d] = [mean = velocity[d], fluctuation, d](const space::Points& points, double t,
                                                       std::span<double> out) {
      std::ranges::fill(out, 0.0);
      if (mean) mean(points, t, out);
      for (std::size_t q = 0; q < out.size(); ++q) out[q] += (*fluctuation)[d][points.nodes[q]];
    };
}

physics::SourceFunction Formulas::source_function(const cases::Expression& expression) {
  varies_ = varies_ || !expression.constant_value();
  return [expression, fault = fault_](
             const space::Points& points, double t, std::span<const double* const> velocity,
             std::span<const double* const> scalars, std::span<double> out) {
    std::vector<std::span<const double>> inputs{points.x, points.y, points.z};
    for (const double* component : velocity) inputs.emplace_back(component, out.size());
    for (const double* scalar : scalars) inputs.emplace_back(scalar, out.size());
    inputs.insert(inputs.end(), points.normal.begin(), points.normal.end());
    keep_first(*fault, expression.evaluate(inputs, t, out));
  };
}

physics::SourceFunction Formulas::scalar_source(const cases::Expression& expression,
                                                const space::FunctionSpace& space) {
  const auto names = scalar_names(case_);
  const auto gradients = std::make_shared<SourceGradients>(expression, names, space);
  if (!gradients->are_used()) return source_function(expression);
  varies_ = true;
  return [expression, gradients, size = space.element_size(), fault = fault_](
             const space::Points& points, double t, std::span<const double* const> velocity,
             std::span<const double* const> scalars, std::span<double> out) {
    std::vector<std::span<const double>> inputs{points.x, points.y, points.z};
    std::vector<const double*> fields(velocity.begin(), velocity.end());
    fields.insert(fields.end(), scalars.begin(), scalars.end());
    for (const double* field : fields) inputs.emplace_back(field, out.size());
    gradients->append(static_cast<int>(points.nodes.front() / size),
                      static_cast<int>(out.size() / size), fields, inputs);
    keep_first(*fault, expression.evaluate(inputs, t, out));
  };
}

physics::VectorSource Formulas::vector_source(const cases::VectorExpression& vector) {
  return {source_function(vector[0]), source_function(vector[1]), source_function(vector[2])};
}

physics::GivenVector Formulas::given_vector(const cases::VectorExpression& vector) {
  if (depends_on_solution(vector)) return {{}, true, vector_source(vector)};
  return {vector_function(vector), depends_on_time(vector)};
}

physics::GivenVector Formulas::given_along_normal(const cases::Expression& value, double factor) {
  physics::GivenVector vector{{}, value.depends_on_time()};
  const auto project = [factor](const space::Points& points, int d, std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q) out[q] *= factor * points.normal[d][q];
  };
  for (int d = 0; d < 3; ++d) {
    if (value.depends_on_solution())
      vector.of_solution[d] = [source = source_function(value), project, d](
                                  const space::Points& points, double t,
                                  std::span<const double* const> velocity,
                                  std::span<const double* const> scalars, std::span<double> out) {
        source(points, t, velocity, scalars, out);
        project(points, d, out);
      };
    else
      vector.at[d] = [function = function(value), project, d](const space::Points& points, double t,
                                                              std::span<double> out) {
        function(points, t, out);
        project(points, d, out);
      };
  }
  return vector;
}

physics::CoefficientSettings Formulas::coefficient(const cases::CoefficientCase& given,
                                                   int region) {
  if (!given.field) return given.constant;
  const cases::CoefficientExpression expression(*given.field);
  varies_ = varies_ || expression.dependence() != physics::Dependence::place;
  const auto function = [expression, fault = fault_](const physics::CoefficientInputs& at,
                                                     std::span<double> out) {
    std::vector<std::span<const double>> inputs{at.points.x, at.points.y, at.points.z};
    for (const double* component : at.velocity) inputs.emplace_back(component, out.size());
    for (const double* scalar : at.scalars) inputs.emplace_back(scalar, out.size());
    if (at.shear_rate != nullptr) inputs.emplace_back(at.shear_rate, out.size());
    keep_first(*fault, expression.evaluate(inputs, at.t, out));
  };
  physics::FormulaLaw::Formula formula{function, expression.dependence(),
                                       expression.uses_shear_rate(), scalar_names(case_), region};
  return {std::make_shared<physics::FormulaLaw>(std::move(formula))};
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
  comm::throw_together(communicator, *fault_);
}

}  // namespace lobatto::residents
