#include "case/document/overrides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "case/document/document.hpp"
#include "case/document/printable.hpp"

namespace lobatto::cases {

namespace {

/// One part of a path: a key, and the entry of its list where there is an index.
struct Step {
  std::string key;
  std::optional<std::size_t> index;
};

std::string trim(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string::npos ? ""
                                    : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<Step> parse_step(const std::string& text) {
  const std::size_t bracket = text.find('[');
  if (bracket == std::string::npos)
    return text.empty() ? std::nullopt : std::optional(Step{text, std::nullopt});
  std::size_t index = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + bracket + 1, end, index);
  if (bracket == 0 || error != std::errc{} || stop + 1 != end || *stop != ']') return std::nullopt;
  return Step{text.substr(0, bracket), index};
}

/// The steps of "scalar[0].prandtl"; none where it is no path.
std::vector<Step> parse_path(const std::string& path) {
  std::vector<Step> steps;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const std::optional<Step> step = parse_step(path.substr(begin, end - begin));
    if (!step || steps.size() == most_key_parts) return {};
    steps.push_back(*step);
    begin = end + 1;
  }
  return steps;
}

/// The value that a step leads to from a table, made where it is missing; null after a report.
Value* follow(Value& table, const Step& step, const Location& where, Problems& problems) {
  if (!table.get<Value::Table>()) {
    problems.add(where, fmt::format("{}: what is above this key is no table but {}", step.key,
                                    short_text(table)));
    return nullptr;
  }
  Entry* entry = find_entry(table, step.key);
  if (entry == nullptr) {
    auto& entries = *table.get<Value::Table>();
    entries.push_back({step.key,
                       where,
                       {step.index ? Value(Value::List{}, where) : Value(Value::Table{}, where)}});
    entry = &entries.back();
  }
  if (!step.index) return &entry->value;
  auto* list = entry->value.get<Value::List>();
  if (list == nullptr || *step.index >= list->size()) {
    problems.add(where, fmt::format("{}[{}]: no such entry; the list has {}, counted from 0",
                                    step.key, *step.index, list ? list->size() : 0));
    return nullptr;
  }
  return &(*list)[*step.index];
}

/// The declared path that steps lead to: "scalar[]" for scalar[0]; null where unknown.
std::optional<std::string> declared_path(const Schema& schema, std::span<const Step> steps) {
  std::string declared;
  for (const Step& step : steps) {
    const Key* key = schema.find(declared, step.key);
    if (key == nullptr) return std::nullopt;
    declared = key->path;
  }
  return declared;
}

void use_present_names(std::span<Step> steps, const Schema& schema) {
  std::string declared;
  for (Step& step : steps) {
    step.key = schema.present_name(declared, step.key);
    const Key* key = schema.find(declared, step.key);
    if (key == nullptr) return;
    declared = key->path;
  }
}

void use_present_names(Value& value, const Schema& schema, const std::string& declared) {
  if (auto* list = value.get<Value::List>())
    for (Value& item : *list) use_present_names(item, schema, declared);
  auto* entries = value.get<Value::Table>();
  if (entries == nullptr) return;
  for (Entry& entry : *entries) {
    const std::string name = schema.present_name(declared, entry.key);
    if (find_entry(value, name) == nullptr) entry.key = name;
    if (const Key* key = schema.find(declared, entry.key))
      use_present_names(entry.value, schema, key->path);
  }
}

void remove_excluded(Value& table, const Schema& schema, const std::string& declared,
                     const std::string& key) {
  for (const Group& group : schema.groups) {
    const auto is_member = [&](const std::string& name) {
      return std::find(group.names.begin(), group.names.end(), name) != group.names.end();
    };
    if (group.parent != declared || group.need == Group::Need::at_least_one || !is_member(key))
      continue;
    std::erase_if(*table.get<Value::Table>(), [&](const Entry& entry) {
      return entry.key != key && is_member(entry.key) && !entry.where.is_override;
    });
  }
}

/// What the steps lead to, or null.
Value* find(Value& document, std::span<const Step> steps) {
  Value* value = &document;
  for (const Step& step : steps) {
    Entry* entry = find_entry(*value, step.key);
    if (entry == nullptr) return nullptr;
    value = &entry->value;
    if (!step.index) continue;
    auto* list = value->get<Value::List>();
    if (list == nullptr || *step.index >= list->size()) return nullptr;
    value = &(*list)[*step.index];
  }
  return value;
}

/// A key that is not there needs not be taken out.
void take_out(Value& document, const std::vector<Step>& steps, const Location& where,
              Problems& problems) {
  const Step& last = steps.back();
  if (last.index) {
    problems.add(where, fmt::format("single entries of a list cannot be taken out; all of them "
                                    "can, with the key '{}' and nothing after '='",
                                    last.key));
    return;
  }
  Value* table = find(document, std::span(steps).first(steps.size() - 1));
  if (table == nullptr) return;
  if (auto* entries = table->get<Value::Table>())
    std::erase_if(*entries, [&](const Entry& entry) { return entry.key == last.key; });
}

}  // namespace

std::pair<std::string, std::string> split_override(const std::string& override_text) {
  const std::size_t equals = override_text.find('=');
  const std::string key = trim(override_text.substr(0, equals));
  if (equals == std::string::npos || parse_path(key).empty())
    throw base::Error(
        fmt::format("--set {}: expected key=value, such as mesh.order=9 or scalar[0].prandtl=0.7",
                    printable(shortened(override_text, Problems::longest_message))));
  return {key, trim(override_text.substr(equals + 1))};
}

void use_present_names(Value& document, const Schema& schema) {
  use_present_names(document, schema, "");
}

void apply_override(Value& document, const std::string& override_text, const Schema& schema,
                    Problems& problems) {
  const auto [path, text] = split_override(override_text);
  const Location where{"--set " + override_text, 0, 0, true};
  std::vector<Step> steps = parse_path(path);
  use_present_names(steps, schema);
  // A name that is none is left to the check, which knows names like it.
  if (text.empty() && declared_path(schema, steps))
    return take_out(document, steps, where, problems);
  Value* table = nullptr;
  Value* target = &document;
  for (const Step& step : steps) {
    table = target;
    target = follow(*table, step, where, problems);
    if (target == nullptr) return;
  }
  *target = parse_value(text, where);
  if (steps.back().index) return;
  find_entry(*table, steps.back().key)->where = where;
  if (const auto declared = declared_path(schema, std::span(steps).first(steps.size() - 1)))
    remove_excluded(*table, schema, *declared, steps.back().key);
}

void note_override(std::map<std::string, std::string>& overrides, const std::string& key,
                   const std::string& value) {
  std::erase_if(overrides, [&](const auto& earlier) {
    const std::string& name = earlier.first;
    return name.starts_with(key) && (name[key.size()] == '.' || name[key.size()] == '[');
  });
  overrides[key] = value;
}

}  // namespace lobatto::cases
