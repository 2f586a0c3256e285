#include "case/schema/schema.hpp"

#include <fmt/format.h>

namespace lobatto::cases {

namespace {

/// A '|' would end the cell.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? "\\|" : std::string(1, c);
  return escaped;
}

std::string code_cell(const std::string& text) {
  return text.empty() ? "" : fmt::format("`{}`", cell(text));
}

bool is_top_level(const Key& key) { return key.path.find('.') == std::string::npos; }

std::string heading(const Key& key) {
  const bool is_list = key.kind == Kind::table_list;
  return fmt::format("\n### {}{}{}\n\n{}.{}\n", is_list ? "[[" : "[", key.name(),
                     is_list ? "]]" : "]", key.description, key.required ? " Required." : "");
}

std::string row(const Schema& schema, const Key& key) {
  const std::string fallback = key.required ? "required" : key.default_text;
  const std::string values = key.kind == Kind::later ? "" : schema.expected_text(key);
  return fmt::format("| `{}` | {} | {} | {} | {} |\n", key.path, cell(values), cell(fallback),
                     code_cell(key.example), cell(key.description));
}

}  // namespace

std::string key_table_markdown(const Schema& schema) {
  std::string text;
  for (const Key& section : schema.keys) {
    if (!is_top_level(section)) continue;
    text += heading(section);
    // Sections are declared in several places: what belongs to one need not stand behind it.
    std::string rows;
    for (const Key& key : schema.keys)
      if (key.path.starts_with(section.path + ".")) rows += row(schema, key);
    if (!rows.empty())
      text += "\n| key | value | default | example | meaning |\n|---|---|---|---|---|\n" + rows;
  }
  return text.substr(1);
}

}  // namespace lobatto::cases
