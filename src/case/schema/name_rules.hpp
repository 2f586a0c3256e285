#pragma once

#include <cstddef>
#include <string>

namespace lobatto::cases {

/// Names become parts of file names, which may have 255 bytes, and columns of tables.
inline constexpr std::size_t longest_name = 100;

/// Why a text is no name of files: empty where it is one, else what was expected.
std::string fault_of_file_name(const std::string& text);

/// The same as a regular expression.
std::string file_name_pattern();

/// Why a column of a table cannot have this name: empty where it can.
std::string fault_of_column(const std::string& name);

/// Why a parameter, a scalar or a quantity cannot have this name: empty where it can.
std::string fault_of_identifier(const std::string& name);

/// Both as a regular expression, but for the names that expressions know.
std::string identifier_pattern();

}  // namespace lobatto::cases
