#include "case/schema/schema_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "case/document/duration.hpp"
#include "case/document/spelling.hpp"
#include "case/expressions/expression.hpp"
#include "case/schema/name_rules.hpp"

namespace lobatto::cases {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string below(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

class SchemaCheck {
 public:
  SchemaCheck(const Schema& schema, const CaseNames& names, const UserFunctions& functions,
              TableFiles& tables, Problems& problems)
      : schema_(schema),
        names_(names),
        functions_(functions),
        tables_(tables),
        problems_(problems) {}

  void check_table(Value& table, const std::string& path, const std::string& declared);
  void check_value(Value& value, const Key& key, const std::string& path);

 private:
  void check_entry(Entry& entry, const std::string& path, const std::string& declared);
  void check_required(const Value& table, const std::string& path, const std::string& declared);
  void check_group(const Value& table, const std::string& path, const Group& group);

  void check_table_list(Value& value, const Key& key, const std::string& path);
  void check_choice(Value& value, const Key& key, const std::string& path);
  void check_name(Value& value, const Key& key, const std::string& path);
  void check_integer(Value& value, const Key& key, const std::string& path);
  void check_number(Value& value, const Key& key, const std::string& path);
  void check_numbers(Value& value, const Key& key, const std::string& path);
  void check_points(Value& value, const Key& key, const std::string& path);
  void check_items(Value& list, const Key& item_key, const std::string& path);
  void check_duration(Value& value, const Key& key, const std::string& path);
  void check_words(Value& value, const Key& key, const std::string& path);
  void check_expression(Value& value, const Key& key, const std::string& path);
  void check_expressions(Value& value, const Key& key, const std::string& path);

  bool is_word(Value& value, const Key& key, const std::string& path);
  void read_tables(const std::string& text, const std::string& path);
  void refuse(Value& value, const std::string& message);
  void refuse_type(Value& value, const Key& key, const std::string& path,
                   const std::string& more = "");

  const Schema& schema_;
  const CaseNames& names_;
  const UserFunctions& functions_;
  TableFiles& tables_;
  Problems& problems_;
};

void SchemaCheck::refuse(Value& value, const std::string& message) {
  problems_.add(value.where, message);
  value.data = std::monostate{};
}

void SchemaCheck::refuse_type(Value& value, const Key& key, const std::string& path,
                              const std::string& more) {
  refuse(value, fmt::format("{} = {}: expected {}{}", path, short_text(value),
                            schema_.expected_text(key), more));
}

void SchemaCheck::check_table(Value& table, const std::string& path, const std::string& declared) {
  for (Entry& entry : *table.get<Value::Table>()) check_entry(entry, path, declared);
  check_required(table, path, declared);
  for (const Group& group : schema_.groups)
    if (group.parent == declared) check_group(table, path, group);
}

void SchemaCheck::check_entry(Entry& entry, const std::string& path, const std::string& declared) {
  const Key* key = schema_.find(declared, entry.key);
  const std::string entry_path = below(path, entry.key);
  if (key == nullptr) {
    const std::vector<std::string> known = schema_.names(declared);
    problems_.add(entry.where,
                  fmt::format("{}: unknown key{}", entry_path,
                              suggestion_or_list(entry.key, known, "; known here are ")));
    entry.value.data = std::monostate{};
  } else if (key->kind == Kind::later) {
    problems_.add(entry.where, entry_path + ": " + key->description);
    entry.value.data = std::monostate{};
  } else {
    check_value(entry.value, *key, entry_path);
  }
}

void SchemaCheck::check_required(const Value& table, const std::string& path,
                                 const std::string& declared) {
  const std::vector<std::string> known = schema_.names(declared);
  std::vector<std::string> present;  // also misspelt, which has been reported
  for (const Entry& entry : *table.get<Value::Table>())
    present.push_back(schema_.find(declared, entry.key)
                          ? entry.key
                          : nearest_spelling(entry.key, known).value_or(""));
  for (const std::string& name : known) {
    const Key& key = *schema_.find(declared, name);
    const bool replaced = !key.unless.empty() && contains(present, key.unless);
    if (key.required && !replaced && !contains(present, name))
      problems_.add(
          table.where,
          fmt::format("{}: missing; expected {}{}", below(path, name), schema_.expected_text(key),
                      key.example.empty() ? "" : ", such as " + key.example));
  }
}

void SchemaCheck::check_group(const Value& table, const std::string& path, const Group& group) {
  std::vector<const Entry*> found;
  bool has_unknown = false;  // then the key missed is likely there, misspelt
  for (const Entry& entry : *table.get<Value::Table>()) {
    if (contains(group.names, entry.key)) found.push_back(&entry);
    has_unknown = has_unknown || schema_.find(group.parent, entry.key) == nullptr;
  }
  const std::string names = join_words(group.names, "'", " and ");
  if (found.empty() && !has_unknown && group.need != Group::Need::at_most_one) {
    const char* count = group.need == Group::Need::exactly_one ? "exactly" : "at least";
    problems_.add(table.where, fmt::format("{}: give {} one of {}", path, count, names));
  }
  if (found.size() > 1 && group.need != Group::Need::at_least_one)
    problems_.add(found[1]->where, fmt::format("{}: excludes '{}'; give only one of {}",
                                               below(path, found[1]->key), found[0]->key, names));
}

void SchemaCheck::check_value(Value& value, const Key& key, const std::string& path) {
  if (!value.is_valid() || is_word(value, key, path)) return;
  switch (key.kind) {
    case Kind::table:
      return value.get<Value::Table>() ? check_table(value, path, key.path)
                                       : refuse_type(value, key, path);
    case Kind::table_list:
      return check_table_list(value, key, path);
    case Kind::choice:
      return check_choice(value, key, path);
    case Kind::file_name:
    case Kind::identifier:
    case Kind::scalar_name:
      return check_name(value, key, path);
    case Kind::path:
      if (!value.get<std::string>()) refuse_type(value, key, path);
      return;
    case Kind::flag:
      if (!value.get<bool>()) refuse_type(value, key, path);
      return;
    case Kind::integer:
      return check_integer(value, key, path);
    case Kind::number:
      return check_number(value, key, path);
    case Kind::numbers:
      return check_numbers(value, key, path);
    case Kind::points:
      return check_points(value, key, path);
    case Kind::duration:
      return check_duration(value, key, path);
    case Kind::paths:
      if (value.get<std::string>()) return;
      return check_words(value, key, path);
    case Kind::words:
    case Kind::names:
      return check_words(value, key, path);
    case Kind::expression:
      return check_expression(value, key, path);
    case Kind::expressions:
      return check_expressions(value, key, path);
    case Kind::later:
      return;
  }
}

/// True when nothing is left to check: one of the words of the key, or a refused one, which is
/// reported.
bool SchemaCheck::is_word(Value& value, const Key& key, const std::string& path) {
  const auto* text = value.get<std::string>();
  if (text == nullptr) return false;
  for (const RefusedWord& refused : key.refused) {
    if (refused.word != *text) continue;
    refuse(value, fmt::format("{} = \"{}\": {}", path, *text, refused.why));
    return true;
  }
  return key.kind != Kind::words && contains(key.words, *text);
}

void SchemaCheck::check_table_list(Value& value, const Key& key, const std::string& path) {
  auto* list = value.get<Value::List>();
  if (list == nullptr) return refuse_type(value, key, path);
  if (static_cast<double>(list->size()) > key.range.upper)
    return refuse(value, fmt::format("{}: {} tables, expected at most {:.6g}", path, list->size(),
                                     key.range.upper));
  for (std::size_t i = 0; i < list->size(); ++i) {
    Value& item = (*list)[i];
    if (item.get<Value::Table>() == nullptr) return refuse_type(value, key, path);
    check_table(item, fmt::format("{}[{}]", path, i), key.path);
  }
}

void SchemaCheck::check_choice(Value& value, const Key& key, const std::string& path) {
  if (value.get<Value::Table>() && schema_.has_keys_below(key.path))
    return check_table(value, path, key.path);
  const bool is_face = key.name() == "<face>";
  if (is_face && value.get<Value::List>())
    return refuse(value, fmt::format("{} = {}: takes one condition; [[mesh.part]] cuts a face into "
                                     "parts with one each",
                                     path, short_text(value)));
  const auto* text = value.get<std::string>();
  refuse_type(value, key, path, text ? suggestion(*text, key.words) : "");
}

void SchemaCheck::check_name(Value& value, const Key& key, const std::string& path) {
  const auto* text = value.get<std::string>();
  if (text == nullptr) return refuse_type(value, key, path);
  if (key.kind == Kind::file_name) {
    const std::string fault = fault_of_file_name(*text);
    if (!fault.empty()) refuse(value, fmt::format("{} = {}: {}", path, short_text(value), fault));
    return;
  }
  if (key.kind == Kind::scalar_name && !contains(names_.scalars, *text)) {
    const std::string known = names_.scalars.empty()
                                  ? "there is none"
                                  : "there are " + join_words(names_.scalars, "'", " and ");
    const std::string meant = suggestion(*text, names_.scalars);
    refuse_type(value, key, path, meant.empty() ? "; " + known : meant);
  }
}

void SchemaCheck::check_integer(Value& value, const Key& key, const std::string& path) {
  // 1e5 is an integer to people, though not to TOML.
  if (const auto* real = value.get<double>();
      real && *real == std::round(*real) && std::abs(*real) < 1e15)
    value.data = static_cast<long long>(*real);
  const auto* integer = value.get<long long>();
  if (integer == nullptr || !key.range.contains(static_cast<double>(*integer)))
    refuse_type(value, key, path);
}

void SchemaCheck::check_number(Value& value, const Key& key, const std::string& path) {
  std::string written = short_text(value);
  if (const auto* integer = value.get<long long>()) {
    value.data = static_cast<double>(*integer);
  } else if (const auto* text = value.get<std::string>()) {
    try {
      read_tables(*text, path);
      value.data = evaluate_constant({*text, path}, names_.parameters, tables_.tables());
    } catch (const base::Error& error) {
      return refuse(value, error.what());
    }
    written += " = " + short_text(value);
  }
  const auto* number = value.get<double>();
  if (number == nullptr || !std::isfinite(*number) || !key.range.contains(*number))
    refuse(value, fmt::format("{} = {}: expected {}", path, written, schema_.expected_text(key)));
}

void SchemaCheck::check_numbers(Value& value, const Key& key, const std::string& path) {
  auto* list = value.get<Value::List>();
  if (list == nullptr || (key.count > 0 && list->size() != key.count))
    return refuse_type(value, key, path);
  check_items(value, {.path = key.path, .kind = Kind::number}, path);
}

/// A list with an item that is refused is refused.
void SchemaCheck::check_items(Value& list, const Key& item_key, const std::string& path) {
  auto& items = *list.get<Value::List>();
  for (std::size_t i = 0; i < items.size(); ++i)
    check_value(items[i], item_key, fmt::format("{}[{}]", path, i));
  if (std::any_of(items.begin(), items.end(), [](const Value& item) { return !item.is_valid(); }))
    list.data = std::monostate{};
}

void SchemaCheck::check_points(Value& value, const Key& key, const std::string& path) {
  const auto* list = value.get<Value::List>();
  if (list == nullptr || list->empty()) return refuse_type(value, key, path);
  check_items(value, {.path = key.path, .kind = Kind::numbers, .count = 3}, path);
}

/// Becomes a number of seconds.
void SchemaCheck::check_duration(Value& value, const Key& key, const std::string& path) {
  std::optional<double> seconds;
  if (const auto* integer = value.get<long long>()) seconds = static_cast<double>(*integer);
  if (const auto* real = value.get<double>()) seconds = *real;
  if (const auto* text = value.get<std::string>()) seconds = parse_duration(*text);
  if (!seconds || !std::isfinite(*seconds) || *seconds <= 0) return refuse_type(value, key, path);
  value.data = *seconds;
}

void SchemaCheck::check_words(Value& value, const Key& key, const std::string& path) {
  const auto* list = value.get<Value::List>();
  const bool any_name = key.kind != Kind::words;  // at least one of them
  if (list == nullptr || (any_name && list->empty())) return refuse_type(value, key, path);
  std::vector<std::string> found;
  for (const Value& item : *list) {
    const auto* word = item.get<std::string>();
    if (word == nullptr || !(any_name || contains(key.words, *word)))
      return refuse_type(value, key, path);
    if (contains(found, *word))
      return refuse(value,
                    fmt::format("{} = {}: has \"{}\" twice", path, short_text(value), *word));
    found.push_back(*word);
  }
}

/// A number is kept as its text; one outside of the range is refused, however it is written.
void SchemaCheck::check_expression(Value& value, const Key& key, const std::string& path) {
  std::string written = short_text(value);
  if (const auto* integer = value.get<long long>()) value.data = fmt::format("{}", *integer);
  if (const auto* real = value.get<double>(); real && std::isfinite(*real))
    value.data = fmt::format("{}", *real);
  const auto* text = value.get<std::string>();
  if (text == nullptr) return refuse_type(value, key, path);
  const auto variables = variables_of(key.variables, names_.scalars, names_.fields);
  try {
    read_tables(*text, path);
    auto expression = Expression::compile({*text, path}, variables, names_.parameters,
                                          {tables_.tables(), functions_});
    const auto constant = expression.constant_value();
    if (!constant || key.range.contains(*constant)) {
      expression.stands_at(fmt::format("{}: {}", value.where.text(), path));
      value.expression = std::move(expression);
      return;
    }
    if (written.starts_with('"')) written += fmt::format(" = {}", *constant);
    refuse(value, fmt::format("{} = {}: expected {}", path, written, schema_.expected_text(key)));
  } catch (const base::Error& error) {
    refuse(value, error.what());
  }
}

/// Throws base::Error.
void SchemaCheck::read_tables(const std::string& text, const std::string& path) {
  if (calls_user_function(text)) return;
  try {
    tables_.read_for(text);
  } catch (const base::Error& error) {
    throw base::Error(fmt::format("{} = \"{}\": {}", path, text, error.what()));
  }
}

/// A call of user code becomes its three components.
void SchemaCheck::check_expressions(Value& value, const Key& key, const std::string& path) {
  if (const auto* call = value.get<std::string>(); call && calls_user_function(*call)) {
    Value::List components;
    for (int d = 0; d < 3; ++d) components.push_back({component_of_call(*call, d), value.where});
    value.data = std::move(components);
  }
  auto* list = value.get<Value::List>();
  if (list == nullptr || list->size() != 3) {
    const auto* text = value.get<std::string>();
    return refuse_type(value, key, path, text ? suggestion(*text, key.words) : "");
  }
  const Key item_key{.path = key.path, .kind = Kind::expression, .variables = key.variables};
  check_items(value, item_key, path);
}

}  // namespace

void check_value(Value& value, const Key& key, const std::string& path, const Schema& schema,
                 const CaseNames& names, TableFiles& tables, Problems& problems) {
  const UserFunctions none;
  SchemaCheck(schema, names, none, tables, problems).check_value(value, key, path);
}

void check_schema(Value& document, const Schema& schema, const CaseNames& names,
                  const UserFunctions& functions, TableFiles& tables, Problems& problems) {
  SchemaCheck(schema, names, functions, tables, problems).check_table(document, "", "");
}

}  // namespace lobatto::cases
