#pragma once

#include <string>

#include "case/schema/schema.hpp"

namespace lobatto::cases {

/// The declared keys as Markdown, a table for each table of the case file: the generated part of
/// docs/case-file.md.
std::string key_table_markdown(const Schema& schema);

}  // namespace lobatto::cases
