#pragma once

#include <string>

#include "case/case.hpp"
#include "plan/grounds.hpp"

namespace lobatto::plan {

/// What a step takes, by the rates of the machine, in nanoseconds per point of a rank: good for a
/// choice, not for a budget.
struct StepCost {
  double advection = 0;  ///< extrapolated, or all sub-steps along characteristics
  double solves = 0;     ///< of all equations
  double others = 0;     ///< right-hand sides and diagnostics
  [[nodiscard]] double sum() const { return advection + solves + others; }
};
/// Of a step of this CFL number.
StepCost step_cost(const cases::Case& the_case, const Grounds& grounds, bool along_characteristics,
                   double cfl);

/// The CFL number of extrapolated steps that is stable in practice.
inline constexpr double extrapolated_cfl = 0.4;

/// How much longer the same time takes with the steps that the case does not take: with
/// extrapolated ones of extrapolated_cfl, or along characteristics, of a CFL number between 1 and 5
/// at which they take least. A line for people; empty where nothing is advected or no other way
/// serves.
std::string describe_splitting(const cases::Case& the_case, const Grounds& grounds);

}  // namespace lobatto::plan
