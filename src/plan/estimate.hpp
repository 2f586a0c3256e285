#pragma once

#include <string>

#include "case/case.hpp"
#include "plan/shares.hpp"

namespace lobatto::plan {

/// What the case would take, as text for people: memory, floating-point work per step, solvers,
/// kernels that could be faster. `of_others`: lines on what else the run does.
std::string estimate(const cases::Case& the_case, const Grounds& grounds,
                     const ElementShares& shares, const std::string& of_others = {});

}  // namespace lobatto::plan
