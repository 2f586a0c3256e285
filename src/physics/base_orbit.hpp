#pragma once

#include <map>
#include <string>
#include <vector>

#include "state/state.hpp"

namespace lobatto::physics {

/// A base flow that repeats itself after a period of N steps, taken from a level without a past:
///   U^0, U^{1/2}, U^1, U^2, ..., U^{N-1},   U^{n+N} = U^n.
/// That in the middle of the first step is what a start of third order looks at
/// (ExtrapolatedStart): so all steps of a perturbation, from U^0 on, are the derivative of those of
/// the flow.
class BaseOrbit {
 public:
  /// Forgets the levels. begin: when the flow is at U^0, by its own clock.
  void start(double begin, double dt);
  /// Appends the base flow that a perturbation has, of the next of these levels.
  void add(const state::State& perturbation);
  [[nodiscard]] double begin() const { return begin_; }
  /// 0 before a level was added.
  [[nodiscard]] long long n_steps() const { return static_cast<long long>(levels_.size()) - 1; }

  /// Makes one field of the base flow of a perturbation, or all of them, that of a time t after
  /// U^0, of any period: that of a level.
  void set(double t, state::Variable& base) const;
  void set(double t, state::State& perturbation) const;

 private:
  /// By name, one component after the other; one that is zero is empty.
  using Level = std::map<std::string, std::vector<std::vector<double>>>;

  [[nodiscard]] const Level& level_at(double t) const;

  double begin_ = 0, dt_ = 0;
  std::vector<Level> levels_;
};

}  // namespace lobatto::physics
