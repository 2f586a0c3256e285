#pragma once

#include <memory>
#include <vector>

#include "physics/equations/momentum.hpp"
#include "physics/step_report.hpp"
#include "physics/work_region.hpp"
#include "space/element_operators.hpp"
#include "state/variable.hpp"

namespace lobatto::physics {

/// What a velocity field looks like, and what feeds its kinetic energy.
class Diagnostics {
 public:
  /// wave_number: of velocities that are waves along z, whose sums are those of their amplitudes.
  Diagnostics(const space::FunctionSpace& space, perf::Profiler& profiler, double wave_number = 0);

  /// momentum: whose forces and boundaries feed the energy; null for a velocity that is given.
  /// Collective.
  FlowState look(const state::Variable& velocity, const Momentum* momentum);

 private:
  /// Of a block, this rank's.
  Power power_of_forces(const ElementBlock& block, const state::Variable& velocity,
                        const Momentum& momentum);

  const space::FunctionSpace& space_;
  WorkRegion region_;
  std::unique_ptr<space::ElementOperators> operators_;
  std::vector<ElementBlock> blocks_;
  std::array<std::vector<double>, 3> mass_u_;  ///< of a block
};

}  // namespace lobatto::physics
