#pragma once

#include <string>

#include "case/format.hpp"

namespace lobatto::residents {

/// All that case files of this program may say. What a resident does not live with is refused.
const cases::CaseFormat& case_format();

/// Which residents live with which traits of a case, as a Markdown table.
std::string combinations_markdown();

}  // namespace lobatto::residents
