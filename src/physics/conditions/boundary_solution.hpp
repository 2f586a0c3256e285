#pragma once

#include <vector>

#include "physics/conditions/following_values.hpp"
#include "physics/settings.hpp"
#include "space/function_space.hpp"
#include "state/history.hpp"

namespace lobatto::physics {

/// Velocity and scalars on the parts of the boundary whose data use them.
class BoundarySolution final : public FollowingValues {
 public:
  /// The space must live as long. Collective.
  BoundarySolution(const space::FunctionSpace& space, const FlowSettings& settings);

  void watch(const state::Variable& velocity,
             const std::vector<const state::Variable*>& scalars) override;
  void record() override;
  void extrapolate(const time::Extrapolation& extrapolation) override;
  void take_current() override;

  /// The settings with functions of place and time in place of those of the solution: they want
  /// Points::nodes, and that this lives as long.
  [[nodiscard]] FlowSettings bound(FlowSettings settings) const;

 private:
  using Values = std::vector<std::vector<double>>;  ///< [component or scalar][node]

  [[nodiscard]] space::SpaceTimeFunction at_nodes(SourceFunction function) const;
  void evaluate(const SourceFunction& function, const space::Points& points, double t,
                std::span<double> out) const;
  void look(Values& values) const;

  std::vector<std::size_t> nodes_;  ///< local indices, ascending
  const state::Variable* velocity_ = nullptr;
  std::vector<const state::Variable*> scalars_;
  Values values_;
  state::History<Values> levels_{std::vector<Values>(max_order)};
};

}  // namespace lobatto::physics
