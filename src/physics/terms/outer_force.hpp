#pragma once

#include <vector>

#include "physics/equations/equation.hpp"
#include "physics/terms/explicit_term.hpp"
#include "space/element_blocks.hpp"
#include "state/state.hpp"

namespace lobatto::physics {

/// A force per mass at the nodes, which somebody sets between steps: a vector field of the state,
/// whose level 0 is that of the current time.
class OuterForceTerm final : public ExplicitTerm {
 public:
  /// The field must live as long.
  OuterForceTerm(const state::Variable& force, std::size_t element_size)
      : force_(force), element_size_(element_size) {}

  void add_to(const ElementBlock& block, std::span<double* const> e) override;
  [[nodiscard]] kernels::Cost cost() const override;
  [[nodiscard]] double power(const ElementBlock& block,
                             const std::array<const double*, 3>& mass_u) override;
  [[nodiscard]] kernels::Cost power_cost() const override;

 private:
  const state::Variable& force_;
  std::size_t element_size_;
};

/// Declares that field, with the levels that a restart wants, and moves them with the steps. Until
/// it is set the new level is the one before.
class OuterForce final : public Equation {
 public:
  OuterForce(state::State& state, const std::string& name);

  [[nodiscard]] const state::Variable& field() const { return force_; }
  void record() override { force_.advance(); }
  void solve(const time::NextStep& next, StepReport& report) override;
  void visit_solvers(base::StateVisitor& /*visitor*/, const base::RowSet& /*elements*/) override {}
  [[nodiscard]] std::string describe_solvers() const override { return force_.name() + " given"; }

 private:
  state::Variable& force_;
};

}  // namespace lobatto::physics
