#pragma once

#include <cstddef>
#include <string>
#include <vector>

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

}  // namespace lobatto::cases
