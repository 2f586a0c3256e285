#pragma once

#include <string>
#include <vector>

#include "krylov/newton_krylov.hpp"
#include "stability/base_flow_search.hpp"

namespace lobatto::stability {

/// Newton's method on the steps of the flow: krylov::NewtonKrylov with G = Phi_T. Derivatives of
/// Phi_T are differences of two flows, so that all that a flow may have is in them; steps of a
/// perturbation would need equations and solvers of their own, and a linear flow.
///
/// Phi_T begins with a past in which nothing has changed. So all of its steps have the full order,
/// and a flow that such steps do not change is the fixed point: one that begins with lower orders
/// is another, by the error of the splitting.
///
/// Vectors are orthogonal, and residuals measured, with each field over its root mean square:
///   sum over fields of int f . g dx / (scale^2 volume).
class NewtonSearch final : public BaseFlowSearch {
 public:
  NewtonSearch(state::State& state, physics::EquationSystem& equations,
               const BaseFlowSettings& settings);

  [[nodiscard]] int n_propagations() const override { return newton_.n_values(); }
  [[nodiscard]] std::string describe_work() const override;

 private:
  void take() override;
  void begin_with(std::vector<double> flow) override;
  void visit_method(base::StateVisitor& visitor) override;
  void set_weight();
  void set_flow();

  std::vector<double> weight_;  ///< of the inner product
  SumOverRanks sum_;
  krylov::NewtonKrylov newton_;
};

}  // namespace lobatto::stability
