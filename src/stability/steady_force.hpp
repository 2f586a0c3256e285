#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/state_visitor.hpp"
#include "krylov/stepwise_gmres.hpp"
#include "stability/flow_vector.hpp"
#include "stability/mode_search.hpp"

namespace lobatto::stability {

/// What a number that depends on a steady flow U by ds = int g . dU gains by a steady force:
///   ds = int h . df.
/// With A the propagator of perturbations over T, and B f what a force f makes of a flow at rest in
/// that time, U moves by dU = (I - A)^-1 B df, so that h = B* x with
///   (I - A*) x = g,
/// by GMRES. Each product takes one propagation back, and so does B*.
class SteadyForce {
 public:
  struct Response {
    std::vector<double> h;  ///< a vector of the search
    double residual = 0;    ///< |g - (I - A*) x| / |g|
  };

  /// Of each of these g; the search, for adjoint modes, takes the steps back, keeps the derivative
  /// by a force, and must live as long.
  SteadyForce(ModeSearch& search, const FlowVector& flow, SumOverRanks& sum,
              std::vector<std::vector<double>> g);

  void begin();
  /// At the end of a propagation back. Begins the next one. Collective.
  void take();
  [[nodiscard]] bool is_done() const { return responses_.size() == g_.size(); }
  [[nodiscard]] bool is_converged() const;
  [[nodiscard]] int n_propagations() const { return n_propagations_; }
  /// |g - (I - A*) x| / |g| so far.
  [[nodiscard]] double residual() const { return gmres_.residual(); }
  [[nodiscard]] const std::vector<Response>& responses() const { return responses_; }
  void visit_state(base::StateVisitor& visitor);

 private:
  [[nodiscard]] bool is_solved() const {
    return gmres_.residual() <= tolerance_ || gmres_.is_exhausted();
  }

  ModeSearch& search_;
  const FlowVector& flow_;
  double tolerance_;
  std::vector<double> weight_;
  std::vector<std::vector<double>> g_;
  krylov::StepwiseGmres gmres_;
  std::vector<Response> responses_;
  int n_propagations_ = 0;
};

}  // namespace lobatto::stability
