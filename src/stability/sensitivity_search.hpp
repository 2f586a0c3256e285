#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/state_visitor.hpp"
#include "physics/equations/equation_system.hpp"
#include "stability/flow_vector.hpp"
#include "stability/mode_search.hpp"
#include "stability/search.hpp"
#include "stability/sensitivity.hpp"
#include "stability/steady_force.hpp"
#include "state/state.hpp"

namespace lobatto::stability {

/// Modes, then the adjoint modes of the same eigenvalues, and then what a steady force changes
/// where that is asked for: one search after the other.
class SensitivitySearch final : public Search {
 public:
  /// state and equations must live as long.
  SensitivitySearch(state::State& state, physics::EquationSystem& equations,
                    const ModeSettings& settings, const physics::FlowSettings& flow_settings);

  void begin() override { search_->begin(); }
  physics::StepReport step(physics::EquationSystem& equations, double dt) override {
    return search_->step(equations, dt);
  }
  /// Begins with the adjoint where the modes are found.
  void after_step() override;
  [[nodiscard]] bool is_converged() const override {
    return seeks_adjoint() && search_->is_converged() && (!force_ || force_->is_converged());
  }
  [[nodiscard]] bool is_done() const override {
    return force_ ? force_->is_done() : search_->is_done();
  }
  [[nodiscard]] int n_propagations() const override {
    return n_before_ + search_->n_propagations() + (force_ ? force_->n_propagations() : 0);
  }
  void visit_state(base::StateVisitor& visitor) override;

  /// The one that goes on, or that was the last.
  [[nodiscard]] ModeSearch& current() const { return *search_; }
  /// What follows it; null before that.
  [[nodiscard]] const SteadyForce* steady_force() const { return force_.get(); }
  /// The modes, once adjoint modes have converged. Collective.
  [[nodiscard]] const std::vector<SensitiveMode>& found();
  /// What a steady force changes of a mode's growth and, of a complex one, of its frequency; none
  /// where that is not asked for.
  [[nodiscard]] std::span<const SteadyForce::Response> responses_of(std::size_t mode) const;

 private:
  void take() override {}
  [[nodiscard]] bool seeks_adjoint() const {
    return search_->settings().kind == SearchKind::adjoint_modes;
  }
  void seek(SearchKind kind);
  void make_force();
  /// Each mode with the adjoint mode whose eigenvalue is nearest.
  [[nodiscard]] std::vector<ModePair> pairs() const;
  [[nodiscard]] std::size_t n_numbers(std::size_t mode) const {
    return shapes_[mode].imaginary.empty() ? 1 : 2;
  }
  void visit_modes(base::StateVisitor& visitor);

  state::State& state_;
  physics::EquationSystem& equations_;
  ModeSettings settings_;
  ModeAnalysis analysis_;
  FlowVector flow_;
  SumOverRanks sum_;
  std::unique_ptr<ModeSearch> search_;
  std::unique_ptr<SteadyForce> force_;
  int n_before_ = 0;  ///< propagations, of the search for modes
  std::vector<Mode> modes_;
  std::vector<ModeShape> shapes_;
  std::vector<SensitiveMode> found_;
};

}  // namespace lobatto::stability
