#pragma once

#include <vector>

#include "krylov/residual_recombination.hpp"
#include "stability/base_flow_search.hpp"

namespace lobatto::stability {

/// BoostConv on propagations of the flow (krylov::ResidualRecombination, with G = Phi_T), each of
/// which begins with a past in which nothing has changed, as of NewtonSearch, whose inner product
/// this has too. No propagation is for a derivative alone.
class BoostSearch final : public BaseFlowSearch {
 public:
  BoostSearch(state::State& state, physics::EquationSystem& equations,
              const BaseFlowSettings& settings);

  [[nodiscard]] int n_propagations() const override { return n_propagations_; }

 private:
  void take() override;
  void begin_with(std::vector<double> flow) override;
  void visit_method(base::StateVisitor& visitor) override;

  std::vector<double> before_;  ///< the propagation
  std::vector<double> weight_;  ///< of the inner product
  SumOverRanks sum_;
  krylov::ResidualRecombination steps_;
  int n_propagations_ = 0;
};

}  // namespace lobatto::stability
