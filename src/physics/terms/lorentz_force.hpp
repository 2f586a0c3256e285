#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "physics/settings.hpp"
#include "physics/solvers/elliptic_solver.hpp"
#include "physics/terms/explicit_term.hpp"
#include "physics/work_region.hpp"
#include "space/element_operators.hpp"
#include "state/variable.hpp"

namespace lobatto::physics {

/// A magnetic field that the flow does not change: B of place, in units of a reference field.
struct ImposedField {
  VectorFunction field = {};
  double interaction = 1;  ///< N = sigma B^2 / rho, an inverse time
  std::vector<int> conductors =
      {};                          ///< indices in space.boundaries(); others let no current through
  std::array<bool, 3> periodic{};  ///< directions of a box along which currents can close
  /// E along periodic directions; none: the one without mean current, of an open circuit.
  std::optional<std::array<double, 3>> electric_field = {};
};

/// The Lorentz force N j x B at low magnetic Reynolds numbers, j = E - grad phi + u x B with div j
/// = 0 (P. A. Davidson, An Introduction to Magnetohydrodynamics, 2001, chapter 5). phi solves (grad
/// q, grad phi) = (grad q, u x B) for all q: walls let no current through, conductors have phi = 0.
/// Where E is zero the work of the force is -N int j^2, to the bit of the quadrature.
class LorentzForce final : public ExplicitTerm {
 public:
  /// The space has fluid alone; it, the velocity and the profiler must live as long.
  LorentzForce(const ImposedField& imposed, const state::Variable& velocity,
               const space::FunctionSpace& space, perf::Profiler& profiler);

  /// The force of a velocity, in force(). Collective.
  void evaluate(const space::VectorField& velocity);
  [[nodiscard]] const space::VectorField& force() const { return force_; }
  /// j of that velocity.
  [[nodiscard]] const space::VectorField& current() const { return current_; }

  void begin(double /*t*/) override;
  void add_to(const ElementBlock& block, std::span<double* const> e) override;
  [[nodiscard]] kernels::Cost cost() const override;

 private:
  void induce(const space::VectorField& velocity);
  void subtract_gradient();
  void close_circuit();

  const state::Variable& velocity_;
  const space::FunctionSpace& space_;
  WorkRegion region_;
  double interaction_;
  std::array<bool, 3> periodic_;
  std::optional<std::array<double, 3>> electric_field_;
  std::unique_ptr<space::ElementOperators> operators_;
  EllipticSolver solver_;
  std::vector<EllipticSolver::Side> conductors_;
  space::Field nothing_, divergence_;
  space::VectorField field_, current_, force_;
};

}  // namespace lobatto::physics
