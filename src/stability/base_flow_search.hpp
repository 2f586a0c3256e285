#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/state_visitor.hpp"
#include "physics/equations/equation_system.hpp"
#include "stability/flow_vector.hpp"
#include "stability/search.hpp"
#include "state/state.hpp"

namespace lobatto::stability {

enum class BaseFlowMethod {
  newton,     ///< see NewtonSearch
  boostconv,  ///< see BoostSearch
  damping     ///< see DampingSearch
};

enum class Period {
  none,    ///< the flow is steady
  known,   ///< that of what drives it: the time of a propagation
  unknown  ///< and found, from the time of the first propagation on; nothing drives the flow
};

struct BaseFlowSettings {
  BaseFlowMethod method = BaseFlowMethod::newton;
  Period period = Period::none;  ///< another one by Newton's method alone
  double tolerance = 1e-10;      ///< of the change
  int krylov_vectors = 40;       ///< of a linear system, or steps that BoostConv knows
  int max_propagations = 1000;
  double gain = 0;          ///< chi, per time
  double filter_width = 0;  ///< Delta, a time
  Propagation propagation = {};
};

/// A flow on the way to a steady or a periodic one.
struct BaseFlowIterate {
  double change = 0;                ///< see BaseFlowSearch::change
  std::int64_t n_propagations = 0;  ///< so far
  std::int64_t n_products = 0;      ///< of the linear system that led to it
  double step_length = 0;           ///< of the step that led to it, see krylov::NewtonStep
  double horizon = 0;               ///< T
};

/// The steady flow of a case, or one that is periodic in time, be it stable or not: u with Phi_T(u)
/// = u, where Phi_T are the steps of the whole flow over a time T. When it is found the fields are
/// those at the end of the propagation that has shown it, with their past.
class BaseFlowSearch : public Search {
 public:
  BaseFlowSearch(state::State& state, physics::EquationSystem& equations,
                 const BaseFlowSettings& settings);

  /// With the fields of the current level; of a periodic flow at its time.
  void begin() final;
  [[nodiscard]] bool is_converged() const final {
    return !iterates_.empty() && iterates_.back().change <= settings_.tolerance;
  }
  [[nodiscard]] bool is_done() const final {
    return is_converged() || n_propagations() >= settings_.max_propagations;
  }
  [[nodiscard]] const std::vector<BaseFlowIterate>& iterates() const { return iterates_; }
  [[nodiscard]] const BaseFlowSettings& settings() const { return settings_; }
  /// Of the last propagation.
  [[nodiscard]] bool has_new_iterate() const {
    return !iterates_.empty() && iterates_.back().n_propagations == n_propagations();
  }
  /// What a propagation without a new iterate has shown, for people.
  [[nodiscard]] virtual std::string describe_work() const { return ""; }
  /// From 0 to 1: how much of the way from the first change to the tolerance, in digits.
  [[nodiscard]] double progress() const final;
  /// A load of a state without a search of this method begins with the flow that is there.
  void visit_state(base::StateVisitor& visitor) final;

 protected:
  virtual void begin_with(std::vector<double> flow) = 0;
  virtual void visit_method(base::StateVisitor& visitor) = 0;

  /// The largest of all fields of |after - before| / (T |after|), root mean squares: what
  /// SteadyWatch measures, over T in place of a step. A field that the search began with may die
  /// away: |after| is at least what it was at the beginning. Collective.
  double change(std::span<const double> before, std::span<const double> after);
  /// Of each field at the beginning, or after the first propagation where that is more; 1 of one
  /// that is zero. Known once a change was measured.
  [[nodiscard]] const std::vector<double>& scales() const { return scales_; }
  /// Of an inner product of flows, each field over its scale:
  ///   sum over fields of int f . g dx / (scale^2 volume).
  void weigh_by_scales(std::span<double> weight) const;
  void add(const BaseFlowIterate& iterate) { iterates_.push_back(iterate); }

  /// T
  [[nodiscard]] virtual double horizon() const { return propagation().horizon; }
  [[nodiscard]] double dt() const { return horizon() / static_cast<double>(propagation().steps); }
  state::State& state_;
  physics::EquationSystem& equations_;
  FlowVector flow_;
  std::vector<double> mass_;

 private:
  /// Root mean squares of the fields of a - b.
  [[nodiscard]] std::vector<double> norms(std::span<const double> a,
                                          std::span<const double> b) const;

  BaseFlowSettings settings_;
  std::vector<double> scales_;
  std::vector<BaseFlowIterate> iterates_;
};

/// state and equations must live as long.
std::unique_ptr<BaseFlowSearch> make_base_flow_search(state::State& state,
                                                      physics::EquationSystem& equations,
                                                      const BaseFlowSettings& settings);

}  // namespace lobatto::stability
