#pragma once

#include <string>

#include "case/case.hpp"
#include "run/simulation.hpp"

namespace lobatto::run {

/// Steps from a time to the end of a case, of the length dt; in floating point, so that no number
/// of them overflows. At least 0.
double steps_left(const cases::Case& the_case, double time, long long n_steps, double dt);

/// Takes a step, then three more with the clock running, and tells what a step takes, how many are
/// left, how long they will take without any output, the memory used, and what advise_tolerances()
/// says. The length of the steps
/// is that of the case, or that which meets its CFL number with the velocity of the last step.
/// Collective; throws base::Error on every rank where the solution is not finite.
std::string time_steps(Simulation& simulation);

}  // namespace lobatto::run
