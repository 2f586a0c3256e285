#include <algorithm>
#include <utility>

#include "direct/tensor_solver.hpp"
#include "krylov/conjugate_gradients.hpp"
#include "krylov/weighted_inner.hpp"
#include "physics/conditions/implicit_conditions.hpp"
#include "physics/solvers/assembled_helmholtz.hpp"
#include "physics/solvers/helmholtz_solver.hpp"

namespace lobatto::physics {

namespace {

/// A = sigma M(c) + K(k) and P = sigma mean(c) M + mean(k) K(1) have a ratio <u, A u> / <u, P u>
/// between the smallest and the largest of k / mean(k) and c / mean(c): conjugate gradients take
/// few iterations where both vary by less than a factor of ten, whatever the mesh. Concus & Golub,
/// SIAM J. Numer. Anal. 10 (1973). Where sigma is 0 and no value is given, u has mean zero.
class TensorCgHelmholtz final : public HelmholtzSolver {
 public:
  TensorCgHelmholtz(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
                    const IterativeHelmholtz& settings, const SharedWorkspace& workspace)
      : HelmholtzSolver(ElementSchedule(space)),
        space_(space),
        operator_(space, conditions),
        direct_(plain_box(space), box_conditions(space, conditions), space.communicator(),
                workspace.memory),
        cg_(space.size()),
        residual_weight_(operator_.residual_weight()),
        has_constant_(space::has_constant_mode(space, conditions)),
        rhs_(space.size()),
        share_(space.size()),
        tolerance_{settings.tolerance, smallest_residual, settings.max_iterations},
        follows_steps_(settings.follows_steps) {}

  [[nodiscard]] bool takes_guesses() const override { return true; }

  void begin(double mass_coefficient, const space::StiffnessCoefficient& stiffness,
             std::vector<HelmholtzProblem> problems) override {
    set_coefficients(mass_coefficient, stiffness);
    problems_ = std::move(problems);
    tolerance_.absolute =
        follows_steps_ ? enough_of(problems_, mass_coefficient) : smallest_residual;
    seconds_before_ = direct_.transpose_seconds();
    solves_.clear();
  }
  /// The right-hand side of one problem is kept: the one before is solved first.
  void put(int problem, const space::ElementBlock& block, const double* f) override {
    solve_up_to(problem);
    std::copy_n(f, block.n_values, rhs_.data() + block.offset);
  }
  HelmholtzReport finish() override {
    solve_up_to(static_cast<int>(problems_.size()));
    return {solves_, cost(), {}, direct_.transpose_seconds() - seconds_before_};
  }

  void tighten(double factor) override {
    tolerance_.relative *= factor;
    follows_steps_ = false;
  }

  [[nodiscard]] std::string name() const override { return "tensor-cg"; }

 private:
  void set_coefficients(double sigma, const space::StiffnessCoefficient& stiffness) {
    const auto* field = stiffness.field();
    const std::int64_t version = field != nullptr ? field->version() : 0;
    if (field != nullptr && (field != field_ || version != version_)) {
      mean_ = field->mean();
      mean_capacity_ = field->mean_capacity();
    }
    if (field == nullptr) {
      mean_ = stiffness.factor();
      mean_capacity_ = 1;
    }
    field_ = field;
    version_ = version;
    sigma_ = sigma;
    operator_.set_coefficients(sigma, stiffness);
  }

  void solve_up_to(int problem) {
    for (int i = static_cast<int>(solves_.size()); i < problem; ++i)
      solves_.push_back(solve_one(problems_[i]));
  }

  krylov::SolveReport solve_one(const HelmholtzProblem& problem) {
    const bool is_singular = has_constant_ && sigma_ == 0;
    if (is_singular) space_.remove_constant(rhs_);
    operator_.assemble(rhs_);
    operator_.fill_guess(problem.guess, problem.u);
    const auto apply = [this](std::span<const double> x, std::span<double> y) {
      operator_.multiply(x, y);
    };
    const auto precondition = [this](std::span<const double> r, std::span<double> z) {
      invert_mean(r, z);
    };
    const auto sum = [this](std::span<double> values) { space_.communicator().sum(values); };
    const krylov::WeightedInner inner{operator_.inverse_multiplicity(), sum};
    const krylov::WeightedInner norm{residual_weight_, sum};
    const auto report = cg_.solve(apply, precondition, inner, norm, rhs_, problem.u, tolerance_);
    if (is_singular) space_.remove_mean(problem.u);
    return report;
  }

  /// The direct solver adds up what elements share, of which r has a copy each.
  void invert_mean(std::span<const double> r, std::span<double> z) {
    const auto part = operator_.inverse_multiplicity();
    for (std::size_t q = 0; q < r.size(); ++q) share_[q] = part[q] * r[q];
    direct_.solve(sigma_ * mean_capacity_, mean_, share_, z);
  }

  [[nodiscard]] kernels::Cost cost() const {
    int n_iterations = 0;
    kernels::Cost vectors;
    for (const auto& solve : solves_) {
      n_iterations += solve.iterations;
      vectors = vectors + solve.cost;
    }
    const int n_products = n_iterations + static_cast<int>(solves_.size());
    const auto points = static_cast<double>(space_.size());
    const kernels::Cost share{points, 24.0 * points};
    const kernels::Cost direct{direct_.flops(), direct_.bytes()};
    return vectors + operator_.cost() * n_products + (share + direct) * n_iterations;
  }

  const space::FunctionSpace& space_;
  AssembledHelmholtz operator_;
  direct::TensorSolver direct_;
  krylov::ConjugateGradients cg_;
  space::Field residual_weight_;
  bool has_constant_;  ///< no value is given
  space::Field rhs_, share_;
  krylov::Tolerance tolerance_;
  bool follows_steps_;
  const space::ScaledStiffness* field_ = nullptr;  ///< that the mean is of; null for a number
  std::int64_t version_ = 0;                       ///< of the field
  double sigma_ = 0, mean_ = 0, mean_capacity_ = 1;
  std::vector<HelmholtzProblem> problems_;   ///< of the solve that goes on
  std::vector<krylov::SolveReport> solves_;  ///< of it, those that are done
  double seconds_before_ = 0;                ///< of it, in transposes
};

}  // namespace

std::unique_ptr<HelmholtzSolver> make_tensor_cg_helmholtz(
    const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
    const IterativeHelmholtz& settings, const SharedWorkspace& workspace) {
  return std::make_unique<TensorCgHelmholtz>(space, conditions, settings, workspace);
}

}  // namespace lobatto::physics
