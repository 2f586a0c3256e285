#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "case/case.hpp"
#include "case/expressions/expression.hpp"
#include "comm/communicator.hpp"
#include "physics/settings.hpp"
#include "space/function_space.hpp"

namespace lobatto::residents {

bool depends_on_time(const cases::VectorExpression& vector);
bool depends_on_solution(const cases::VectorExpression& vector);
/// True where neither time nor solution nor the normal of the boundary is used.
bool is_of_place(std::span<const cases::Expression> expressions);

/// The expressions of a case for the places that evaluate them. What evaluates one goes on
/// with a value that is not finite, for the other ranks know nothing of it; the first such value is
/// kept until all ranks ask together.
class Formulas {
 public:
  /// The case must live as long.
  explicit Formulas(const cases::Case& the_case);

  /// Of x, y, z, t and the normal of the boundary. An empty function for no text.
  [[nodiscard]] space::SpaceTimeFunction function(const cases::Expression& expression);
  [[nodiscard]] space::SpaceTimeFunction function(
      const std::optional<cases::Expression>& expression);
  [[nodiscard]] physics::VectorFunction vector_function(const cases::VectorExpression& vector);
  [[nodiscard]] physics::VectorFunction vector_function(
      const std::optional<cases::VectorExpression>& vector);
  /// Of initial values: of the nodes of the space, too, and to be evaluated at them alone.
  [[nodiscard]] space::SpaceTimeFunction initial_function(
      const std::optional<cases::Expression>& expression, const space::FunctionSpace& space);
  [[nodiscard]] physics::VectorFunction initial_velocity(const space::FunctionSpace& space);
  /// Of the solution, too.
  [[nodiscard]] physics::SourceFunction source_function(const cases::Expression& expression);
  /// Of gradients, too, in elements of the space, which must live as long: wants Points::nodes of
  /// whole elements where it uses them.
  [[nodiscard]] physics::SourceFunction scalar_source(const cases::Expression& expression,
                                                      const space::FunctionSpace& space);
  [[nodiscard]] physics::VectorSource vector_source(const cases::VectorExpression& vector);
  /// On a boundary: of the solution or not, whatever it uses.
  [[nodiscard]] physics::GivenVector given_vector(const cases::VectorExpression& vector);
  /// factor * value * n.
  [[nodiscard]] physics::GivenVector given_along_normal(const cases::Expression& value,
                                                        double factor);
  /// A number, or a law that evaluates the expression of a field, in one region of the space.
  [[nodiscard]] physics::CoefficientSettings coefficient(const cases::CoefficientCase& given,
                                                         int region = 0);

  /// The first value of any rank that was not finite, with its place, for people. No message is
  /// sent where no formula depends on time or the solution. Collective.
  [[nodiscard]] std::optional<std::string> fault_in_step(
      const comm::Communicator& communicator) const;
  /// The same of all formulas, thrown as base::Error on every rank. Collective.
  void throw_fault(const comm::Communicator& communicator) const;

 private:
  /// That of initial.turbulence.
  void add_turbulence(physics::VectorFunction& velocity, const space::FunctionSpace& space) const;

  const cases::Case& case_;
  std::shared_ptr<std::string> fault_;  ///< of this rank; shared with the functions
  bool varies_ = false;  ///< some value may become infinite from one step to the next
};

}  // namespace lobatto::residents
