#pragma once

#include <span>
#include <string>
#include <vector>

#include "krylov/newton_krylov.hpp"
#include "stability/base_flow_search.hpp"
#include "stability/phase_condition.hpp"

namespace lobatto::stability {

/// Newton's method on the steps of the flow: krylov::NewtonKrylov with G = Phi_T. Derivatives of
/// Phi_T are differences of two flows, so that all that a flow may have is in them; steps of a
/// perturbation would need equations and solvers of their own, and a linear flow.
///
/// For a steady flow Phi_T begins with a past in which nothing has changed. So all of its steps
/// have the full order, and a flow that such steps do not change is the fixed point: one that
/// begins with lower orders is another, by the error of the splitting. For a periodic flow Phi_T
/// begins as any run does.
///
/// Where the period is unknown the vectors have one more value, tau = T / T_0 with T_0 the time of
/// the first propagation, and
///   G(u, tau) = (Phi_T(u), tau + lead(u) / T_0)
/// with PhaseCondition::lead(): a fixed point is an orbit. The number of steps stays, their length
/// is T / steps.
///
/// Vectors are orthogonal, and residuals measured, with each field over its root mean square:
///   sum over fields of int f . g dx / (scale^2 volume) + tau_f tau_g.
class NewtonSearch final : public BaseFlowSearch {
 public:
  NewtonSearch(state::State& state, physics::EquationSystem& equations,
               const BaseFlowSettings& settings);

  physics::StepReport step(physics::EquationSystem& equations, double dt) override;
  [[nodiscard]] int n_propagations() const override { return newton_.n_values(); }
  [[nodiscard]] std::string describe_work() const override;

 private:
  void take() override;
  void begin_with(std::vector<double> flow) override;
  void visit_method(base::StateVisitor& visitor) override;
  [[nodiscard]] double horizon() const override;
  [[nodiscard]] bool finds_period() const { return settings().period == Period::unknown; }
  /// Of a vector.
  [[nodiscard]] std::span<const double> flow_of(std::span<const double> vector) const {
    return vector.first(mass_.size());
  }
  void set_flow();
  /// Of the propagation that has ended: v is what it began with.
  void set_phase();
  [[nodiscard]] krylov::WeightedInner inner_of_flows() const { return {flow_of(weight_), sum_}; }

  std::vector<double> weight_;  ///< of the inner product
  SumOverRanks sum_;
  krylov::NewtonKrylov newton_;
  PhaseCondition phase_;
};

}  // namespace lobatto::stability
