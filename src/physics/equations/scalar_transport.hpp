#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "physics/coefficients/coefficient.hpp"
#include "physics/conditions/dirichlet_values.hpp"
#include "physics/equations/equation.hpp"
#include "physics/equations/explicit_part.hpp"
#include "physics/scalar_balance.hpp"
#include "physics/settings.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "physics/work_region.hpp"
#include "space/boundary.hpp"

namespace lobatto::physics {

/// One scalar T:  c (dT/dt + u . grad T) = div(k grad T) + source, by
///   (b_0 M(c) + K(k)) T^{n+1} + int q h T^{n+1} = M(c) T_hat + int q (flux + h T_ambient),
/// with k, a number or a field, at the new time: the diffusivity where there is fluid, whose heat
/// capacity c is 1, and the conductivity where an element is solid. T and the flux go on through
/// the sides where they meet, as through any other. Of a wave along z K has beta^2 M(k), too. Where
/// the density varies c is that, extrapolated.
class ScalarTransport : public Equation {
 public:
  /// scalar: a field that the explicit part carries; the diffusivity is predicted before a solve.
  /// flow: what all equations have in common, iterative solvers and the wave number. All must live
  /// as long.
  ScalarTransport(const space::FunctionSpace& space, const ScalarSettings& settings,
                  const Coefficient& diffusivity, ExplicitPart& explicit_part, CarriedField& scalar,
                  const FlowSettings& flow, const SharedWorkspace& workspace,
                  perf::Profiler& profiler);

  /// The density varies, which must live as long.
  void weigh_by(const Density& density);
  /// T_b: what a source of one, at the new time and everywhere, adds to the T of a step whose solve
  /// is done. Collective.
  void respond_to_source(const time::NextStep& next, space::Field& response);
  /// T += rate T_b.
  void add_source(double rate, const space::Field& response);

  void record() override;
  void solve(const time::NextStep& next, StepReport& report) override;
  void finish(const time::NextStep& next, StepReport& report) override;
  void impose(double /*t*/) override { balance_.measure(); }
  void restore(double /*t*/) override { balance_.measure(); }
  void follow_mesh() override;
  void end_step(const time::NextStep& next) override;
  [[nodiscard]] bool has_transpose() const override { return true; }
  void solve_transposed(Cotangents& of_new, TransposedStep& step) override;
  void drop_fixed(Cotangents& of_current) const override;
  [[nodiscard]] std::vector<GivenOnPart> given_on_boundary() const override;
  void tighten_solvers(double factor) override { solver_->tighten(factor); }
  void visit_solvers(base::StateVisitor& visitor, const base::RowSet& elements) override {
    solver_->visit_state(visitor, "solvers/" + settings_.name, elements);
  }
  [[nodiscard]] std::string describe_solvers() const override {
    return settings_.name + " " + solver_->name();
  }

 private:
  /// A surface integral on the right: of a flux, or of h T_ambient.
  struct SurfaceFace {
    int index;
    space::Boundary boundary;
    space::SpaceTimeFunction function;
    bool depends_on_time;
    bool is_transfer;
    std::vector<double> factors;  ///< the surface weights, times h
    std::vector<double> values;   ///< times the factors; empty until first evaluated
    Range ambient = {};           ///< of a transfer
    double rate = 0;              ///< the most that a flux alone changes a node per time
  };
  void add_surfaces();
  static std::vector<double> factors_of(const ScalarBoundaryCondition& face,
                                        const space::Boundary& boundary);
  [[nodiscard]] SurfaceMass surface_mass() const;
  /// What M is multiplied with on the left: b_0, and of a wave with k beta^2.
  [[nodiscard]] double mass_coefficient(const time::NextStep& next) const {
    return next.bdf.leading + wave_number_ * wave_number_ * diffusivity_.stiffness().factor();
  }
  HelmholtzReport solve_implicit_part(const time::NextStep& next);
  /// What the transpose of a solve, from y to z, says of what is given.
  void add_given(const space::Field& y, const space::Field& z, const TransposedStep& step) const;
  void right_hand_side(const time::NextStep& next, const ElementBlock& block, double* f);
  /// f = M(c) T_hat.
  void multiply_hat_by_mass(const ElementBlock& block, double* f);
  void update_surfaces(double t);
  void update_limits(SurfaceFace& surface) const;
  /// What the step that has been taken made of the values. Collective.
  [[nodiscard]] ScalarLimits limits() const;
  [[nodiscard]] std::span<const double> values() const {
    return std::span<const double>(scalar_.field().now()).first(space_.size());
  }
  [[nodiscard]] std::optional<double> content_of_the_solve() const;
  /// The integral of the sources, this rank's.
  [[nodiscard]] double source() const;

  const space::FunctionSpace& space_;
  ScalarSettings settings_;
  double wave_number_;
  double smallest_capacity_ = 1;
  WorkRegion region_;
  const Coefficient& diffusivity_;
  ExplicitPart& explicit_part_;
  CarriedField& scalar_;
  DirichletValues dirichlet_;
  std::vector<SurfaceFace> surfaces_;
  std::unique_ptr<HelmholtzSolver> solver_;
  std::vector<double> f_;  ///< the right-hand side of one block
  ScalarBalance balance_;
  double hat_ = 0;  ///< int c T_hat, this rank's
  bool has_density_ = false;
  space::Field of_one_;  ///< with a density: int q for all basis functions
  double heating_ = 0;   ///< by a source of the new time, this rank's
  std::vector<double> hat_in_solids_;
  Range before_;         ///< of the values, where the step begins
  double filtered_ = 0;  ///< what the end of the last step added, per time
};

}  // namespace lobatto::physics
