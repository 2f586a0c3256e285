#pragma once

#include <memory>
#include <span>
#include <utility>

#include "state/state.hpp"

namespace lobatto::physics {

/// What the values of a coefficient follow from, besides the place and a velocity that is given
/// once for all.
enum class Dependence { place, time, solution };

/// Gives a coefficient, a viscosity or a diffusivity, its value at every node: a formula, a model
/// of what the mesh does not resolve. A new one is a file in physics/coefficients. What it keeps
/// from call to call is workspace alone: the levels of the past are evaluated again after a
/// restart.
class CoefficientLaw {
 public:
  virtual ~CoefficientLaw() = default;

  [[nodiscard]] virtual Dependence dependence() const = 0;
  /// The values at time t, from the current level, level 0, of the fields of the state; "velocity"
  /// and all scalars are there. A value that is not positive and finite is for the law to tell of,
  /// later and on all ranks. k [size]. Collective.
  virtual void evaluate(const state::State& state, double t, std::span<double> k) = 0;
};

/// A coefficient of an equation: one number, or a law.
struct CoefficientSettings {
  CoefficientSettings(double value) : constant(value) {}
  CoefficientSettings(std::shared_ptr<CoefficientLaw> given) : law(std::move(given)) {}

  double constant = 0;  ///< without a law
  std::shared_ptr<CoefficientLaw> law;
};

}  // namespace lobatto::physics
