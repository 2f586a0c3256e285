#pragma once

#include <vector>

#include "physics/settings.hpp"
#include "space/function_space.hpp"
#include "state/field.hpp"
#include "state/history.hpp"
#include "time/coefficients.hpp"

namespace lobatto::physics {

/// Velocity and scalars on the parts of the boundary whose data use them, extrapolated to the time
/// of the step: with these the data of the new time are known before it is solved for.
class BoundarySolution {
 public:
  /// Order of the extrapolation phi* = 2 phi^n - phi^{n-1}. What a condition gives back to itself,
  /// g phi* for phi, then dies away for -1/3 < g < 1; with three levels for -1/7 < g < 1/2 alone.
  static constexpr int max_order = 2;

  /// The space must live as long. Collective.
  BoundarySolution(const space::FunctionSpace& space, const FlowSettings& settings);

  /// Before anything else is called: whose values there are. They must live as long.
  void watch(const state::Field& velocity, std::vector<const state::Field*> scalars);

  /// Keeps the current level, which is about to become the level before.
  void record();
  /// The values of the next step.
  void extrapolate(const time::Extrapolation& extrapolation);
  /// Instead: those of the current level.
  void take_current();

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
  const state::Field* velocity_ = nullptr;
  std::vector<const state::Field*> scalars_;
  Values values_;
  state::History<Values> levels_{std::vector<Values>(max_order)};
};

}  // namespace lobatto::physics
