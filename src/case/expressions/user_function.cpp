// "@name" and "@name[i]": functions of the user's own code in the place of formulas.
#include "case/expressions/user_function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/error.hpp"
#include "case/document/printable.hpp"
#include "case/document/spelling.hpp"
#include "case/expressions/expression_implementation.hpp"

namespace lobatto::cases {

bool UserFunction::is_as_before(int n_components, Inputs inputs, double t, std::size_t n) const {
  return last_ && last_->t == t && last_->n_components == n_components &&
         last_->values.size() == n * static_cast<std::size_t>(n_components) &&
         std::ranges::equal(last_->inputs, inputs,
                            [](const auto& a, const auto& b) { return std::ranges::equal(a, b); });
}

std::optional<std::string> UserFunction::component(int c, int n_components, Inputs inputs, double t,
                                                   std::span<double> out) {
  if (n_components == 1) return evaluate_(inputs, t, 1, out);
  if (!is_as_before(n_components, inputs, t, out.size())) {
    last_.reset();
    Call call{{}, t, n_components, {}};
    for (const auto& input : inputs) call.inputs.emplace_back(input.begin(), input.end());
    call.values.resize(out.size() * static_cast<std::size_t>(n_components));
    if (auto fault = evaluate_(inputs, t, n_components, call.values)) return fault;
    last_ = std::move(call);
  }
  std::copy_n(last_->values.begin() + static_cast<std::ptrdiff_t>(c * out.size()), out.size(),
              out.begin());
  return std::nullopt;
}

namespace {

constexpr const char* blanks = " \t\r\n\f\v";

struct CallText {
  std::string name;
  std::optional<int> component;
};

/// "@name" and "@name[i]" with i from 0 to 2, between blanks; nothing where it is none.
std::optional<CallText> parse_call(const std::string& text) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  const auto is_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  const std::size_t first = text.find_first_not_of(blanks), last = text.find_last_not_of(blanks);
  if (first == std::string::npos || text[first] != '@') return std::nullopt;
  const std::string call = text.substr(first + 1, last - first);
  const auto end = std::ranges::find_if_not(call, is_of_name);
  const std::string name(call.begin(), end), index(end, call.end());
  if (name.empty() || !(is_letter(name[0]) || name[0] == '_')) return std::nullopt;
  if (index.empty()) return CallText{name, std::nullopt};
  if (index != "[0]" && index != "[1]" && index != "[2]") return std::nullopt;
  return CallText{name, index[1] - '0'};
}

/// Where the values of an argument come from.
struct Argument {
  enum class Source { variable, parameter, time } source;
  std::size_t variable = 0;  ///< index
  double parameter = 0;
};

class UserCall final : public Expression::Implementation {
 public:
  UserCall(const ExpressionText& text, std::vector<std::string> variables,
           const Expression::Parameters& parameters, const UserFunctions& functions)
      : Implementation(text), variables_(std::move(variables)) {
    read_name(functions);
    for (const std::string& name : function_->arguments())
      arguments_.push_back(find_argument(name, parameters));
  }

  std::optional<std::string> evaluate(std::span<const std::span<const double>> inputs, double t,
                                      std::span<double> out) override {
    std::vector<std::span<const double>> given;
    std::vector<std::vector<double>> parameters;
    parameters.reserve(arguments_.size());
    for (const Argument& argument : arguments_) {
      if (argument.source == Argument::Source::parameter)
        given.emplace_back(parameters.emplace_back(out.size(), argument.parameter));
      else
        given.emplace_back(argument.source == Argument::Source::time ? std::span<const double>{}
                                                                     : inputs[argument.variable]);
    }
    if (auto fault =
            function_->component(component_.value_or(0), component_ ? 3 : 1, given, t, out))
      return located(as_continuation(*fault));
    const auto bad =
        std::ranges::find_if_not(out, [](double value) { return std::isfinite(value); });
    if (bad == out.end()) return std::nullopt;
    return fault_at(static_cast<std::size_t>(bad - out.begin()), *bad, given, t);
  }

  [[nodiscard]] bool depends_on_time() const override {
    return std::ranges::any_of(
        arguments_, [](const Argument& a) { return a.source == Argument::Source::time; });
  }
  [[nodiscard]] std::vector<std::string> used_variables() const override {
    std::vector<std::string> names;
    for (const Argument& argument : arguments_)
      if (argument.source == Argument::Source::variable)
        names.push_back(variables_[argument.variable]);
    return names;
  }
  /// Its values are not known before it is called.
  [[nodiscard]] std::optional<double> constant_value() const override { return std::nullopt; }

 private:
  void read_name(const UserFunctions& functions) {
    const auto call = parse_call(text().text);
    if (!call) refuse("expected \"@\" and the name of a function, such as \"@inflow\"");
    const auto& [name, component] = *call;
    component_ = component;
    const auto found = functions.find(name);
    if (found == functions.end()) refuse(missing(name, functions));
    function_ = found->second;
  }

  [[nodiscard]] static std::string missing(const std::string& name,
                                           const UserFunctions& functions) {
    if (functions.empty())
      return fmt::format(
          "there is no user code with a function '{}'; [python] file = \"...\" names a file of "
          "functions",
          name);
    std::vector<std::string> names;
    for (const auto& function : functions) names.push_back(function.first);
    return fmt::format("the user code has no function '{}'{}", name,
                       suggestion_or_list(name, names, "; it has "));
  }

  [[nodiscard]] Argument find_argument(const std::string& name,
                                       const Expression::Parameters& parameters) const {
    if (name == "t") return {Argument::Source::time};
    const auto variable = std::ranges::find(variables_, name);
    if (variable != variables_.end() && name != random_name)
      return {Argument::Source::variable, static_cast<std::size_t>(variable - variables_.begin())};
    const auto parameter = parameters.find(name);
    if (parameter != parameters.end()) return {Argument::Source::parameter, 0, parameter->second};
    std::vector<std::string> known{"t"};
    for (const std::string& other : variables_)
      if (other != random_name) known.push_back(other);
    for (const auto& other : parameters) known.push_back(other.first);
    refuse(fmt::format("its argument '{}' is not known here{}", name,
                       suggestion_or_list(name, known, "; known are ")));
  }

  [[nodiscard]] std::string fault_at(std::size_t q, double value,
                                     const std::vector<std::span<const double>>& given,
                                     double t) const {
    std::vector<std::string> names;
    std::vector<double> values;
    for (std::size_t a = 0; a < given.size(); ++a)
      if (!given[a].empty()) {
        names.push_back(function_->arguments()[a]);
        values.push_back(given[a][q]);
      }
    return fault_of(value, names, values, t);
  }

  std::vector<std::string> variables_;
  std::shared_ptr<UserFunction> function_;
  std::optional<int> component_;  ///< of a vector
  std::vector<Argument> arguments_;
};

}  // namespace

bool calls_user_function(const std::string& text) {
  const std::size_t first = text.find_first_not_of(blanks);
  return first != std::string::npos && text[first] == '@';
}

std::string component_of_call(const std::string& text, int component) {
  return fmt::format("{}[{}]", text.substr(0, text.find_last_not_of(blanks) + 1), component);
}

std::shared_ptr<Expression::Implementation> make_user_call(
    const ExpressionText& text, const std::vector<std::string>& variables,
    const Expression::Parameters& parameters, const UserFunctions& functions) {
  return std::make_shared<UserCall>(text, variables, parameters, functions);
}

}  // namespace lobatto::cases
