#include "physics/solvers/helmholtz_solver.hpp"

namespace lobatto::physics {

std::vector<kernels::Term> extrapolated_guess(int order, const double* newest,
                                              const double* before) {
  if (order < 2) return {{1.0, newest}};
  return {{2.0, newest}, {-1.0, before}};
}

std::unique_ptr<HelmholtzSolver> make_helmholtz_solver(HelmholtzMethod method,
                                                       const space::FunctionSpace& space,
                                                       const space::BoundaryConditions& conditions,
                                                       const IterativeHelmholtz& settings,
                                                       int n_components,
                                                       const SharedWorkspace& workspace) {
  switch (method) {
    case HelmholtzMethod::jacobi_cg:
      return make_jacobi_cg_helmholtz(space, conditions, settings, n_components);
    case HelmholtzMethod::tensor_cg:
      return make_tensor_cg_helmholtz(space, conditions, settings, workspace);
    case HelmholtzMethod::tensor_direct:
      break;
  }
  return make_tensor_helmholtz(space, conditions, workspace);
}

}  // namespace lobatto::physics
