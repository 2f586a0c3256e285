#include "extruded/extruded_helmholtz.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "physics/solvers/helmholtz_solver.hpp"

namespace lobatto::physics {

namespace {

/// Right-hand sides are gathered where their solutions come.
class ExtrudedHelmholtz final : public HelmholtzSolver {
 public:
  ExtrudedHelmholtz(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
                    extruded::ExtrudedPlans& plans, int n_components, space::VectorPart part)
      : HelmholtzSolver(ElementSchedule(space)),
        solver_(space, plans.with(space, conditions), n_components, part) {}

  void begin(double mass_coefficient, const space::StiffnessCoefficient& stiffness,
             std::vector<HelmholtzProblem> problems) override {
    if (stiffness.field() != nullptr)
      throw base::Error(
          "the direct solver of extruded meshes takes no coefficient that is a field");
    solver_.set_coefficients(mass_coefficient, stiffness.factor());
    fields_.clear();
    for (const auto& problem : problems) fields_.push_back(problem.u);
  }
  void put(int problem, const space::ElementBlock& block, const double* f) override {
    double* const to = fields_[problem].data() + block.offset;
    if (f != to) std::copy_n(f, block.n_values, to);
  }
  HelmholtzReport finish() override {
    const double before = solver_.exchange_seconds();
    solver_.solve(fields_);
    return {std::vector<krylov::SolveReport>(fields_.size()),
            solver_.cost(static_cast<int>(fields_.size())),
            {},
            solver_.exchange_seconds() - before};
  }
  [[nodiscard]] bool keeps_right_hand_sides() const override { return true; }
  [[nodiscard]] std::string name() const override { return "extruded-direct"; }

 private:
  extruded::ExtrudedHelmholtz solver_;
  std::vector<std::span<double>> fields_;  ///< of the solve that goes on
};

}  // namespace

std::unique_ptr<HelmholtzSolver> make_extruded_helmholtz(
    const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
    extruded::ExtrudedPlans& plans, int n_components, space::VectorPart part) {
  return std::make_unique<ExtrudedHelmholtz>(space, conditions, plans, n_components, part);
}

}  // namespace lobatto::physics
