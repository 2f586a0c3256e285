#include "case/expressions/data_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "case/document/printable.hpp"
#include "case/document/spelling.hpp"

namespace lobatto::cases {

namespace {

constexpr std::string_view blanks = " \t\r";

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

std::vector<std::string> split_at(std::string_view line, char separator) {
  std::vector<std::string> cells;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(separator, begin), line.size());
    cells.push_back(trimmed(line.substr(begin, end - begin)));
    begin = end + 1;
  }
  return cells;
}

std::vector<std::string> split_at_blanks(std::string_view line) {
  std::vector<std::string> cells;
  for (std::size_t begin = line.find_first_not_of(blanks); begin < line.size();) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    cells.emplace_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(blanks, end);
  }
  return cells;
}

std::vector<std::string> cells_of(std::string_view line) {
  for (const char separator : {';', ','})
    if (line.find(separator) != std::string_view::npos) return split_at(line, separator);
  return split_at_blanks(line);
}

/// A finite one; what is left of the text must be nothing.
std::optional<double> number_in(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{} || end != text.data() + text.size() || !std::isfinite(number))
    return std::nullopt;
  return number;
}

std::string without_quotes(const std::string& cell) {
  const bool quoted = cell.size() > 1 && (cell[0] == '"' || cell[0] == '\'');
  return quoted && cell.back() == cell[0] ? cell.substr(1, cell.size() - 2) : cell;
}

std::string quoted(const std::string& cell) {
  return fmt::format("'{}'", printable(shortened(cell, 40)));
}

std::string count_of(std::size_t n, const char* what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

}  // namespace

DataTable::DataTable(const std::string& text, std::string file) : file_(std::move(file)) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  std::size_t begin = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  for (std::size_t number = 1; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    read_line(trimmed(line.substr(0, line.find('#'))), number);
    begin = end + 1;
  }
  const std::size_t n_rows = columns_.empty() ? 0 : columns_[0].size();
  if (n_rows < 2)
    throw base::Error(fmt::format("{}: has {} of numbers, expected at least 2", printable(file_),
                                  count_of(n_rows, "row")));
}

void DataTable::read_line(const std::string& line, std::size_t number) {
  if (line.empty()) return;
  const auto cells = cells_of(line);
  if (first_line_ > 0) return read_row(cells, number);
  first_line_ = number;
  if (cells.size() < 2)
    throw base::Error(fmt::format(
        "{}: found one column, {}, expected at least 2: the place, and the values there",
        place(number), quoted(cells[0])));
  columns_.resize(cells.size());
  if (std::ranges::none_of(cells, [](const auto& cell) { return number_in(cell).has_value(); }))
    return read_heading(cells);
  read_row(cells, number);
}

void DataTable::read_heading(const std::vector<std::string>& cells) {
  for (const auto& cell : cells) headings_.push_back(without_quotes(cell));
}

void DataTable::read_row(const std::vector<std::string>& cells, std::size_t number) {
  if (cells.size() != columns_.size())
    throw base::Error(fmt::format("{}: found {}, expected {} as in line {}", place(number),
                                  count_of(cells.size(), "column"), columns_.size(), first_line_));
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const auto value = number_in(cells[c]);
    if (!value)
      throw base::Error(fmt::format("{}: column {} is {}, expected a number", place(number), c + 1,
                                    cells[c].empty() ? "empty" : quoted(cells[c])));
    columns_[c].push_back(*value);
  }
  const auto& x = columns_[0];
  if (x.size() > 1 && !(x.back() > x[x.size() - 2]))
    throw base::Error(
        fmt::format("{}: the first column is {} after {}, expected a larger number in every row",
                    place(number), x.back(), x[x.size() - 2]));
}

std::string DataTable::place(std::size_t line) const {
  return fmt::format("{}:{}", printable(file_), line);
}

std::string DataTable::columns_text() const {
  const std::string numbers = columns_.size() == 2 ? "2" : fmt::format("2 to {}", columns_.size());
  return headings_.empty() ? fmt::format("; without a heading, expected {}", numbers)
                           : fmt::format("; expected {} or a heading: ", numbers);
}

std::size_t DataTable::column(const std::string& name) const {
  for (std::size_t c = 1; c < headings_.size(); ++c)
    if (headings_[c] == name) return c;
  std::size_t number = 0;
  const auto [end, fault] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool is_number = fault == std::errc{} && end == name.data() + name.size();
  if (is_number && number >= 2 && number <= columns_.size()) return number - 1;
  std::string known = columns_text();
  if (!headings_.empty()) {
    const std::vector<std::string> names(headings_.begin() + 1, headings_.end());
    const std::string meant = suggestion(name, names);
    known = meant.empty() ? known + join_words(names, "'", " and ") : meant;
  }
  throw base::Error(printable(
      fmt::format("{}: has no column {}{}", file_, is_number ? name : "'" + name + "'", known)));
}

double DataTable::value(std::size_t column, double x, std::size_t& hint) const {
  const auto& xs = columns_[0];
  const auto& values = columns_[column];
  if (std::isnan(x)) return x;
  if (x <= xs.front()) return values.front();
  if (x >= xs.back()) return values.back();
  const bool is_there = hint + 1 < xs.size() && xs[hint] <= x && x < xs[hint + 1];
  if (!is_there) hint = static_cast<std::size_t>(std::ranges::upper_bound(xs, x) - xs.begin()) - 1;
  const double share = (x - xs[hint]) / (xs[hint + 1] - xs[hint]);
  return (1.0 - share) * values[hint] + share * values[hint + 1];
}

}  // namespace lobatto::cases
