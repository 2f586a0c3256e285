#include "case/json_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "case/document.hpp"
#include "case/duration.hpp"
#include "case/name_rules.hpp"
#include "case/schema.hpp"

namespace lobatto::cases {

namespace {

using Json = nlohmann::ordered_json;

Json table_schema(const std::string& declared);

Json json_of(const Value& value) {
  if (const auto* list = value.get<Value::List>()) {
    Json items = Json::array();
    for (const Value& item : *list) items.push_back(json_of(item));
    return items;
  }
  if (const auto* table = value.get<Value::Table>()) {
    Json entries = Json::object();
    for (const Entry& entry : *table) entries[entry.key] = json_of(entry.value);
    return entries;
  }
  if (const auto* flag = value.get<bool>()) return *flag;
  if (const auto* integer = value.get<long long>()) return *integer;
  if (const auto* number = value.get<double>()) return *number;
  return *value.get<std::string>();
}

/// Whole numbers without a fraction: editors show them.
Json bound(double x) { return x == std::round(x) ? Json(static_cast<long long>(x)) : Json(x); }

Json within(Json schema, const Range& range) {
  if (std::isfinite(range.lower))
    schema[range.open_lower ? "exclusiveMinimum" : "minimum"] = bound(range.lower);
  if (std::isfinite(range.upper))
    schema[range.open_upper ? "exclusiveMaximum" : "maximum"] = bound(range.upper);
  return schema;
}

Json text_schema(const std::string& pattern) { return {{"type", "string"}, {"pattern", pattern}}; }

Json list_schema(Json items, std::size_t least = 0) {
  Json schema{{"type", "array"}, {"items", std::move(items)}};
  if (least > 0) schema["minItems"] = least;
  return schema;
}

/// Of `count` items exactly, or of any number where that is 0.
Json tuple_schema(Json items, std::size_t count) {
  Json schema = list_schema(std::move(items), count);
  if (count > 0) schema["maxItems"] = count;
  return schema;
}

/// A number, or an expression as a text: what bounds a number says nothing of a text.
Json formula_schema(const Range& range = {}) {
  return within({{"type", {"number", "string"}}}, range);
}

Json set_schema(Json items, std::size_t least) {
  Json schema = list_schema(std::move(items), least);
  schema["uniqueItems"] = true;
  return schema;
}

/// Of what the kind accepts, besides words.
Json kind_schema(const Key& key) {
  switch (key.kind) {
    case Kind::table:
    case Kind::choice:
      return table_schema(key.path);
    case Kind::table_list:
      return list_schema(table_schema(key.path));
    case Kind::words:
      return set_schema({{"enum", key.words}}, 0);
    case Kind::names:
      return set_schema({{"type", "string"}}, 1);
    case Kind::file_name:
      return text_schema(file_name_pattern());
    case Kind::identifier:
      return text_schema(identifier_pattern());
    case Kind::scalar_name:
    case Kind::path:
      return {{"type", "string"}};
    case Kind::flag:
      return {{"type", "boolean"}};
    case Kind::integer:
      return within({{"type", "integer"}}, key.range);
    case Kind::number:
      return formula_schema(key.range);
    case Kind::numbers:
      return tuple_schema(formula_schema(), key.count);
    case Kind::points:
      return list_schema(tuple_schema(formula_schema(), 3), 1);
    case Kind::duration: {
      Json schema = formula_schema({.lower = 0, .open_lower = true});
      schema["pattern"] = duration_pattern();
      return schema;
    }
    case Kind::expression:
      return formula_schema(key.range);
    case Kind::expressions:
      return tuple_schema(formula_schema(), 3);
    case Kind::later:
      break;
  }
  return false;
}

Json accepted_schema(const Key& key) {
  // An expression is any text already.
  const bool has_words =
      !key.words.empty() && key.kind != Kind::words && key.kind != Kind::expression;
  if (!has_words) return kind_schema(key);
  Json words{{"enum", key.words}};
  if (key.kind == Kind::choice && !has_keys_below(key.path)) return words;
  return {{"anyOf", Json::array({words, kind_schema(key)})}};
}

Json key_schema(const Key& key) {
  const auto fallback = default_value(key);
  const bool in_words = !fallback && !key.default_text.empty();
  Json schema{{"description", key.description}};
  if (in_words)
    schema["description"] = fmt::format("{}. Default: {}", key.description, key.default_text);
  schema.update(accepted_schema(key));
  if (fallback) schema["default"] = json_of(*fallback);
  if (!key.example.empty())
    schema["examples"] = Json::array({json_of(parse_value(key.example, {}))});
  return schema;
}

Json having(const std::vector<std::string>& names) { return {{"required", names}}; }

Json group_schema(const Group& group) {
  Json each = Json::array();
  for (const std::string& name : group.names) each.push_back(having({name}));
  if (group.need == Group::Need::at_least_one) return {{"anyOf", each}};
  if (group.need == Group::Need::at_most_one)
    each.push_back(Json::object({{"not", Json::object({{"anyOf", each}})}}));
  return {{"oneOf", each}};
}

/// What must be there, what excludes each other.
void add_needs(Json& schema, const std::string& declared) {
  std::vector<std::string> required;
  std::map<std::string, std::vector<std::string>> replaced;  // by the key that replaces them
  for (const std::string& name : key_names(declared)) {
    const Key& key = *find_key(declared, name);
    if (key.required) (key.unless.empty() ? required : replaced[key.unless]).push_back(name);
  }
  if (!required.empty()) schema["required"] = required;
  Json all = Json::array();
  for (const auto& [key, names] : replaced)
    all.push_back({{"anyOf", Json::array({having({key}), having(names)})}});
  for (const Group& group : declared_groups())
    if (group.parent == declared) all.push_back(group_schema(group));
  if (!all.empty()) schema["allOf"] = all;
}

/// "boundary.face" of "boundary.<face>": a name that needs no escape in a reference.
std::string definition_name(const Key& key) {
  std::string name;
  for (const char c : key.path)
    if (std::string_view("<>[]").find(c) == std::string_view::npos) name += c;
  return name;
}

bool stands_for_several(const Key& key) { return key.name() == "<axis>" || key.name() == "<face>"; }

Json reference(const Key& key) { return {{"$ref", "#/definitions/" + definition_name(key)}}; }

Json table_schema(const std::string& declared) {
  Json schema{{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
  for (const std::string& name : key_names(declared)) {
    const Key& key = *find_key(declared, name);
    schema["properties"][name] = stands_for_several(key) ? reference(key) : key_schema(key);
  }
  for (const Key& key : declared_keys()) {
    if (key.parent() != declared) continue;
    // Any name may be a boundary of a mesh.
    if (key.name() == "<face>") schema["additionalProperties"] = reference(key);
    if (key.name() == "<name>") schema["patternProperties"][identifier_pattern()] = key_schema(key);
  }
  add_needs(schema, declared);
  return schema;
}

}  // namespace

std::string case_json_schema() {
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
              {"title", "Case file of Lobatto"}};
  schema.update(table_schema(""));
  for (const Key& key : declared_keys())
    if (stands_for_several(key)) schema["definitions"][definition_name(key)] = key_schema(key);
  return schema.dump(2) + "\n";
}

}  // namespace lobatto::cases
