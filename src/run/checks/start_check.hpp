#pragma once

#include <optional>
#include <string>

#include "case/case.hpp"
#include "physics/settings.hpp"
#include "residents/formulas.hpp"
#include "run/simulation.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// Why a run of the case cannot take its first step, as far as that shows before there is a flow:
/// a spectral viscosity that the step does not bear, boundary velocities that do not balance, or
/// fluid at rest that gives the CFL number no step. Empty where it can. Takes the initial velocity
/// at few points unless it is zero. Collective, the same on all ranks.
std::optional<std::string> find_start_problem(const cases::Case& the_case,
                                              residents::Formulas& formulas,
                                              const space::FunctionSpace& space,
                                              const physics::FlowSettings& settings);

/// The same of a simulation that is about to begin or to go on.
std::optional<std::string> find_start_problem(const Simulation& simulation);

}  // namespace lobatto::run
