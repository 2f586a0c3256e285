#pragma once

#include <optional>
#include <string>

#include "app/simulation.hpp"

namespace lobatto::app {

/// Looks at a step for values that are not finite or a CFL number beyond the case's limit. Returns
/// what is wrong and where, for people; empty when all is well. Collective.
std::optional<std::string> find_trouble(const Simulation& simulation,
                                        const flow::StepReport& report);

}  // namespace lobatto::app
