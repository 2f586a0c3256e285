#pragma once

#include <string>

#include "run/origin/origin.hpp"
#include "run/simulation.hpp"

namespace lobatto::run {

/// Gives a simulation of perturbations the flow that its case begins with: that of [initial], or
/// what its origin has, with the boundary values of the flow. Returns the lines that tell of it,
/// and how steady it is: by a step of the whole flow. Collective; throws base::Error on every rank.
/// Of a periodic flow: by a period, which it is taken through; throws where it does not repeat
/// itself.
std::string set_base_flow(Simulation& simulation, const RunOrigin& origin,
                          const comm::Communicator& communicator);

/// Takes the flow whose fields are the base flow of a simulation of perturbations through its
/// period, from a time on, and gives it the levels (physics::BaseOrbit). Returns the change of the
/// flow in a period, of itself. The levels follow from the fields to the bit. Collective.
double trace_orbit(Simulation& simulation, double begin);

/// The same of a flow that moves on (stability::OtdSearch): from where it is at the end of its
/// orbit, which is one interval. Returns that time. Collective.
double move_orbit_on(Simulation& simulation);

}  // namespace lobatto::run
