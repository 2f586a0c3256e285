#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/state_visitor.hpp"
#include "physics/equations/equation_system.hpp"
#include "stability/flow_vector.hpp"
#include "stability/perturbation.hpp"
#include "stability/search.hpp"
#include "state/state.hpp"

namespace lobatto::stability {

struct OtdSettings {
  int n_modes = 4;
  int n_intervals = 100;  ///< of a propagation each
  Propagation propagation = {};
  /// About a flow that moves on: a BaseOrbit has its levels of one interval.
  Perturbation perturbation{.is_periodic = true};
};

/// How perturbations have grown in an interval, rates per time.
struct OtdInterval {
  double time = 0;                ///< of the flow, at the end
  std::vector<double> local;      ///< log R_jj / T, by mode
  std::vector<double> exponents;  ///< their means over the second half of all intervals so far
  double largest = 0;             ///< of all perturbations that the modes span: log |R| / T
};

/// Optimally time-dependent modes (Babaee & Sapsis, Proc. R. Soc. A 472, 2016) and Lyapunov
/// exponents along the course of a flow. With A the propagator of perturbations about the flow from
/// t to t + T, and orthonormal modes Q, in the inner product of the energy,
///   A Q(t) = Q(t + T) R,   R upper triangular,
/// for each interval T (Benettin, Galgani, Giorgilli & Strelcyn, Meccanica 15, 1980). The modes
/// span what the equations of Babaee & Sapsis make of the same beginning, and tend to the
/// perturbations that grow most. Mode after mode takes a propagation; then the flow moves on.
class OtdSearch final : public Search {
 public:
  /// state and equations must live as long.
  OtdSearch(state::State& state, physics::EquationSystem& equations, const OtdSettings& settings);

  /// With waves in all directions.
  void begin() override;
  /// How the flow moves on by an interval, its base flow and orbit with it; returns its time then.
  void move_flow_by(std::function<double()> move) { move_flow_ = std::move(move); }
  [[nodiscard]] bool is_converged() const override { return is_done(); }
  [[nodiscard]] bool is_done() const override { return n_intervals() >= settings_.n_intervals; }
  [[nodiscard]] int n_propagations() const override { return n_propagations_; }
  [[nodiscard]] double progress() const override;
  void visit_state(base::StateVisitor& visitor) override;

  [[nodiscard]] const OtdSettings& settings() const { return settings_; }
  [[nodiscard]] const std::vector<OtdInterval>& intervals() const { return intervals_; }
  /// Whether the last propagation has ended one.
  [[nodiscard]] bool has_new_interval() const {
    return !intervals_.empty() && n_propagations_ % settings_.n_modes == 0;
  }
  /// Q, vectors of the search.
  [[nodiscard]] const std::vector<std::vector<double>>& modes() const { return modes_; }

 private:
  void take() override;
  [[nodiscard]] int n_intervals() const { return static_cast<int>(intervals_.size()); }
  [[nodiscard]] std::size_t next_mode() const {
    return static_cast<std::size_t>(n_propagations_ % settings_.n_modes);
  }
  /// The columns of R.
  std::vector<std::vector<double>> orthonormalise_modes();
  void add_interval(const std::vector<std::vector<double>>& r);

  OtdSettings settings_;
  FlowVector flow_;
  const space::FunctionSpace& space_;
  std::vector<double> weight_;  ///< of the inner product
  SumOverRanks sum_;
  std::function<double()> move_flow_;
  std::vector<std::vector<double>> modes_;  ///< those before next_mode() are A Q already
  std::vector<OtdInterval> intervals_;
  int n_propagations_ = 0;
};

}  // namespace lobatto::stability
