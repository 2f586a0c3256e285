#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "case/expressions/data_table.hpp"

namespace lobatto::cases {

/// One table("inlet.csv", argument, column) of an expression.
struct TableCall {
  std::string file;
  std::string column;        ///< a heading, or a number as a text
  std::size_t position = 0;  ///< of the word `table`
};

/// An expression whose calls of table have become calls of functions of one argument. Everything
/// else stands where it stood, so that positions in messages hold.
struct ExpressionWithoutTables {
  std::string text;
  std::vector<TableCall> calls;  ///< call i is the function function_name(i)

  /// No name that a user can write.
  static std::string function_name(std::size_t call);
  /// A character of those names alone.
  static constexpr char mark = '@';
};

/// Throws base::Error with the position of what is wrong.
ExpressionWithoutTables take_out_tables(const std::string& expression);

/// True where the expression has this word, as the name of something.
bool has_name(const std::string& expression, const std::string& name);

/// Gives the text of a file, or throws base::Error.
using FileReader = std::function<std::string(const std::filesystem::path& file)>;

/// The files of which expressions have tables, each read once.
class TableFiles {
 public:
  /// Names in expressions lead on from `folder`, that of the case file.
  TableFiles(std::filesystem::path folder, FileReader read)
      : folder_(std::move(folder)), read_(std::move(read)) {}

  /// Reads what the expression has tables of; as collective as the reader. Throws base::Error.
  void read_for(const std::string& expression);

  [[nodiscard]] const DataTables& tables() const { return tables_; }
  /// The files as they were, by their paths.
  [[nodiscard]] const std::map<std::string, std::string>& texts() const { return texts_; }

 private:
  std::filesystem::path folder_;
  FileReader read_;
  DataTables tables_;
  std::map<std::string, std::string> texts_;
};

/// Reads a table on this rank. Throws base::Error: there is no such file, it is no regular file, it
/// is longer than a case file may be.
std::string read_table_text(const std::filesystem::path& file);

}  // namespace lobatto::cases
