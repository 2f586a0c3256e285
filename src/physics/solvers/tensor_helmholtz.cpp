#include <utility>

#include "base/error.hpp"
#include "physics/conditions/implicit_conditions.hpp"
#include "physics/solvers/helmholtz_solver.hpp"

namespace lobatto::physics {

namespace {

class TensorHelmholtz final : public HelmholtzSolver {
 public:
  TensorHelmholtz(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
                  const SharedWorkspace& workspace)
      : solver_(plain_box(space), box_conditions(space, conditions), space.communicator(),
                workspace) {}

  std::vector<krylov::SolveReport> solve_all(double mass_coefficient,
                                             const space::StiffnessCoefficient& stiffness,
                                             std::span<const HelmholtzProblem> problems) override {
    if (stiffness.field() != nullptr)
      throw base::Error("the tensor direct solver takes no coefficient that is a field");
    std::vector<direct::TensorSolver::Problem> all;
    for (const auto& problem : problems) all.push_back({problem.rhs, problem.u});
    solver_.solve_all(mass_coefficient, stiffness.factor(), all);
    n_solves_ = static_cast<double>(problems.size());
    return std::vector<krylov::SolveReport>(problems.size());
  }
  [[nodiscard]] std::string name() const override { return "tensor-direct"; }
  [[nodiscard]] double flops() const override { return n_solves_ * solver_.flops(); }
  [[nodiscard]] double bytes() const override { return n_solves_ * solver_.bytes(); }
  [[nodiscard]] double take_transpose_seconds() override {
    const double before = std::exchange(transpose_seconds_, solver_.transpose_seconds());
    return transpose_seconds_ - before;
  }

 private:
  direct::TensorSolver solver_;
  double transpose_seconds_ = 0;
  double n_solves_ = 0;  ///< of the last call
};

}  // namespace

std::unique_ptr<HelmholtzSolver> make_tensor_helmholtz(const space::FunctionSpace& space,
                                                       const space::BoundaryConditions& conditions,
                                                       const SharedWorkspace& workspace) {
  return std::make_unique<TensorHelmholtz>(space, conditions, workspace);
}

}  // namespace lobatto::physics
