#pragma once

#include <array>
#include <memory>
#include <span>

#include "base/state_visitor.hpp"
#include "physics/settings.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "space/element_operators.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// Holds the bulk velocity along a periodic direction with the Green's function of the implicit
/// problem: the response (u_g, p_g) to a unit body force e over one step,
///   (grad q, grad p_g) = (grad q, e),   (b_0 M + K(nu)) u_g = M (e - grad p_g),
///   u <- u + force u_g,   p <- p + force p_g,   force = (U_b - <u . e>) / <u_g . e>,
/// so that <u . e> = U_b to round-off. Where the domain does not change along e, such as in a
/// straight duct, p_g is zero and only the component along e responds, unless components are solved
/// for together. The response is computed again only when b_0 changes, or the viscosity.
class FlowRateControl {
 public:
  struct Solvers {
    HelmholtzSolver& pressure;
    std::array<HelmholtzSolver*, 3> velocity;
  };

  /// A viscosity that is a field must live as long. is_coupled: one solver takes the components of
  /// the velocity together.
  FlowRateControl(const space::FunctionSpace& space, const FlowRate& settings,
                  const space::StiffnessCoefficient& viscosity, bool is_coupled);

  struct Correction {
    double force;              ///< balances the mean pressure gradient: -dp/dx
    double transpose_seconds;  ///< of the solvers, where the response was found
  };
  /// Corrects velocity and pressure. Collective.
  Correction apply(double leading, const Solvers& solvers, space::VectorField& velocity,
                   space::Field& pressure);
  /// The transpose of what apply() does to the velocity: cotangents of the corrected one become
  /// those of the other. Collective.
  void apply_transposed(double leading, const Solvers& solvers, space::VectorField& y);

  /// The response, so that it need not be found again. One of another viscosity or direction is not
  /// taken; that of a field is always found again.
  void visit_state(base::StateVisitor& visitor, const base::RowSet& elements);

  [[nodiscard]] int direction() const { return settings_.direction; }

 private:
  [[nodiscard]] bool is_current(double leading) const;
  /// These return the time that the solvers spent in transposes.
  double update_response(double leading, const Solvers& solvers);
  double find_pressure_response(HelmholtzSolver& solver);
  /// Of the components that a solver takes together.
  double find_velocity_response(double leading, std::span<const int> components,
                                HelmholtzSolver& solver);
  [[nodiscard]] bool responds(int component) const {
    return component == settings_.direction || drives_pressure_ || is_coupled_;
  }

  const space::FunctionSpace& space_;
  FlowRate settings_;
  space::StiffnessCoefficient viscosity_;
  bool is_coupled_;
  std::int64_t viscosity_version_ = 0;  ///< of a field, when the response was found
  double leading_ = -1;
  double mean_response_ = 0;
  std::unique_ptr<space::ElementOperators> operators_;
  bool drives_pressure_ = false;    ///< the same on all ranks, also those without elements
  space::VectorField response_;     ///< components that do not respond are empty
  space::Field pressure_response_;  ///< empty where zero
};

}  // namespace lobatto::physics
