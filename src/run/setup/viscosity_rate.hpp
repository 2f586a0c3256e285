#pragma once

#include <optional>
#include <string>

#include "case/case.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// The rate at which the spectral viscosity of [filter] lets modes decay on this mesh, at most, in
/// 1 / time; 0 without one. Collective.
double viscosity_rate(const cases::Case& the_case, const space::FunctionSpace& space);

/// What is wrong with that and the constant step of the case, or nothing, for people. Collective.
std::optional<std::string> find_unstable_viscosity(const cases::Case& the_case,
                                                   const space::FunctionSpace& space);

}  // namespace lobatto::run
