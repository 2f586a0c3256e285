#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lobatto::cases {

/// Columns of numbers from a text file: functions of its first column, linear between its rows.
///
/// A row a line; its numbers stand between semicolons, else commas, else blanks. Empty lines, and
/// what follows '#', are left out. The first line may be a heading: a name a column, in quotes or
/// not. Numbers in the first column increase.
class DataTable {
 public:
  /// `file` is for messages. Throws base::Error with file and line for what is no number, another
  /// count of columns, a first column that does not increase, and fewer than two rows or columns.
  DataTable(const std::string& text, std::string file);

  /// The column of this name, or of this number as a text, counted from 1; the first one is no
  /// function. Throws base::Error with the columns that there are.
  [[nodiscard]] std::size_t column(const std::string& name) const;
  /// Of a column, at x: of the nearest row where x is outside of them. O(log(rows)), O(1) where x
  /// lies beside the last one asked for, which is kept in `hint`; it may be any number.
  [[nodiscard]] double value(std::size_t column, double x, std::size_t& hint) const;

 private:
  void read_line(const std::string& line, std::size_t number);
  void read_heading(const std::vector<std::string>& cells);
  void read_row(const std::vector<std::string>& cells, std::size_t number);
  [[nodiscard]] std::string columns_text() const;
  [[nodiscard]] std::string place(std::size_t line) const;

  std::string file_;
  std::vector<std::string> headings_;
  std::vector<std::vector<double>> columns_;
  std::size_t first_line_ = 0;  ///< that holds anything
};

/// By the names that expressions call them.
using DataTables = std::map<std::string, std::shared_ptr<const DataTable>>;

}  // namespace lobatto::cases
