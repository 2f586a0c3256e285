#include "extruded/extruded_poisson.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "physics/solvers/helmholtz_solver.hpp"

namespace lobatto::physics {

namespace {

class ExtrudedPoisson final : public HelmholtzSolver {
 public:
  ExtrudedPoisson(const space::FunctionSpace& space, const space::BoundaryConditions& conditions)
      : HelmholtzSolver(ElementSchedule(space)),
        solver_(space, conditions),
        rhs_(space.make_field()) {}

  void begin(double mass_coefficient, const space::StiffnessCoefficient& stiffness,
             std::vector<HelmholtzProblem> problems) override {
    if (mass_coefficient != 0 || stiffness.field() != nullptr || stiffness.factor() != 1)
      throw base::Error("the direct solver of extruded meshes solves the Poisson equation alone");
    u_ = problems.at(0).u;
  }
  void put(int /*problem*/, const space::ElementBlock& block, const double* f) override {
    std::copy_n(f, block.n_values, rhs_.data() + block.offset);
  }
  HelmholtzReport finish() override {
    const double before = solver_.exchange_seconds();
    solver_.solve(rhs_, u_);
    return {{{}}, solver_.cost(), {}, solver_.exchange_seconds() - before};
  }
  [[nodiscard]] std::string name() const override { return "extruded-direct"; }

 private:
  extruded::ExtrudedPoisson solver_;
  space::Field rhs_;
  std::span<double> u_;  ///< of the solve that goes on
};

}  // namespace

std::unique_ptr<HelmholtzSolver> make_extruded_poisson(
    const space::FunctionSpace& space, const space::BoundaryConditions& conditions) {
  return std::make_unique<ExtrudedPoisson>(space, conditions);
}

}  // namespace lobatto::physics
