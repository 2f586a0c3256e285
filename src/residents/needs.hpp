#pragma once

#include <string>
#include <vector>

#include "case/case.hpp"
#include "plan/grounds.hpp"
#include "plan/memory.hpp"
#include "plan/shares.hpp"

namespace lobatto::residents {

/// What a run needs on a rank with its share of the elements: the equations and all residents.
std::vector<plan::MemoryPart> memory_parts(const cases::Case& the_case,
                                           const plan::Grounds& grounds,
                                           const plan::ElementShares& shares, bool is_first_rank);

/// plan::estimate() with what residents take.
std::string estimate(const cases::Case& the_case, const plan::Grounds& grounds,
                     const plan::ElementShares& shares);

}  // namespace lobatto::residents
