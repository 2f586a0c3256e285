#pragma once

#include <array>
#include <vector>

#include "physics/settings.hpp"
#include "physics/terms/explicit_term.hpp"
#include "state/state.hpp"

namespace lobatto::physics {

/// The force strength(x) (target - phi), which draws a field to a target where it is strong: what
/// is carried into it dies away before it meets the boundary.
class SpongeTerm final : public ExplicitTerm {
 public:
  /// targets: one function a component of the field. State and field must live as long.
  SpongeTerm(const space::SpaceTimeFunction& strength,
             std::vector<space::SpaceTimeFunction> targets, bool depends_on_time,
             const state::State& state, const state::Variable& field);

  void begin(double t) override {
    time_ = t;
    integral_ = 0;
  }
  void add_to(const ElementBlock& block, std::span<double* const> e) override;
  /// The mean over the elements of this rank: those outside the sponge cost nothing.
  [[nodiscard]] kernels::Cost cost() const override;
  [[nodiscard]] double integral() const override { return integral_; }
  [[nodiscard]] double power(const ElementBlock& block,
                             const std::array<const double*, 3>& mass_u) override;
  [[nodiscard]] kernels::Cost power_cost() const override;

 private:
  void find_elements(const space::SpaceTimeFunction& strength);
  /// strength (target - phi) of one component of local element e at time t, which has the number
  /// `slot` in the sponge; phi [n^3]. Valid until the next call.
  const double* evaluate(int e, std::size_t slot, int component, double t, const double* phi);
  [[nodiscard]] double part_of_elements() const;

  const state::State& state_;
  const state::Variable& field_;
  std::vector<space::SpaceTimeFunction> targets_;
  bool depends_on_time_;
  double time_ = 0;
  double integral_ = 0;
  std::vector<int> slots_;                   ///< of local elements; -1 outside
  std::vector<double> strength_;             ///< [slot][n^3]
  std::vector<std::vector<double>> steady_;  ///< [component][slot][n^3]; of targets without time
  std::vector<double> values_;               ///< of one element
};

}  // namespace lobatto::physics
