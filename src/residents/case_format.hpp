#pragma once

#include "case/format.hpp"

namespace lobatto::residents {

/// All that case files of this program may say.
const cases::CaseFormat& case_format();

}  // namespace lobatto::residents
