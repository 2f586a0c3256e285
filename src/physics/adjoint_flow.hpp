#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/function_ref.hpp"
#include "base/state_visitor.hpp"
#include "physics/equations/equation.hpp"
#include "physics/equations/explicit_part.hpp"
#include "physics/settings.hpp"
#include "state/history.hpp"
#include "state/state.hpp"
#include "time/step_history.hpp"

namespace lobatto::physics {

/// The flow that a step back is about: the level that the step begins with or, of an extrapolated
/// start, what its first half, both halves and the whole step of order 1 lead to.
enum class BaseLevel { begin, middle, of_halves, of_whole };

/// The adjoint of the steps of a linearised flow, in the inner product of the energy over the
/// vectors that vanish where the boundary fixes them: with L the steps from one vector to the last,
///   int (L u) . v = int u . (L* v),
/// to round-off where the solvers are direct. It is the transpose of the discrete steps themselves,
/// their start included, and goes through them from the last to the first. With y^n the cotangents
/// of u^n, and those of u_hat^n = sum_k beta_k u^{n-1-k} - sum_k a_k E(u^{n-1-k}) that the
/// transpose of the solves makes of them (Equation::solve_transposed), each step is
///   y^n = sum_k beta_k u_hat^{n+1+k} - E^T sum_k a_k u_hat^{n+1+k} + terms of the boundary,
/// coefficients being those of the step to n + 1 + k.
class AdjointFlow {
 public:
  /// Of flows that the equations of a linearised flow were made for; all must live as long.
  AdjointFlow(const state::State& state, std::span<const std::unique_ptr<Equation>> equations,
              ExplicitPart& explicit_part);

  /// Begins at the end of n_steps steps of length dt of an order, with v there: components of the
  /// velocity, then scalars.
  void begin(std::span<const std::span<const double>> v, long long n_steps, double dt, int order);
  /// Through one step. Collective.
  void step_back() {
    step_back([](BaseLevel) {});
  }
  /// The same where the base flow changes from level to level: it is that which the step leads to,
  /// and set_base makes it another.
  void step_back(base::FunctionRef<void(BaseLevel)> set_base);
  /// Adds M g to the cotangents of the level that was reached: something depends on it by int g .
  /// u.
  void add(std::span<const std::span<const double>> g);
  [[nodiscard]] long long n_left() const { return n_left_; }
  /// L* v, one component after the other, once no step is left. Collective.
  [[nodiscard]] std::vector<double> result();
  /// Has of_force() at hand after what begins from now on.
  void keep_force() { of_force_ = make_cotangents(); }
  /// That and all that follows, about base flows "base_<field>" of the state.
  void keep_derivatives();
  /// As result(), with respect to what is added to du/dt in every step, and to the scalars'.
  /// Collective.
  [[nodiscard]] std::vector<double> of_force();
  /// The same of the steps since this was asked before, or since the beginning. Collective.
  [[nodiscard]] std::vector<double> take_force();
  /// With respect to the viscosity, and to the diffusivities of the scalars. Collective.
  [[nodiscard]] std::vector<double> of_coefficients() const;
  /// With respect to what the boundary gives, for each field. After result(). Collective.
  [[nodiscard]] std::vector<std::vector<BoundaryDerivative>> of_boundary() const;

  /// All that the next step back depends on.
  void visit_state(base::StateVisitor& visitor);

 private:
  [[nodiscard]] TransposedStep make_step() const;
  [[nodiscard]] Cotangents make_cotangents() const;
  [[nodiscard]] time::NextStep taken(long long step) const;
  [[nodiscard]] TransposedStep& next_place();
  void solve_back(double factor, const time::NextStep& taken, TransposedStep& step);
  void step_back_through_start(base::FunctionRef<void(BaseLevel)> set_base);
  /// Clears y, and has the steps that follow add to it.
  void gather();
  void add(TransposedStep& step, int level);
  /// sum += factor u_hat
  void add_hat(double factor, TransposedStep& step, Cotangents& sum) const;
  void finish_gathering();
  [[nodiscard]] std::vector<double> to_vector(Cotangents& cotangents) const;
  template <class Visit>
  void for_components(Cotangents& cotangents, const Visit& visit) const;

  const state::State& state_;
  const space::FunctionSpace& space_;
  std::span<const std::unique_ptr<Equation>> equations_;
  ExplicitPart& explicit_part_;
  std::vector<const state::Variable*> fields_;  ///< that are carried
  Cotangents y_;                                ///< of the level that was reached
  Cotangents of_e_;                             ///< of its explicit part
  std::optional<Cotangents> of_force_;          ///< of what is known at the new time, of all steps
  std::optional<FieldsGivenDerivatives> given_;
  state::History<TransposedStep> steps_;  ///< those that follow it
  TransposedStep half_;                   ///< of the start
  int n_known_ = 0;                       ///< of steps_
  long long n_left_ = 0;
  double dt_ = 0;
  int order_ = 1;
};

/// Throws base::Error where the steps of a linearised flow have no transpose here: a condition
/// whose stress is extrapolated.
void check_adjoint(const FlowSettings& settings);

}  // namespace lobatto::physics
