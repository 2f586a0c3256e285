#include "case/schema/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "case/document/document.hpp"
#include "case/document/duration.hpp"
#include "case/schema/name_rules.hpp"

namespace lobatto::cases {

namespace {

using Json = nlohmann::ordered_json;

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
Json bound(double x) {
  constexpr double most_exact = 1e15;
  const bool is_whole = x == std::round(x) && std::abs(x) <= most_exact;
  return is_whole ? Json(static_cast<long long>(x)) : Json(x);
}

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

Json having(const std::vector<std::string>& names) { return {{"required", names}}; }

Json group_schema(const Group& group) {
  Json each = Json::array();
  for (const std::string& name : group.names) each.push_back(having({name}));
  if (group.need == Group::Need::at_least_one) return {{"anyOf", each}};
  if (group.need == Group::Need::at_most_one)
    each.push_back(Json::object({{"not", Json::object({{"anyOf", each}})}}));
  return {{"oneOf", each}};
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

/// The tables and keys of a schema in the words of JSON Schema.
class Translation {
 public:
  explicit Translation(const Schema& schema) : schema_(schema) {}

  [[nodiscard]] Json table(const std::string& declared) const;
  [[nodiscard]] Json key(const Key& key) const;

 private:
  [[nodiscard]] Json kind(const Key& key) const;
  [[nodiscard]] Json accepted(const Key& key) const;
  void add_needs(Json& json, const std::string& declared) const;

  const Schema& schema_;
};

/// Of what the kind accepts, besides words.
Json Translation::kind(const Key& key) const {
  switch (key.kind) {
    case Kind::table:
    case Kind::choice:
      return table(key.path);
    case Kind::table_list: {
      Json schema = list_schema(table(key.path));
      if (std::isfinite(key.range.upper)) schema["maxItems"] = bound(key.range.upper);
      return schema;
    }
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
    case Kind::paths:
      return {{"anyOf", {Json{{"type", "string"}}, set_schema({{"type", "string"}}, 1)}}};
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
      // A function of user code gives all three.
      return {{"anyOf", Json::array({tuple_schema(formula_schema(), 3), text_schema("^\\s*@")})}};
    case Kind::later:
      break;
  }
  return false;
}

Json Translation::accepted(const Key& key) const {
  // An expression is any text already.
  const bool has_words =
      !key.words.empty() && key.kind != Kind::words && key.kind != Kind::expression;
  if (!has_words) return kind(key);
  Json words{{"enum", key.words}};
  if (key.kind == Kind::choice && !schema_.has_keys_below(key.path)) return words;
  return {{"anyOf", Json::array({words, kind(key)})}};
}

Json Translation::key(const Key& key) const {
  const auto fallback = default_value(key);
  const bool in_words = !fallback && !key.default_text.empty();
  Json schema{{"description", key.description}};
  if (in_words)
    schema["description"] = fmt::format("{}. Default: {}", key.description, key.default_text);
  schema.update(accepted(key));
  if (fallback) schema["default"] = json_of(*fallback);
  if (!key.example.empty())
    schema["examples"] = Json::array({json_of(parse_value(key.example, {}))});
  return schema;
}

/// What must be there, what excludes each other.
void Translation::add_needs(Json& json, const std::string& declared) const {
  std::vector<std::string> required;
  std::map<std::string, std::vector<std::string>> replaced;  // by the key that replaces them
  for (const std::string& name : schema_.names(declared)) {
    const Key& key = *schema_.find(declared, name);
    if (key.required) (key.unless.empty() ? required : replaced[key.unless]).push_back(name);
  }
  if (!required.empty()) json["required"] = required;
  Json all = Json::array();
  for (const auto& [key, names] : replaced)
    all.push_back({{"anyOf", Json::array({having({key}), having(names)})}});
  for (const Group& group : schema_.groups)
    if (group.parent == declared) all.push_back(group_schema(group));
  if (!all.empty()) json["allOf"] = all;
}

Json Translation::table(const std::string& declared) const {
  Json json{{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
  for (const std::string& name : schema_.names(declared)) {
    const Key& found = *schema_.find(declared, name);
    json["properties"][name] = stands_for_several(found) ? reference(found) : key(found);
  }
  for (const Key& found : schema_.keys) {
    if (found.parent() != declared) continue;
    // Any name may be a boundary of a mesh.
    if (found.name() == "<face>") json["additionalProperties"] = reference(found);
    if (found.name() == "<name>") json["patternProperties"][identifier_pattern()] = key(found);
  }
  add_needs(json, declared);
  return json;
}

}  // namespace

std::string case_json_schema(const Schema& schema) {
  Json json{{"$schema", "http://json-schema.org/draft-07/schema#"},
            {"title", "Case file of Lobatto"}};
  const Translation translation(schema);
  json.update(translation.table(""));
  for (const Key& key : schema.keys)
    if (stands_for_several(key)) json["definitions"][definition_name(key)] = translation.key(key);
  return json.dump(2) + "\n";
}

}  // namespace lobatto::cases
