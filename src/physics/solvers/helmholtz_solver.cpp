#include "physics/solvers/helmholtz_solver.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/error.hpp"
#include "direct/solver_frame.hpp"
#include "direct/workspace.hpp"

namespace lobatto::physics {

SharedWorkspace make_workspace(double flops_per_byte) {
  return {std::make_shared<direct::Workspace>(flops_per_byte)};
}

double enough_of(std::span<const HelmholtzProblem> problems, double mass_coefficient) {
  const double error = std::ranges::min(problems, {}, &HelmholtzProblem::enough).enough;
  return std::max(smallest_residual, mass_coefficient * error);
}

HelmholtzReport HelmholtzSolver::solve(double mass_coefficient,
                                       const space::StiffnessCoefficient& stiffness,
                                       std::span<const double> rhs,
                                       const HelmholtzProblem& problem) {
  begin(mass_coefficient, stiffness, {problem});
  for (const auto& block : schedule_) put(0, block, rhs.data() + block.offset);
  return finish();
}

void HelmholtzSolver::follow_mesh() {
  throw std::logic_error(name() + " solves on the mesh that it was made for");
}

std::unique_ptr<HelmholtzSolver> make_helmholtz_solver(
    SolverMethod method, const space::FunctionSpace& space,
    const space::BoundaryConditions& conditions, const IterativeHelmholtz& settings,
    int n_components, const SharedWorkspace& workspace, space::VectorPart part) {
  if (part == space::VectorPart::turning && method != SolverMethod::extruded_direct)
    throw base::Error("components that turn around an axis are solved for directly alone");
  switch (method) {
    case SolverMethod::jacobi_cg:
      return make_jacobi_cg_helmholtz(space, conditions, settings, n_components);
    case SolverMethod::tensor_cg:
      return make_tensor_cg_helmholtz(space, conditions, settings, workspace);
    case SolverMethod::extruded_direct:
      return make_extruded_helmholtz(space, conditions, *workspace.layers, n_components, part);
    case SolverMethod::automatic:
    case SolverMethod::tensor_direct:
    case SolverMethod::schwarz_multigrid:
      break;
  }
  return make_tensor_helmholtz(space, conditions, workspace);
}

ElementSchedule::ElementSchedule(const space::FunctionSpace& space) {
  const mesh::BoxMesh* const box = space.box();
  if (box != nullptr && box->places.empty()) {
    const int length = space.column_length();
    for (const int column : direct::column_order(box->local, box->grid.last))
      blocks_.push_back(space::element_block(space, column * length, length));
    return;
  }
  blocks_ = space::blocks_of(space);
}

std::size_t ElementSchedule::block_size() const {
  std::size_t largest = 0;
  for (const auto& block : blocks_) largest = std::max(largest, block.n_values);
  return largest;
}

}  // namespace lobatto::physics
