#include "physics/solvers/coarse_solver.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/error.hpp"
#include "kernels/vectors/inner_products.hpp"
#include "physics/conditions/implicit_conditions.hpp"
#include "precond/coarse/coarse_solvers.hpp"

namespace lobatto::physics {

namespace {

precond::CoarseSolver make_tensor_direct(const space::FunctionSpace& space,
                                         const space::BoundaryConditions& conditions,
                                         const perf::MachineRates& rates) {
  const auto solver = std::make_shared<direct::TensorSolver>(
      mesh::with_order(plain_box(space), 1), box_conditions(space, conditions),
      space.communicator(), std::make_shared<direct::Workspace>(perf::flops_per_byte(rates)));
  return
      [solver](std::span<const double> f, std::span<double> u) { solver->solve(0.0, 1.0, f, u); };
}

precond::CoarseSolver make_fft(const space::FunctionSpace& space,
                               const space::BoundaryConditions& conditions) {
  const mesh::BoxMesh& box = plain_box(space);
  if (!std::all_of(box.axes.begin(), box.axes.end(),
                   [](const auto& axis) { return axis.periodic; }))
    throw base::Error(
        "the Fourier solver of the coarse problem wants a box that is periodic in all "
        "directions");
  return precond::make_fft_coarse(precond::make_coarse_problem(space, conditions),
                                  mesh::n_elements_along(box.axes), space.communicator());
}

/// Vertices of the mesh, those that periodicity identifies counted once. Collective.
std::int64_t count_vertices(const space::FunctionSpace& space) {
  const space::FunctionSpace vertices = space.with_order(1);
  const double shares = kernels::sum(vertices.gather_scatter().inverse_multiplicity());
  return std::llround(space.communicator().sum(shares));
}

}  // namespace

precond::CoarseSolver make_coarse_solver(std::optional<precond::CoarseKind> kind,
                                         const space::FunctionSpace& space,
                                         const space::BoundaryConditions& conditions,
                                         const perf::MachineRates& rates) {
  using precond::CoarseKind;
  const comm::Communicator& communicator = space.communicator();
  const bool is_box =
      space.curved() == nullptr && space.boundaries_are_box_faces() && !space.is_plane();
  const std::int64_t n_vertices = count_vertices(space);
  const CoarseKind chosen = precond::choose_coarse_solver(
      is_box, n_vertices, precond::has_boomer_amg(), communicator.size(), rates);
  switch (kind.value_or(chosen)) {
    case CoarseKind::tensor_direct:
      return make_tensor_direct(space, conditions, rates);
    case CoarseKind::fft:
      return make_fft(space, conditions);
    case CoarseKind::sparse_cholesky:
      return precond::make_sparse_cholesky(precond::make_coarse_problem(space, conditions),
                                           communicator);
    case CoarseKind::schwarz:
      return precond::make_vertex_schwarz(precond::make_coarse_problem(space, conditions),
                                          communicator);
    case CoarseKind::boomer_amg:
      return precond::make_boomer_amg(
          precond::make_coarse_problem(space, conditions), communicator,
          {.n_cycles = 1, .n_ranks = precond::amg_ranks(n_vertices, communicator.size(), rates)});
  }
  throw base::Error("no such solver of the coarse problem");
}

}  // namespace lobatto::physics
