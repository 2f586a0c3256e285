#pragma once

#include "physics/conditions/dirichlet_values.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// What the new level of a field passes through at the end of a step.
class EndOfStep {
 public:
  virtual ~EndOfStep() = default;

  /// Of a field over this rank's elements: int phi and int phi^2 / 2.
  struct Sums {
    double content = 0;
    double energy = 0;
  };
  /// Changes a continuous field, or a component of one; given: the values that it keeps. Returns
  /// what the sums became less what they were. Collective.
  virtual Sums apply(space::Field& field, const DirichletValues& given) = 0;
};

}  // namespace lobatto::physics
