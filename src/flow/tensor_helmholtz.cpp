#include <utility>

#include "flow/helmholtz_solver.hpp"

namespace lobatto::flow {

namespace {

class TensorHelmholtz final : public HelmholtzSolver {
 public:
  TensorHelmholtz(const space::BoxSpace& space, const direct::BoxConditions& conditions,
                  const SharedWorkspace& workspace)
      : solver_(space.mesh(), conditions, space.communicator(), workspace) {}

  krylov::SolveReport solve(double mass_coefficient, double stiffness_coefficient, ColumnSource rhs,
                            std::span<const double> /*guess*/, std::span<double> u) override {
    solver_.solve(mass_coefficient, stiffness_coefficient, rhs, u);
    return {};
  }
  [[nodiscard]] std::string name() const override { return "tensor-direct"; }
  [[nodiscard]] double flops() const override { return solver_.flops(); }
  [[nodiscard]] double bytes() const override { return solver_.bytes(); }
  [[nodiscard]] double take_transpose_seconds() override {
    const double before = std::exchange(transpose_seconds_, solver_.transpose_seconds());
    return transpose_seconds_ - before;
  }

 private:
  direct::TensorSolver solver_;
  double transpose_seconds_ = 0;
};

}  // namespace

std::unique_ptr<HelmholtzSolver> make_tensor_helmholtz(const space::BoxSpace& space,
                                                       const direct::BoxConditions& conditions,
                                                       const SharedWorkspace& workspace) {
  return std::make_unique<TensorHelmholtz>(space, conditions, workspace);
}

}  // namespace lobatto::flow
