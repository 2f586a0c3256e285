#pragma once

#include <optional>
#include <string>

#include "case/case.hpp"

namespace lobatto::plan {

/// What is wrong with explicit decay of this rate and the constant step of the case, or nothing,
/// for people: "time.dt = 0.01 is unstable: chi * dt is 1, ...". name: what the rate is called.
std::optional<std::string> decay_fault(const cases::Case& c, const std::string& name, double rate);

/// The rates of Case::explicit_decay together.
double decay_rate(const cases::Case& c);

/// Of steps that follow a CFL number: time.max_dt, and with that decay, or further one that follows
/// from the mesh, half of what pure decay would bear, which leaves room for advection; infinite
/// without any of them.
double longest_step(const cases::Case& c, double rate_of_mesh = 0);

}  // namespace lobatto::plan
