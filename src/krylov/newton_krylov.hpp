#pragma once

#include <span>
#include <vector>

#include "base/state_visitor.hpp"
#include "krylov/stepwise_gmres.hpp"
#include "krylov/weighted_inner.hpp"

namespace lobatto::krylov {

struct NewtonSettings {
  int dimension = 40;        ///< of the Krylov spaces
  double target = 0;         ///< |G(u) - u| that is small enough
  double difference = 1e-6;  ///< over |u|, of the two values that a derivative is taken from
};

/// How an iterate came from the one before.
struct NewtonStep {
  int n_products = 0;          ///< of the linear system
  double linear_residual = 0;  ///< |f - A d| / |f|
  double length = 0;           ///< s; 0 of G(u) itself
};

/// u = G(u) by Newton's method, one value of G after the other, by who knows G: put(G(next()))
/// until residual() is small enough. With f = G(u) - u,
///   A d = f,  A v = v - (G(u + e v) - G(u)) / e,   u = u + s d
/// by GMRES. Where G is the flow after some time, A is close to 1 but for the few modes that grow
/// or hardly decay (Tuckerman & Barkley 2000; Viswanath 2007): no preconditioner is wanted.
///
/// The linear residual that is asked for is that of Eisenstat & Walker (1996), choice 2 with gamma
/// = 0.9, which keeps the convergence quadratic and solves no system further than that needs; a
/// difference carries no more than the least of them. s is 1, or less where |f| does not fall, by
/// the minimum of a parabola. Where no s is found the next iterate is G(u).
class NewtonKrylov {
 public:
  NewtonKrylov(const NewtonSettings& settings, const WeightedInner& inner);

  void begin(std::span<const double> start);
  [[nodiscard]] std::span<const double> next() const { return next_; }
  /// Collective.
  void put(std::span<const double> value);
  /// next() may become an iterate; else it is one for a derivative.
  [[nodiscard]] bool is_at_point() const { return ask_ != Ask::derivative; }
  [[nodiscard]] int n_values() const { return n_values_; }
  /// Iterates whose value is known, the start among them.
  [[nodiscard]] int n_iterates() const { return n_iterates_; }
  [[nodiscard]] std::span<const double> iterate() const { return u_; }
  /// |G(u) - u| of the last one, and the step to it.
  [[nodiscard]] double residual() const { return residual_; }
  [[nodiscard]] const NewtonStep& step() const { return step_; }
  /// The step to next(), where that is no value for a derivative.
  [[nodiscard]] const NewtonStep& trial() const { return trial_; }
  /// Of the system that is solved, or was last.
  [[nodiscard]] const StepwiseGmres& system() const { return system_; }
  /// All that the search goes on with, as "newton/...", on any number of ranks.
  void visit_state(base::StateVisitor& visitor, VisitVector visit_vector);

 private:
  /// What next() is: an iterate whatever its residual, one if that is smaller, u + e v.
  enum class Ask : int { point, trial, derivative };

  void put_derivative(std::span<const double> value);
  void put_point(std::span<const double> value);
  void accept(std::span<const double> value, double residual);
  void set_forcing(double residual_before);
  void cut(double residual);
  void ask_derivative();
  void ask_trial(double length);
  [[nodiscard]] double length_of_difference() const;

  NewtonSettings settings_;
  WeightedInner inner_;
  StepwiseGmres system_;
  std::vector<double> u_, f_, d_, next_;
  Ask ask_ = Ask::point;
  NewtonStep step_, trial_;
  double residual_ = 0;
  double forcing_ = 0;  ///< the linear residual that is asked for
  int n_cuts_ = 0;
  int n_values_ = 0;
  int n_iterates_ = 0;
};

}  // namespace lobatto::krylov
