#pragma once

#include <memory>
#include <vector>

#include "physics/equations/momentum.hpp"
#include "physics/moving_mesh.hpp"
#include "physics/step_report.hpp"
#include "physics/work_region.hpp"
#include "space/element_operators.hpp"
#include "state/variable.hpp"

namespace lobatto::physics {

/// What a velocity field looks like, and what feeds its kinetic energy.
class Diagnostics {
 public:
  /// wave_number: of velocities that are waves along z, whose sums are those of their amplitudes.
  /// mesh: that moves, of which the Courant number is that of u - w; null where it stays.
  Diagnostics(const space::FunctionSpace& space, perf::Profiler& profiler, double wave_number = 0,
              const MovingMesh* mesh = nullptr);

  /// momentum: whose forces and boundaries feed the energy; null for a velocity that is given.
  /// Collective.
  FlowState look(const state::Variable& velocity, const Momentum* momentum);

 private:
  /// Of this rank.
  [[nodiscard]] double courant_rate(const state::Variable& velocity, const MovingMesh& mesh);
  /// int rho u . u / 2, this rank's.
  double weighed_energy(const state::Variable& velocity, const space::Field& density);
  /// Of a block, this rank's.
  Power power_of_forces(const ElementBlock& block, const state::Variable& velocity,
                        const Momentum& momentum);

  const space::FunctionSpace& space_;
  const MovingMesh* mesh_;
  WorkRegion region_;
  std::unique_ptr<space::ElementOperators> operators_;
  std::vector<ElementBlock> blocks_;
  std::array<std::vector<double>, 3> mass_u_;  ///< of a block
};

}  // namespace lobatto::physics
