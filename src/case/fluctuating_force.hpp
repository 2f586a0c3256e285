#pragma once

#include "case/case.hpp"

namespace lobatto::cases {

/// True where the body force of a case depends on time or the solution, or there is buoyancy: then
/// it may correlate with the velocity.
bool force_fluctuates(const Case& the_case);

/// True where the statistics of a case gather the products of such a force: full ones, which
/// budgets are made of.
bool gathers_force(const Case& the_case);

}  // namespace lobatto::cases
