#include <utility>

#include "base/error.hpp"
#include "direct/tensor_solver.hpp"
#include "physics/conditions/implicit_conditions.hpp"
#include "physics/solvers/helmholtz_solver.hpp"

namespace lobatto::physics {

namespace {

class TensorHelmholtz final : public HelmholtzSolver {
 public:
  TensorHelmholtz(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
                  const SharedWorkspace& workspace)
      : HelmholtzSolver(ElementSchedule(space)),
        column_length_(space.column_length()),
        solver_(plain_box(space), box_conditions(space, conditions), space.communicator(),
                workspace.memory) {}

  void begin(double mass_coefficient, const space::StiffnessCoefficient& stiffness,
             std::vector<HelmholtzProblem> problems) override {
    if (stiffness.field() != nullptr)
      throw base::Error("the tensor direct solver takes no coefficient that is a field");
    std::vector<std::span<double>> solutions;
    for (const auto& problem : problems) solutions.push_back(problem.u);
    n_problems_ = solutions.size();
    seconds_before_ = solver_.transpose_seconds();
    solver_.begin(mass_coefficient, stiffness.factor(), std::move(solutions));
  }
  void put(int /*problem*/, const space::ElementBlock& block, const double* f) override {
    solver_.put(block.first / column_length_, f);
  }
  HelmholtzReport finish() override {
    solver_.finish();
    const kernels::Cost one{solver_.flops(), solver_.bytes()};
    return {std::vector<krylov::SolveReport>(n_problems_),
            one * static_cast<double>(n_problems_),
            {},
            solver_.transpose_seconds() - seconds_before_};
  }
  [[nodiscard]] std::string name() const override { return "tensor-direct"; }

 private:
  int column_length_;
  direct::TensorSolver solver_;
  std::size_t n_problems_ = 0;  ///< of the solve that goes on
  double seconds_before_ = 0;   ///< of it, in transposes
};

}  // namespace

std::unique_ptr<HelmholtzSolver> make_tensor_helmholtz(const space::FunctionSpace& space,
                                                       const space::BoundaryConditions& conditions,
                                                       const SharedWorkspace& workspace) {
  return std::make_unique<TensorHelmholtz>(space, conditions, workspace);
}

}  // namespace lobatto::physics
