#include <algorithm>

#include "flow/assembled_helmholtz.hpp"
#include "flow/helmholtz_solver.hpp"
#include "krylov/merged_conjugate_gradients.hpp"

namespace lobatto::flow {

namespace {

/// Conjugate gradients preconditioned by the assembled diagonal, for up to three right-hand sides
/// at once.
class JacobiCgHelmholtz final : public HelmholtzSolver {
 public:
  JacobiCgHelmholtz(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
                    const krylov::Tolerance& tolerance, int n_components)
      : space_(space),
        operator_(space, conditions),
        cg_(operator_.inverse_multiplicity(), operator_.order().blocks(), n_components),
        inverse_diagonal_(space.size()),
        tolerance_(tolerance) {
    for (int c = 0; c < n_components; ++c) rhs_.push_back(space.make_field());
  }

  std::vector<krylov::SolveReport> solve_all(double mass_coefficient, double stiffness_coefficient,
                                             std::span<const HelmholtzProblem> problems) override {
    set_coefficients({mass_coefficient, stiffness_coefficient});
    std::vector<std::span<double>> rhs, u;
    for (std::size_t c = 0; c < problems.size(); ++c) {
      operator_.fill(problems[c].rhs, rhs_[c]);
      rhs.emplace_back(rhs_[c]);
      u.push_back(problems[c].u);
    }
    operator_.assemble(rhs);
    for (const auto& problem : problems) start_from_guess(problem);
    const auto apply = [this](const base::Block& block, const double* p, double* w) {
      return operator_.multiply_block(block, p, w);
    };
    const auto assemble = [this](std::span<const std::span<double>> fields,
                                 krylov::AssembledOperator::Work work) {
      operator_.work_and_assemble(fields, work);
    };
    const auto sum = [this](std::span<double> values) { space_.communicator().sum(values); };
    const std::vector<std::span<const double>> fixed(rhs.begin(), rhs.end());
    const auto reports =
        cg_.solve({apply, assemble}, {inverse_diagonal_, sum}, fixed, u, tolerance_);
    n_applications_ = 0;
    for (const auto& report : reports) n_applications_ += report.iterations + 1;
    return reports;
  }

  [[nodiscard]] std::string name() const override { return "jacobi-cg"; }
  [[nodiscard]] double flops() const override { return cost().flops; }
  [[nodiscard]] double bytes() const override { return cost().bytes; }
  [[nodiscard]] double take_transpose_seconds() override { return 0.0; }

 private:
  void set_coefficients(const kernels::HelmholtzCoefficients& coefficients) {
    if (coefficients.sigma == coefficients_.sigma && coefficients.nu == coefficients_.nu) return;
    coefficients_ = coefficients;
    operator_.set_coefficients(coefficients);
    operator_.diagonal(inverse_diagonal_);
    for (double& value : inverse_diagonal_) value = 1.0 / value;
  }

  void start_from_guess(const HelmholtzProblem& problem) const {
    if (problem.guess.empty())
      std::fill(problem.u.begin(), problem.u.end(), 0.0);
    else
      kernels::linear_combination(problem.guess, problem.u);
    operator_.zero_dirichlet(problem.u);
  }

  /// Of the last solve on this rank: the operator reads its input from the cache.
  [[nodiscard]] kernels::Cost cost() const {
    const auto vectors =
        krylov::MergedConjugateGradients::iteration_cost(static_cast<double>(space_.size()), true);
    const kernels::Cost work{operator_.cost().flops + vectors.flops, vectors.bytes};
    return work * n_applications_;
  }

  const space::FunctionSpace& space_;
  AssembledHelmholtz operator_;
  krylov::MergedConjugateGradients cg_;
  std::vector<space::Field> rhs_;
  space::Field inverse_diagonal_;
  krylov::Tolerance tolerance_;
  kernels::HelmholtzCoefficients coefficients_{0.0, 0.0};  ///< none yet
  double n_applications_ = 0;
};

}  // namespace

std::unique_ptr<HelmholtzSolver> make_jacobi_cg_helmholtz(
    const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
    const krylov::Tolerance& tolerance, int n_components) {
  return std::make_unique<JacobiCgHelmholtz>(space, conditions, tolerance, n_components);
}

}  // namespace lobatto::flow
