#pragma once

#include <array>
#include <vector>

#include "physics/settings.hpp"
#include "physics/terms/explicit_term.hpp"
#include "state/state.hpp"

namespace lobatto::physics {

/// A body force f(x, t, u, scalars) on the velocity, evaluated for a block of elements at once.
class SolutionForce final : public ExplicitTerm {
 public:
  /// All of it must live as long.
  SolutionForce(VectorSource force, const state::State& state, const state::Variable& velocity,
                std::vector<const state::Variable*> scalars);

  void begin(double t) override { time_ = t; }
  void add_to(const ElementBlock& block, std::span<double* const> e) override;
  /// Of the sum alone: what the functions do is not known.
  [[nodiscard]] kernels::Cost cost() const override;
  [[nodiscard]] bool calls_functions() const override { return true; }
  [[nodiscard]] double power(const ElementBlock& block,
                             const std::array<const double*, 3>& mass_u) override;
  [[nodiscard]] kernels::Cost power_cost() const override;

 private:
  /// values_ in a level of time t.
  void evaluate(const ElementBlock& block, std::size_t level, double t);

  VectorSource force_;
  const state::State& state_;
  const state::Variable& velocity_;
  std::vector<const state::Variable*> scalars_;
  double time_ = 0;
  std::array<std::vector<double>, 3> points_;  ///< of a block
  std::array<std::vector<double>, 3> values_;  ///< of a block
};

}  // namespace lobatto::physics
