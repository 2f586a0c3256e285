#pragma once

#include "flow/helmholtz_solver.hpp"
#include "flow/settings.hpp"
#include "space/box_space.hpp"

namespace lobatto::flow {

/// Holds the bulk velocity along a periodic direction with the Green's function of the implicit
/// problem: the response u_g of the velocity to a unit body force over one step,
///   (b_0 M + nu K) u_g = M 1,   u <- u + force u_g,   force = (U_b - <u>) / <u_g>,
/// so that <u> = U_b to round-off. In a box that is periodic along the flow a uniform force has no
/// pressure response, so that this one problem is the whole Stokes response. It is solved again
/// only when b_0 changes.
class FlowRateControl {
 public:
  FlowRateControl(const space::BoxSpace& space, const FlowRate& settings, double viscosity);

  /// Corrects the component along the flow; returns the force, which balances the mean pressure
  /// gradient: -dp/dx.
  double apply(double leading, HelmholtzSolver& solver, std::span<double> velocity_component);

  [[nodiscard]] int direction() const { return settings_.direction; }

 private:
  void update_response(double leading, HelmholtzSolver& solver);

  const space::BoxSpace& space_;
  FlowRate settings_;
  double viscosity_;
  double leading_ = -1;
  double mean_response_ = 0;
  space::Field response_;
};

}  // namespace lobatto::flow
