#pragma once

#include <string>

#include "run/simulation.hpp"

namespace lobatto::run {

/// What iterative solvers leave in the fields per step, by a few steps that are taken again with
/// tolerances a thousand times smaller, beside what a step itself leaves
/// (StepReport::step_error), and the tolerances that are enough. A line for people; empty where
/// `last`, the report of the step before, has no such error, which is that of extrapolated
/// advection, or the case ends too soon. Keeps the state in memory, and the solvers as they are
/// then. Collective.
std::string advise_tolerances(Simulation& simulation, const physics::StepReport& last);

/// The largest power of ten, of at most `most`, with which solvers that leave `left` per step with
/// `tolerance` leave a tenth of the error of a step.
double tolerance_for(double tolerance, double left, double step_error, double most);

}  // namespace lobatto::run
