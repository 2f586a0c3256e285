#pragma once

#include <array>
#include <vector>

#include "physics/settings.hpp"
#include "physics/terms/explicit_term.hpp"
#include "state/state.hpp"

namespace lobatto::physics {

/// A body force f(x, t, u, scalars) on the velocity.
class SolutionForce final : public ExplicitTerm {
 public:
  /// All of it must live as long.
  SolutionForce(VectorSource force, const state::State& state, const state::Field& velocity,
                std::vector<const state::Field*> scalars);

  void begin(double t) override { time_ = t; }
  void add_to(const ElementBlock& block, std::span<double* const> e) override;
  /// Of the sum alone: what the functions do is not known.
  [[nodiscard]] kernels::Cost cost() const override;
  [[nodiscard]] double power(int e, const std::array<const double*, 3>& mass_u) override;
  [[nodiscard]] kernels::Cost power_cost() const override;

 private:
  /// The force on element e in a level of time t. [3][n][n][n]
  void evaluate(int e, std::size_t level, double t, space::VectorField& force) const;

  VectorSource force_;
  const state::State& state_;
  const state::Field& velocity_;
  std::vector<const state::Field*> scalars_;
  double time_ = 0;
  space::VectorField values_;  ///< of one element
};

}  // namespace lobatto::physics
