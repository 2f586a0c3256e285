#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/function_ref.hpp"
#include "case/case.hpp"
#include "case/document/problems.hpp"
#include "case/expressions/coefficient_expression.hpp"
#include "case/expressions/expression.hpp"
#include "case/schema/schema.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::residents {

/// Evaluates expressions of a case and remembers those that are not finite somewhere.
///
/// Looks at the nodes of all elements, or of some at equal distances where a rank has more than
/// `most_nodes`. Every rank asks the same questions in the same order.
class CaseValues {
 public:
  static constexpr std::size_t most_nodes = 1'000'000;

  CaseValues(const cases::Case& the_case, const space::FunctionSpace& space);

  /// The part of the boundary with this name; none where the space has none.
  [[nodiscard]] std::optional<space::Boundary> boundary(const std::string& name) const;

  /// Of x, y, z and t, at the nodes of elements.
  void look_at_nodes(const cases::Expression& expression, double t);
  /// The same of values at the start, which may be random.
  void look_at_initial(const cases::Expression& expression);
  /// On the sides of one part of the boundary; of its normal and the solution as well, with the
  /// initial velocity and scalars of the case.
  void look_at_sides(const cases::Expression& expression, const space::Boundary& boundary,
                     double t);
  /// Of the place, whose values have to lie in a range: on the sides of one part of the boundary,
  /// or at the nodes of elements.
  void look_at_sides(const cases::Expression& expression, const space::Boundary& boundary,
                     const cases::Range& range);
  void look_at_nodes(const cases::Expression& expression, const cases::Range& range);
  /// What is wrong with the values of several expressions at some points, [expression][point];
  /// empty where nothing is.
  using Judge = base::FunctionRef<std::string(const space::Points& points,
                                              std::span<const std::vector<double>> values)>;
  /// Of the place, together, where each of them is finite; on the sides of one part of the
  /// boundary. Null stands for zero. where: for errors.
  void look_at_sides(std::span<const cases::Expression* const> expressions,
                     const std::string& where, const space::Boundary& boundary, Judge judge);
  /// Of the solution as well, in the elements of one region of the space.
  void look_at_source(const cases::Expression& expression, double t, int region = 0);
  /// Of gradients as well, where there is fluid.
  void look_at_scalar_source(const cases::Expression& expression, double t);

  /// The same of a coefficient, whose values have to be positive.
  void look_at_coefficient(const cases::Expression& expression, double t, int region = 0);

  /// Adds what was found, for each expression the first time that it was not finite, by the lowest
  /// rank. Collective.
  void report(cases::Problems& problems) const;

 private:
  using Points = std::array<std::vector<double>, 3>;

  using Solution = std::vector<std::optional<cases::Expression>>;

  [[nodiscard]] std::string fault_at_nodes(const cases::Expression& expression, double t) const;
  [[nodiscard]] std::string fault_at_sides(const cases::Expression& expression,
                                           const space::Boundary& boundary, double t) const;
  [[nodiscard]] Solution initial_values_for(const cases::Expression& formula, bool whole) const;
  /// The elements of a region that are looked at.
  [[nodiscard]] std::vector<int> some_elements(int region) const;
  [[nodiscard]] std::string fault_of_source(const cases::Expression& source, double t,
                                            int region) const;
  [[nodiscard]] std::string fault_of_scalar_source(const cases::Expression& source, double t) const;
  [[nodiscard]] std::string fault_of_coefficient(const cases::CoefficientExpression& formula,
                                                 double t, int region) const;
  /// The solution at some points, zero where nothing is given; none where that is not finite.
  [[nodiscard]] static std::optional<std::vector<std::vector<double>>> solution_at(
      const Solution& initial, const space::Points& points, double t);
  /// At some points, of an expression of place, solution and normal.
  [[nodiscard]] static std::string fault_at(const cases::Expression& expression,
                                            const Solution& initial, const space::Points& points,
                                            double t);

  const cases::Case& case_;
  const space::FunctionSpace& space_;
  struct Finding {
    std::string place;  ///< of the expression
    std::string fault;  ///< on this rank; empty where it is fine
  };
  std::vector<Finding> findings_;
};

}  // namespace lobatto::residents
