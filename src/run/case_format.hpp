#pragma once

#include "case/format.hpp"

namespace lobatto::run {

/// All that case files of this program may say.
const cases::CaseFormat& case_format();

}  // namespace lobatto::run
