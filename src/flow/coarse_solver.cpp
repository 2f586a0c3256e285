#include "flow/coarse_solver.hpp"

#include <memory>

#include "flow/implicit_conditions.hpp"
#include "precond/sparse_cholesky.hpp"

namespace lobatto::flow {

CoarseMethod choose_coarse_method(const space::FunctionSpace& space) {
  if (space.curved() == nullptr && space.boundaries_are_box_faces())
    return CoarseMethod::tensor_direct;
  return CoarseMethod::sparse_cholesky;
}

precond::CoarseSolver make_coarse_solver(CoarseMethod method, const space::FunctionSpace& space,
                                         const space::BoundaryConditions& conditions) {
  if (method == CoarseMethod::automatic) method = choose_coarse_method(space);
  if (method == CoarseMethod::tensor_direct) {
    const auto solver = std::make_shared<direct::TensorSolver>(
        mesh::with_order(plain_box(space), 1), box_conditions(space, conditions),
        space.communicator());
    return
        [solver](std::span<const double> f, std::span<double> u) { solver->solve(0.0, 1.0, f, u); };
  }
  return precond::make_sparse_cholesky(precond::make_coarse_problem(space, conditions),
                                       space.communicator());
}

}  // namespace lobatto::flow
