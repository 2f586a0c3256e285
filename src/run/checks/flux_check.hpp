#pragma once

#include <optional>
#include <string>

#include "case/case.hpp"
#include "physics/conditions/boundary_flux.hpp"
#include "physics/settings.hpp"
#include "physics/step_report.hpp"
#include "run/simulation.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// What is wrong with the velocities that the case gives on the boundary, at time t: without an
/// outflow as much must flow in as out. Names the faces with their fluxes; empty where they
/// balance, and where velocities use the solution, so that nobody can say. Collective, the same on
/// all ranks.
std::optional<std::string> find_flux_mismatch(const cases::Case& the_case,
                                              const space::FunctionSpace& space,
                                              const physics::FlowSettings& settings, double t);

/// What is to be said of a small net flux that is left out of the pressure's equation, or of one
/// that is not known; empty where there is none but round-off. At the present time. Collective.
std::optional<std::string> describe_small_mismatch(const Simulation& simulation);

/// Follows velocities that change with time over a run.
class FluxWatch {
 public:
  /// What find_flux_mismatch says of the time of this step; asks it only where the net flux that
  /// the step met is beyond twice what it has found right before. Collective.
  std::optional<std::string> look(const cases::Case& the_case, const space::FunctionSpace& space,
                                  const physics::FlowSettings& settings,
                                  const physics::StepReport& report);

 private:
  double found_right_ = physics::GivenFlux::tolerance / 2;
};

}  // namespace lobatto::run
