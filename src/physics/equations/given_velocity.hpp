#pragma once

#include <string>

#include "physics/equations/equation.hpp"
#include "physics/settings.hpp"
#include "state/state.hpp"

namespace lobatto::physics {

/// A velocity that is not solved for: known for all times, or as it was set, for ever. Zero where
/// an element is solid.
class GivenVelocity final : public Equation {
 public:
  /// Declares "velocity", with so many levels where it depends on time, two at least.
  GivenVelocity(state::State& state, const GivenVelocitySettings& settings, int n_levels);

  [[nodiscard]] state::Variable& field() { return velocity_; }

  void record() override;
  void solve(const time::NextStep& next, StepReport& report) override;
  void impose(double t) override;
  void restore(double t) override { impose(t); }
  void visit_solvers(base::StateVisitor& /*visitor*/, const base::RowSet& /*elements*/) override {}
  [[nodiscard]] std::string describe_solvers() const override { return "velocity given"; }

 private:
  [[nodiscard]] bool depends_on_time() const { return velocity_.kind().n_levels > 1; }

  GivenVelocitySettings settings_;
  const space::FunctionSpace& space_;
  state::Variable& velocity_;
};

}  // namespace lobatto::physics
