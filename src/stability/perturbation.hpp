#pragma once

namespace lobatto::stability {

/// Which perturbations of its flow a run computes; see physics::linearised.
struct Perturbation {
  /// Of waves along z of a plane; 0: nothing changes along z.
  double wave_number = 0;
  /// About a flow that is periodic in time, whose period is one propagation.
  bool is_periodic = false;
};

}  // namespace lobatto::stability
