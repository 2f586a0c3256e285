#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "case/expressions/data_table.hpp"
#include "case/expressions/user_function.hpp"
#include "case/expressions/variables.hpp"

namespace lobatto::cases {

/// What expressions of a case may use from elsewhere.
struct Imports {
  DataTables tables = {};
  UserFunctions functions = {};
};

/// An expression as the user wrote it and where it stands.
struct ExpressionText {
  std::string text;
  std::string where;  ///< "duct.toml:12: initial.velocity[2]"
};

/// A formula compiled by muParser, or a function of user code ("@name"), evaluated at many points.
///
/// Known to a formula are: the variables given, t (see below), the parameters, the constants pi and
/// e, muParser's operators and functions, step(x) (1 for x >= 0, else 0), mod(a, b) = a - b floor(a
/// / b), erf, erfc, and table("file", x, column) of the tables given. Where random_name is among
/// the variables it is the function random(seed) of that input, the number of a node: uniform in
/// [0, 1), the same for the same node and seed. A parameter that is called as a variable is hidden.
/// Assignments and lists are refused. Copies share the compiled formula, which holds the values of
/// its variables: one thread at a time.
class Expression {
 public:
  using Parameters = std::map<std::string, double>;

  /// None: without a text, and nothing to evaluate.
  Expression() = default;

  /// `variables` vary from point to point; t is known besides. Throws base::Error with the place,
  /// muParser's message and the names that are known.
  static Expression compile(const ExpressionText& text, const std::vector<std::string>& variables,
                            const Parameters& parameters, const Imports& imports = {});
  /// Of numbers alone.
  static Expression constant(const std::string& text) { return compile({text, ""}, {}, {}); }

  /// out[q] = value at inputs[v][q], in the order of the variables, and time t; inputs of variables
  /// that the formula does not use are not read and may be empty. About 50 to 200 ns per point, 1
  /// ns where constant; user code takes its own time. out must not alias inputs. Returns what is
  /// wrong with the first value that is not finite, with its place, for people; nothing is thrown,
  /// for that may be one rank alone.
  [[nodiscard]] std::optional<std::string> evaluate(std::span<const std::span<const double>> inputs,
                                                    double t, std::span<double> out) const;

  [[nodiscard]] bool depends_on_time() const;
  /// Those of its variables that it uses.
  [[nodiscard]] std::vector<std::string> used_variables() const;
  [[nodiscard]] bool depends_on(const std::string& variable) const;
  /// True when it uses a variable that is neither a place nor a normal of the boundary.
  [[nodiscard]] bool depends_on_solution() const;
  /// The value, when the formula uses neither variables nor t.
  [[nodiscard]] std::optional<double> constant_value() const;
  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] const std::string& where() const;
  /// Says where it stands, for errors that show later.
  void stands_at(const std::string& where);

  /// What stands behind it, see expression_implementation.hpp.
  class Implementation;

 private:
  explicit Expression(std::shared_ptr<Implementation> implementation);
  std::shared_ptr<Implementation> implementation_;
};
using VectorExpression = std::array<Expression, 3>;

/// True where a text is no formula but calls a function of user code: "@name".
bool calls_user_function(const std::string& text);
/// "@name[i]": one of the three components of what "@name" gives for a vector.
std::string component_of_call(const std::string& text, int component);

/// The value of a formula of numbers and parameters alone. Throws base::Error as Expression does.
double evaluate_constant(const ExpressionText& text, const Expression::Parameters& parameters,
                         const DataTables& tables = {});

/// The functions that expressions may call.
std::vector<std::string> expression_functions();
/// Every name that a parameter or a scalar may not have.
std::vector<std::string> reserved_names();

}  // namespace lobatto::cases
