#pragma once

#include "base/state_visitor.hpp"
#include "physics/equations/equation_system.hpp"
#include "state/state.hpp"

namespace lobatto::stability {

/// A run of constant steps over the time T.
struct Propagation {
  long long steps = 1;
  double horizon = 1;  ///< T
};

/// What lets the equations take their steps, propagation after propagation: it sets the fields that
/// each begins with, and takes those at its end.
class Search {
 public:
  /// state must live as long.
  Search(const state::State& state, const Propagation& propagation)
      : state_(state), propagation_(propagation) {}
  virtual ~Search() = default;
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  /// Sets the fields that the first propagation begins with. Collective.
  virtual void begin() = 0;
  /// Takes a step, of the equations unless the search has others. Collective.
  virtual physics::StepReport step(physics::EquationSystem& equations, double dt) {
    return equations.step(dt);
  }
  /// Of the step that was just taken: it ends a propagation.
  [[nodiscard]] bool is_due() const { return state_.n_steps() % propagation_.steps == 0; }
  /// To be called after each step. Collective.
  virtual void after_step() {
    if (is_due()) take();
  }
  [[nodiscard]] virtual bool is_converged() const = 0;
  /// Converged, or without hope.
  [[nodiscard]] virtual bool is_done() const = 0;
  [[nodiscard]] virtual int n_propagations() const = 0;
  /// From 0 to 1; 0 where nothing but the number of propagations tells.
  [[nodiscard]] virtual double progress() const { return 0; }
  virtual void visit_state(base::StateVisitor& visitor) = 0;

 protected:
  /// At the end of a propagation: takes the fields, and sets others where there is a next one.
  virtual void take() = 0;
  [[nodiscard]] const Propagation& propagation() const { return propagation_; }

 private:
  const state::State& state_;
  Propagation propagation_;
};

}  // namespace lobatto::stability
