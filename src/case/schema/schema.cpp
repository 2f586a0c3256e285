#include "case/schema/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "case/document/spelling.hpp"

namespace lobatto::cases {

bool Range::contains(double x) const {
  return (open_lower ? x > lower : x >= lower) && (open_upper ? x < upper : x <= upper);
}

std::string Range::text() const {
  const bool has_lower = std::isfinite(lower), has_upper = std::isfinite(upper);
  if (has_lower && has_upper && !open_lower && !open_upper)
    return fmt::format(" from {:.6g} to {:.6g}", lower, upper);
  std::string text;
  if (has_lower) text += fmt::format(" {} {:.6g}", open_lower ? "above" : "of at least", lower);
  if (has_lower && has_upper) text += " and";
  if (has_upper) text += fmt::format(" {} {:.6g}", open_upper ? "below" : "up to", upper);
  return text;
}

std::string Key::parent() const {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? "" : path.substr(0, dot);
}

std::string Key::name() const {
  std::string last = path.substr(path.rfind('.') + 1);
  if (last.ends_with("[]")) last.resize(last.size() - 2);
  return last;
}

namespace {

const std::vector<std::string> axis_names{"x", "y", "z"};
const std::vector<std::string> face_names{"x",     "y",     "z",     "x_min", "x_max",
                                          "y_min", "y_max", "z_min", "z_max"};

bool matches(const std::string& declared, std::string_view name) {
  const auto is_one_of = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (declared == "<axis>") return is_one_of(axis_names);
  // Which names a mesh has is known only when it is read.
  if (declared == "<face>") return true;
  return declared == "<name>" || declared == name;
}

/// As the heading of a table has a path: "particles.source" of "particles[].source[]".
std::string without_brackets(std::string path) {
  for (std::size_t at = path.find("[]"); at != std::string::npos; at = path.find("[]"))
    path.erase(at, 2);
  return path;
}

std::string kind_text(const Key& key) {
  const std::string range = key.range.text();
  switch (key.kind) {
    case Kind::table:
      return key.parent().empty() ? fmt::format("the table [{}]", key.name()) : "a table";
    case Kind::table_list:
      return fmt::format("a list of tables, written [[{}]]", without_brackets(key.path));
    case Kind::file_name:
      return "a name of letters, digits, '-', '_' and '.'";
    case Kind::identifier:
      return "a name of letters, digits and '_' that begins with a letter";
    case Kind::scalar_name:
      return "the name of a [[scalar]]";
    case Kind::path:
      return "the name of a file";
    case Kind::paths:
      return "the name of a file, or a list of several";
    case Kind::flag:
      return "true or false";
    case Kind::integer:
      return "an integer" + range;
    case Kind::number:
      return "a number" + range;
    case Kind::numbers:
      return key.count == 0 ? "a list of numbers" : fmt::format("a list of {} numbers", key.count);
    case Kind::points:
      return "a list of points [x, y, z]";
    case Kind::names:
      return "a list of names";
    case Kind::duration:
      return "seconds above 0 or a text such as \"30min\", \"1h30min\" or \"11:50:00\"";
    case Kind::expression:
      return range.empty() ? "an expression" : fmt::format("a number{} or an expression", range);
    case Kind::expressions:
      return "a list of three expressions";
    case Kind::words:
    case Kind::choice:
    case Kind::later:
      break;
  }
  return "";
}

/// Of the keys below a choice those that decide, without what goes with them.
std::vector<std::string> decisive_names(const Schema& schema, const std::string& parent) {
  for (const Group& group : schema.groups)
    if (group.parent == parent && group.need != Group::Need::at_most_one) return group.names;
  return schema.names(parent);
}

}  // namespace

const Key* Schema::find(std::string_view parent, std::string_view name) const {
  for (const Key& key : keys)
    if (key.parent() == parent && matches(key.name(), name)) return &key;
  return nullptr;
}

std::string Schema::present_name(std::string_view parent, const std::string& name) const {
  for (const Key& key : keys)
    if (key.old_name == name && key.parent() == parent) return key.name();
  return name;
}

std::vector<std::string> Schema::names(std::string_view parent) const {
  std::vector<std::string> names;
  for (const Key& key : keys) {
    if (key.parent() != parent) continue;
    if (key.name() == "<axis>") {
      names.insert(names.end(), axis_names.begin(), axis_names.end());
    } else if (key.name() == "<face>") {
      names.insert(names.end(), face_names.begin(), face_names.end());
    } else if (key.name() != "<name>" && key.kind != Kind::later) {
      names.push_back(key.name());
    }
  }
  return names;
}

bool Schema::has_keys_below(std::string_view parent) const {
  return std::any_of(keys.begin(), keys.end(),
                     [&](const Key& key) { return key.parent() == parent; });
}

std::optional<Value> default_value(const Key& key) {
  if (key.default_text.empty()) return std::nullopt;
  Value value = parse_value(key.default_text, {});
  // Texts that are values stand in quotes.
  if (value.get<std::string>() && key.default_text[0] != '"') return std::nullopt;
  return value;
}

std::string Schema::expected_text(const Key& key) const {
  std::vector<std::string> ways;
  for (const std::string& word : key.words) ways.push_back('"' + word + '"');
  if (key.kind == Kind::words) return "a list of some of " + join_words(ways, "", " and ");
  if (key.kind != Kind::choice) {
    ways.push_back(kind_text(key));
  } else {
    for (const std::string& name : decisive_names(*this, key.path))
      ways.push_back(fmt::format("{{ {} = ... }}", name));
  }
  return join_words(ways, "", " or ");
}

}  // namespace lobatto::cases
