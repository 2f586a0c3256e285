#pragma once

#include <string>

#include "run/origin/origin.hpp"
#include "run/simulation.hpp"

namespace lobatto::run {

/// Gives a simulation of perturbations the flow that its case begins with: that of [initial], or
/// what its origin has, with the boundary values of the flow. Returns the lines that tell of it,
/// and how steady it is: by a step of the whole flow. Collective; throws base::Error on every rank.
std::string set_base_flow(Simulation& simulation, const RunOrigin& origin,
                          const comm::Communicator& communicator);

}  // namespace lobatto::run
