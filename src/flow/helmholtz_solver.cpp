#include "flow/helmholtz_solver.hpp"

namespace lobatto::flow {

std::unique_ptr<HelmholtzSolver> make_helmholtz_solver(HelmholtzMethod method,
                                                       const space::BoxSpace& space,
                                                       const direct::BoxConditions& conditions,
                                                       double tolerance,
                                                       const SharedWorkspace& workspace) {
  if (method == HelmholtzMethod::jacobi_cg)
    return make_jacobi_cg_helmholtz(space, conditions, tolerance);
  return make_tensor_helmholtz(space, conditions, workspace);
}

}  // namespace lobatto::flow
