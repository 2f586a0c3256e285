#pragma once

#include <string>

#include "case/schema/schema.hpp"

namespace lobatto::cases {

/// The declared keys as a JSON Schema (draft 07, the newest that editors of TOML know) of the case
/// file: tables, types, ranges, words, defaults, examples and meanings. It accepts every file that
/// the program accepts; what takes more than one key or an expression to judge, it leaves to the
/// program.
std::string case_json_schema(const Schema& schema);

}  // namespace lobatto::cases
