#pragma once

#include <memory>
#include <span>
#include <vector>

#include "flow/dirichlet_values.hpp"
#include "flow/helmholtz_solver.hpp"
#include "flow/history.hpp"
#include "flow/settings.hpp"
#include "state/state.hpp"
#include "time/coefficients.hpp"

namespace lobatto::flow {

/// One scalar T:  dT/dt + u . grad T = diffusivity lap T + source.  Declares it as a field of its
/// name and solves its implicit problem
///   (b_0 M + diffusivity K) T^{n+1} = M T_hat + int q (flux),
/// where T_hat, the explicit part, is put into value().now() by the flow.
class ScalarTransport {
 public:
  ScalarTransport(state::State& state, const ScalarSettings& settings,
                  const IterativeHelmholtz& iterative, const SharedWorkspace& workspace);

  [[nodiscard]] const ScalarSettings& settings() const { return settings_; }
  [[nodiscard]] state::Field& value() { return value_; }
  [[nodiscard]] const state::Field& value() const { return value_; }
  /// u . grad T - source at the time levels of value(), one step behind while the flow works on the
  /// next level.
  [[nodiscard]] History<space::Field, time::max_order>& explicit_term() { return explicit_term_; }
  [[nodiscard]] HelmholtzSolver& solver() { return *solver_; }

  /// Turns T_hat in value().now() into T at time t.
  krylov::SolveReport solve(const time::Bdf& bdf, double t);

 private:
  struct FluxFace {
    space::Boundary boundary;
    space::SpaceTimeFunction flux;
    bool depends_on_time;
    std::vector<double> values;  ///< times the surface weights; empty until first evaluated
  };
  void update_fluxes(double t);

  const space::FunctionSpace& space_;
  ScalarSettings settings_;
  state::Field& value_;
  History<space::Field, time::max_order> explicit_term_;
  DirichletValues dirichlet_;
  std::vector<FluxFace> flux_faces_;
  std::unique_ptr<HelmholtzSolver> solver_;
};

}  // namespace lobatto::flow
