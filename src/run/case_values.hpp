#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/expression.hpp"
#include "case/problems.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// Evaluates expressions of a case and remembers those that are not finite somewhere.
///
/// Looks at the nodes of all elements, or of some at equal distances where a rank has more than
/// `most_nodes`. Every rank asks the same questions in the same order.
class CaseValues {
 public:
  static constexpr std::size_t most_nodes = 1'000'000;

  CaseValues(const cases::Case& the_case, const space::FunctionSpace& space);

  /// Of x, y, z and t, at the nodes of elements.
  void look_at_nodes(const cases::ExpressionText& text, double t);
  /// The same on the sides of one part of the boundary.
  void look_at_sides(const cases::ExpressionText& text, const space::BoundarySides& boundary,
                     double t);
  /// Of the solution as well, with the initial velocity and scalars of the case.
  void look_at_source(const cases::ExpressionText& text, double t);

  /// Adds what was found, for each expression the first time that it was not finite, by the lowest
  /// rank. Collective.
  void report(cases::Problems& problems) const;

 private:
  using Points = std::array<std::vector<double>, 3>;

  [[nodiscard]] cases::Expression compile(const cases::ExpressionText& text) const;
  [[nodiscard]] std::string fault_at_nodes(const cases::Expression& expression, double t) const;
  [[nodiscard]] std::string fault_at_sides(const cases::Expression& expression,
                                           const space::BoundarySides& boundary, double t) const;
  [[nodiscard]] std::vector<std::optional<cases::Expression>> initial_values_for(
      const cases::Expression& source) const;
  [[nodiscard]] std::string fault_of_source(const cases::Expression& source, double t) const;

  const cases::Case& case_;
  const space::FunctionSpace& space_;
  struct Finding {
    std::string place;  ///< of the expression
    std::string fault;  ///< on this rank; empty where it is fine
  };
  std::vector<Finding> findings_;
};

}  // namespace lobatto::run
