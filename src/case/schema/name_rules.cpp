#include "case/schema/name_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "case/expressions/expression.hpp"

namespace lobatto::cases {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string fault_of_length(const std::string& name) {
  if (name.size() <= longest_name) return "";
  return fmt::format("expected a name of at most {} characters, found {}", longest_name,
                     name.size());
}

}  // namespace

std::string fault_of_file_name(const std::string& text) {
  const auto is_allowed = [](char c) {
    return is_letter(c) || is_digit(c) || std::string_view("-_.").find(c) != std::string_view::npos;
  };
  if (text.empty() || text[0] == '.' || !std::all_of(text.begin(), text.end(), is_allowed))
    return "expected a name of letters, digits, '-', '_' and '.'";
  return fault_of_length(text);
}

std::string file_name_pattern() {
  return fmt::format("^[A-Za-z0-9_-][A-Za-z0-9_.-]{{0,{}}}$", longest_name - 1);
}

std::string fault_of_column(const std::string& name) {
  const auto is_word = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
  if (name.empty() || !is_letter(name[0]) || !std::all_of(name.begin(), name.end(), is_word))
    return "expected a name of letters, digits and '_' that begins with a letter";
  return fault_of_length(name);
}

std::string fault_of_identifier(const std::string& name) {
  if (std::string fault = fault_of_column(name); !fault.empty()) return fault;
  const auto reserved = reserved_names();
  if (std::find(reserved.begin(), reserved.end(), name) != reserved.end())
    return "expressions know this name already; choose another";
  return "";
}

std::string identifier_pattern() {
  return fmt::format("^[A-Za-z][A-Za-z0-9_]{{0,{}}}$", longest_name - 1);
}

}  // namespace lobatto::cases
