#include "case/document/document.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "case/document/printable.hpp"
#include "case/document/spelling.hpp"

namespace lobatto::cases {

std::string Location::text() const {
  return line == 0 ? source : fmt::format("{}:{}:{}", source, line, column);
}

const Entry* find_entry(const Value& table, std::string_view key) {
  const auto* entries = table.get<Value::Table>();
  if (entries == nullptr) return nullptr;
  const auto found =
      std::find_if(entries->begin(), entries->end(), [&](const Entry& e) { return e.key == key; });
  return found == entries->end() ? nullptr : &*found;
}

Entry* find_entry(Value& table, std::string_view key) {
  return const_cast<Entry*>(find_entry(std::as_const(table), key));
}

namespace {

struct TextOf {
  std::string operator()(std::monostate) const { return "(invalid)"; }
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(long long number) const { return fmt::format("{}", number); }
  std::string operator()(double number) const { return fmt::format("{}", number); }
  std::string operator()(const std::string& text) const { return fmt::format("\"{}\"", text); }
  std::string operator()(const Value::List& list) const {
    std::vector<std::string> items;
    for (const Value& item : list) items.push_back(std::visit(*this, item.data));
    return fmt::format("[{}]", fmt::join(items, ", "));
  }
  std::string operator()(const Value::Table& table) const {
    std::vector<std::string> items;
    for (const Entry& entry : table)
      items.push_back(entry.key + " = " + std::visit(*this, entry.value.data));
    return fmt::format("{{ {} }}", fmt::join(items, ", "));
  }
};

Location location_of(const toml::source_region& region, const Location& fallback) {
  if (fallback.is_override || region.begin.line == 0) return fallback;
  return {fallback.source, static_cast<int>(region.begin.line),
          static_cast<int>(region.begin.column), false};
}

/// Libraries take NUL for the end of a text, and would act on a part of it.
std::string checked_text(const std::string& text, const Location& where) {
  if (text.find('\0') != std::string::npos)
    throw base::Error(fmt::format("{}: the character NUL (\\u0000) has no place in a case file",
                                  printable(where.text())));
  return text;
}

Value convert(const toml::node& node, const Location& fallback);

Value::Table convert_entries(const toml::table& table, const Location& where) {
  Value::Table entries;
  for (const auto& [key, node] : table) {
    const Location place = location_of(key.source(), where);
    entries.push_back({checked_text(std::string(key.str()), place), place, convert(node, place)});
  }
  // toml++ sorts by name; messages and expressions that use earlier parameters want the order of
  // the file.
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.where.line, a.where.column) < std::pair(b.where.line, b.where.column);
  });
  return entries;
}

Value convert(const toml::node& node, const Location& fallback) {
  Value value{{}, location_of(node.source(), fallback)};
  if (const auto* flag = node.as_boolean()) {
    value.data = flag->get();
  } else if (const auto* integer = node.as_integer()) {
    value.data = static_cast<long long>(integer->get());
  } else if (const auto* number = node.as_floating_point()) {
    value.data = number->get();
  } else if (const auto* text = node.as_string()) {
    value.data = checked_text(text->get(), value.where);
  } else if (const auto* array = node.as_array()) {
    Value::List list;
    for (const toml::node& item : *array) list.push_back(convert(item, value.where));
    value.data = std::move(list);
  } else if (const auto* table = node.as_table()) {
    value.data = convert_entries(*table, value.where);
  } else {
    throw base::Error(printable(value.where.text()) +
                      ": dates and times have no place in a case file");
  }
  return value;
}

}  // namespace

std::string short_text(const Value& value) {
  constexpr std::size_t longest = 40;
  return beginning_of(std::visit(TextOf{}, value.data), longest);
}

std::string read_text(const std::filesystem::path& file, std::uintmax_t most_bytes) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (file.empty() || fs::symlink_status(file, ignored).type() != fs::file_type::not_found)
    return base::read_input(file, most_bytes);
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, ignored))
    throw base::Error(
        fmt::format("{}: no such file; there is no folder '{}'", file.string(), folder.string()));
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".toml" || entry.path().extension() == file.extension())
      names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  throw base::Error(file.string() + ": no such file" + suggestion(file.filename().string(), names));
}

Value parse_document(const std::string& text, const std::string& file) {
  const Location whole{file, 0, 0, false};
  if (const std::string excess = excess_of_document(text); !excess.empty())
    throw base::Error(fmt::format("{}:{}", printable(file), excess));
  try {
    const toml::table root = toml::parse(text);
    return {convert_entries(root, whole), whole};
  } catch (const toml::parse_error& error) {
    throw base::Error(printable(fmt::format(
        "{}: not valid TOML: {}", location_of(error.source(), whole).text(), error.description())));
  }
}

Value parse_value(const std::string& text, const Location& where) {
  if (!excess_of_document(text).empty()) return {text, where};
  try {
    const toml::table root = toml::parse("value = " + text);
    const toml::node* node = root.get("value");
    if (root.size() == 1) return convert(*node, where);
  } catch (const toml::parse_error&) {
    return {text, where};
  }
  return {text, where};
}

}  // namespace lobatto::cases
