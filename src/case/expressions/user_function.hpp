#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lobatto::cases {

/// A function of the user's own code that stands for a formula in a case file, as "@name".
class UserFunction {
 public:
  using Inputs = std::span<const std::span<const double>>;
  /// out[c][q] of n_components: the values at points whose arguments are inputs[a][q], in the order
  /// of the arguments; that of t is empty. Returns what went wrong, for people.
  using Evaluate = std::function<std::optional<std::string>(
      Inputs inputs, double t, int n_components, std::span<double> out)>;

  /// Arguments: names of variables, of parameters, and t, in the order in which it takes them.
  UserFunction(std::vector<std::string> arguments, Evaluate evaluate)
      : arguments_(std::move(arguments)), evaluate_(std::move(evaluate)) {}

  [[nodiscard]] const std::vector<std::string>& arguments() const { return arguments_; }

  /// out[q] = one of n_components. All of them are computed at once and kept: asked for the others
  /// at the same arguments, it copies. Returns what went wrong.
  [[nodiscard]] std::optional<std::string> component(int c, int n_components, Inputs inputs,
                                                     double t, std::span<double> out);

 private:
  [[nodiscard]] bool is_as_before(int n_components, Inputs inputs, double t, std::size_t n) const;

  std::vector<std::string> arguments_;
  Evaluate evaluate_;
  struct Call {
    std::vector<std::vector<double>> inputs;
    double t = 0;
    int n_components = 0;
    std::vector<double> values;  ///< [component][point]
  };
  std::optional<Call> last_;  ///< none after one that went wrong
};

/// By the names that stand behind @.
using UserFunctions = std::map<std::string, std::shared_ptr<UserFunction>>;

}  // namespace lobatto::cases
