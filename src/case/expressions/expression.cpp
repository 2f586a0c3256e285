#include "case/expressions/expression.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "base/error.hpp"
#include "case/document/spelling.hpp"
#include "case/expressions/expression_implementation.hpp"
#include "case/expressions/table_files.hpp"
#include "physics/flow_gradients.hpp"

namespace lobatto::cases {

namespace {

double heaviside(double x) { return x >= 0 ? 1.0 : 0.0; }
double modulo(double a, double b) { return a - b * std::floor(a / b); }
double error_function(double x) { return std::erf(x); }
double complementary_error_function(double x) { return std::erfc(x); }

/// Mixes all bits (splitmix64; Steele, Lea & Flood, OOPSLA 2014).
std::uint64_t mixed(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

/// Uniform in [0, 1), of the number of a node and the seed alone. Those two zeros are one seed.
double random_number(void* node, double seed) {
  if (std::isnan(seed)) return seed;
  const auto number = static_cast<std::uint64_t>(*static_cast<const double*>(node));
  const std::uint64_t bits = mixed(mixed(std::bit_cast<std::uint64_t>(seed + 0.0)) ^ number);
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

mu::Parser make_parser(const Expression::Parameters& parameters) {
  mu::Parser parser;
  parser.ClearConst();
  parser.DefineConst("pi", std::numbers::pi);
  parser.DefineConst("e", std::numbers::e);
  parser.DefineFun("step", heaviside);
  parser.DefineFun("mod", modulo);
  parser.DefineFun("erf", error_function);
  parser.DefineFun("erfc", complementary_error_function);
  for (const auto& [name, value] : parameters) parser.DefineConst(name, value);
  return parser;
}

/// Parameters that no variable hides.
Expression::Parameters without(const std::vector<std::string>& variables,
                               Expression::Parameters parameters) {
  for (const auto& variable : variables) parameters.erase(variable);
  return parameters;
}

/// muParser would let a formula change its variables.
std::optional<std::size_t> find_assignment(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=') continue;
    if (i + 1 < text.size() && text[i + 1] == '=') {
      ++i;
    } else if (i == 0 || std::string_view("<>!").find(text[i - 1]) == std::string_view::npos) {
      return i;
    }
  }
  return std::nullopt;
}

/// The names that calls of tables have for muParser, as people write them.
std::string with_table(std::string message) {
  for (std::size_t at = message.find(ExpressionWithoutTables::mark); at != std::string::npos;
       at = message.find(ExpressionWithoutTables::mark, at)) {
    const std::size_t end = message.find_first_not_of("0123456789", at + 1);
    message.replace(at, std::min(end, message.size()) - at, "table");
  }
  return message;
}

std::string parser_message(const mu::Parser::exception_type& error) {
  std::string message = with_table(error.GetMsg());
  while (!message.empty() && (message.back() == '.' || message.back() == '!')) message.pop_back();
  if (!message.empty()) message[0] = static_cast<char>(std::tolower(message[0]));
  if (error.GetPos() >= 0 && message.find("position") == std::string::npos)
    message += fmt::format(" at position {}", error.GetPos());
  return message;
}

class Formula final : public Expression::Implementation {
 public:
  /// With `n_variables` 0 and no time the formula must be constant.
  Formula(ExpressionText text, std::vector<std::string> variables, bool knows_time,
          const Expression::Parameters& parameters, const DataTables& tables)
      : Implementation(std::move(text)),
        variables_(std::move(variables)),
        values_(variables_.size()),
        parser_(make_parser(without(variables_, parameters))) {
    try {
      compile(knows_time, tables);
    } catch (const mu::Parser::exception_type& error) {
      refuse(parser_message(error) + known_names(error.GetToken(), knows_time, parameters));
    }
  }

  std::optional<std::string> evaluate(std::span<const std::span<const double>> inputs, double t,
                                      std::span<double> out) override {
    if (constant_) {
      std::fill(out.begin(), out.end(), *constant_);
      return std::nullopt;
    }
    std::optional<std::string> fault;
    time_ = t;
    for (std::size_t q = 0; q < out.size(); ++q) {
      for (const std::size_t v : used_) values_[v] = inputs[v][q];
      out[q] = parser_.Eval();
      if (!std::isfinite(out[q]) && !fault) fault = fault_at(out[q]);
    }
    return fault;
  }

  [[nodiscard]] bool depends_on_time() const override { return uses_time_; }
  [[nodiscard]] std::vector<std::string> used_variables() const override {
    std::vector<std::string> names;
    for (const std::size_t v : used_) names.push_back(variables_[v]);
    return names;
  }
  [[nodiscard]] std::optional<double> constant_value() const override { return constant_; }

 private:
  void compile(bool knows_time, const DataTables& tables) {
    const std::string formula = define_tables(tables);
    if (const auto position = find_assignment(formula))
      refuse(fmt::format("'=' at position {} would assign; write == to compare", *position));
    for (std::size_t v = 0; v < variables_.size(); ++v) {
      if (variables_[v] == random_name)  // a function, and not to be foreseen
        parser_.DefineFunUserData(random_name, random_number, &values_[v], false);
      else
        parser_.DefineVar(variables_[v], &values_[v]);
    }
    if (knows_time) parser_.DefineVar("t", &time_);
    parser_.SetExpr(formula);
    const double value = parser_.Eval();
    if (parser_.GetNumResults() != 1)
      refuse(fmt::format("expected one formula, found {} separated by commas",
                         parser_.GetNumResults()));
    find_used(formula);
    if (used_.empty() && !uses_time_) {
      if (!std::isfinite(value)) refuse(fmt::format("the value is {}", value));
      constant_ = value;
    }
  }

  /// A column that the formula calls.
  struct CalledColumn {
    std::shared_ptr<const DataTable> table;
    std::size_t column = 0;
    std::size_t hint = 0;

    static double value(void* called, double x) {
      auto& self = *static_cast<CalledColumn*>(called);
      return self.table->value(self.column, x, self.hint);
    }
  };

  /// The formula for muParser, which knows its columns then.
  std::string define_tables(const DataTables& tables) {
    try {
      auto formula = take_out_tables(text().text);
      columns_.resize(formula.calls.size());  // once: the parser keeps where they are
      if (!columns_.empty())
        parser_.DefineNameChars((parser_.ValidNameChars() + std::string(1, formula.mark)).c_str());
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        const auto& table = tables.at(formula.calls[i].file);
        columns_[i] = {table, table->column(formula.calls[i].column)};
        parser_.DefineFunUserData(formula.function_name(i), CalledColumn::value, &columns_[i]);
      }
      return std::move(formula.text);
    } catch (const base::Error& error) {
      refuse(error.what());
    }
  }

  void find_used(const std::string& formula) {
    const auto& used = parser_.GetUsedVar();
    for (std::size_t v = 0; v < variables_.size(); ++v)
      if (variables_[v] == random_name ? has_name(formula, random_name)
                                       : used.contains(variables_[v]))
        used_.push_back(v);
    uses_time_ = used.contains("t");
  }

  [[nodiscard]] std::string known_names(const std::string& token, bool knows_time,
                                        const Expression::Parameters& parameters) const {
    std::vector<std::string> known = variables_;
    const bool is_initial = std::erase(known, random_name) > 0;
    if (token == random_name && !is_initial) return "; random(seed) is for initial values alone";
    if (knows_time) known.push_back("t");
    known.insert(known.end(), {"pi", "e"});
    for (const auto& parameter : parameters) known.push_back(parameter.first);
    std::vector<std::string> candidates = expression_functions();
    candidates.insert(candidates.end(), known.begin(), known.end());
    const bool is_known =
        std::find(candidates.begin(), candidates.end(), token) != candidates.end();
    const std::string meant = is_known || token.size() < 2 ? "" : suggestion(token, candidates);
    return fmt::format("{}; the names known here are {}",
                       meant.empty() ? meant : meant.substr(0, meant.size() - 1),
                       join_words(known, "", " and "));
  }

  [[nodiscard]] std::string fault_at(double value) const {
    std::vector<std::string> names;
    std::vector<double> values;
    for (const std::size_t v : used_)
      if (variables_[v] != random_name) {
        names.push_back(variables_[v]);
        values.push_back(values_[v]);
      }
    return fault_of(value, names, values, time_);
  }

  std::vector<std::string> variables_;
  std::vector<double> values_;  ///< of the variables, where the formula reads them
  double time_ = 0;
  std::vector<CalledColumn> columns_;
  mu::Parser parser_;
  std::vector<std::size_t> used_;
  bool uses_time_ = false;
  std::optional<double> constant_;
};

}  // namespace

std::string Expression::Implementation::located(const std::string& why) const {
  return fmt::format("{} = \"{}\": {}", text_.where, text_.text, why);
}

void Expression::Implementation::refuse(const std::string& why) const {
  throw base::Error(located(why));
}

std::string Expression::Implementation::fault_of(double value,
                                                 const std::vector<std::string>& names,
                                                 const std::vector<double>& values,
                                                 double t) const {
  if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();  // of either sign
  std::string point;
  for (std::size_t v = 0; v < names.size(); ++v)
    point += fmt::format("{} = {}, ", names[v], values[v]);
  return located(fmt::format("the value is {} at {}t = {}", value, point, t));
}

Expression::Expression(std::shared_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}

Expression Expression::compile(const ExpressionText& text,
                               const std::vector<std::string>& variables,
                               const Parameters& parameters, const Imports& imports) {
  if (calls_user_function(text.text))
    return Expression(make_user_call(text, variables, parameters, imports.functions));
  return Expression(std::make_shared<Formula>(text, variables, true, parameters, imports.tables));
}

std::optional<std::string> Expression::evaluate(std::span<const std::span<const double>> inputs,
                                                double t, std::span<double> out) const {
  return implementation_->evaluate(inputs, t, out);
}

bool Expression::depends_on_time() const { return implementation_->depends_on_time(); }
std::vector<std::string> Expression::used_variables() const {
  return implementation_->used_variables();
}
bool Expression::depends_on(const std::string& variable) const {
  return std::ranges::count(used_variables(), variable) > 0;
}
bool Expression::depends_on_solution() const {
  constexpr std::array<std::string_view, 6> of_place{"x", "y", "z", "nx", "ny", "nz"};
  return std::ranges::any_of(used_variables(), [&](const std::string& name) {
    return std::ranges::find(of_place, name) == of_place.end();
  });
}
std::optional<double> Expression::constant_value() const {
  return implementation_->constant_value();
}
const std::string& Expression::text() const {
  static const std::string none;
  return implementation_ ? implementation_->text().text : none;
}
const std::string& Expression::where() const { return implementation_->text().where; }
void Expression::stands_at(const std::string& where) { implementation_->stands_at(where); }

double evaluate_constant(const ExpressionText& text, const Expression::Parameters& parameters,
                         const DataTables& tables) {
  if (calls_user_function(text.text))
    throw base::Error(
        fmt::format("{} = \"{}\": expected a number or a formula of parameters; functions of user "
                    "code give values at points",
                    text.where, text.text));
  return Formula(text, {}, false, parameters, tables).constant_value().value();
}

std::vector<std::string> expression_functions() {
  const mu::Parser parser = make_parser({});
  std::vector<std::string> names;
  for (const auto& function : parser.GetFunDef()) names.push_back(function.first);
  names.insert(names.end(), {"table", random_name});
  return names;
}

std::vector<std::string> reserved_names() {
  std::vector<std::string> names = expression_functions();
  names.insert(names.end(),
               {"x", "y", "z", "t", "u", "v", "w", "p", "nx", "ny", "nz", "pi", "e", "shear_rate"});
  const auto& gradients = physics::gradient_quantities();
  names.insert(names.end(), gradients.begin(), gradients.end());
  return names;
}

}  // namespace lobatto::cases
