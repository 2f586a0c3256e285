#include "physics/solvers/elliptic_solver.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "extruded/extruded_plan.hpp"
#include "physics/conditions/dirichlet_values.hpp"
#include "space/element_operators.hpp"

namespace lobatto::physics {

namespace {

using poly::EndCondition;

/// Where multigrid needs more, elements are sheared so much that conjugate gradients with the
/// diagonal get further.
constexpr int most_multigrid_iterations = 100;
constexpr int most_iterations = 20'000;

space::BoundaryConditions conditions_of(const space::FunctionSpace& space,
                                        std::span<const EllipticSolver::Side> sides) {
  space::BoundaryConditions conditions(space.boundaries().size(), EndCondition::neumann);
  for (const auto& side : sides)
    if (side.gives_value) conditions[side.boundary] = EndCondition::dirichlet;
  return conditions;
}

DirichletValues given_values(const space::FunctionSpace& space,
                             std::span<const EllipticSolver::Side> sides) {
  DirichletValues given(space);
  for (const auto& side : sides)
    if (side.gives_value)
      given.add_boundary(
          side.boundary,
          [&side](const space::Points& points, double, std::span<double> values) {
            for (std::size_t i = 0; i < values.size(); ++i) values[i] = side.field[points.nodes[i]];
          },
          false);
  given.update(0);
  return given;
}

}  // namespace

bool EllipticSolver::takes_tensors() const {
  return space_.curved() == nullptr && space_.box() != nullptr && space_.boundaries_are_box_faces();
}

bool EllipticSolver::has_constant(const Kind& kind) const {
  return kind.is_poisson && space::has_constant_mode(space_, kind.conditions);
}

void EllipticSolver::make_solver(const Kind& kind) {
  if (kind_ == kind) return;
  if (kind.is_poisson && !space::has_one_constant_at_most(space_, kind.conditions))
    throw base::Error(
        "parts of the mesh that do not touch have no given value: each solution plus a constant "
        "there is one; give a value on a boundary of each, or a lambda above zero");
  if (kind.method != Method::iterative && takes_tensors()) {
    solver_ = make_tensor_helmholtz(space_, kind.conditions, make_workspace());
  } else if (kind.method == Method::direct) {
    extruded::ExtrudedPlans layers(space_);
    solver_ = make_extruded_helmholtz(space_, kind.conditions, layers, 1);
  } else if (kind.is_poisson) {
    const IterativePoisson poisson{.tolerance = kind.tolerance,
                                   .max_iterations = most_multigrid_iterations,
                                   .projection_vectors = 0};
    solver_ = make_schwarz_poisson(space_, kind.conditions, poisson, profiler_);
  } else {
    take_conjugate_gradients(kind);
  }
  kind_ = kind;
}

void EllipticSolver::take_conjugate_gradients(const Kind& kind) {
  const IterativeHelmholtz helmholtz{.tolerance = kind.tolerance,
                                     .max_iterations = most_iterations};
  solver_ = make_jacobi_cg_helmholtz(space_, kind.conditions, helmholtz, 1);
}

/// M f, the weak part, and the surface integrals of what is given for du/dn.
space::Field EllipticSolver::right_hand_side(const Problem& problem) const {
  space::Field rhs = space_.make_field();
  if (!problem.f.empty())
    space::multiply_by_mass(space_, 0, space_.n_elements(), problem.f.data(), rhs.data());
  for (std::size_t q = 0; q < problem.weak.size(); ++q) rhs[q] += problem.weak[q];
  for (const auto& side : problem.sides) {
    if (side.gives_value) continue;
    const space::Boundary boundary(space_, side.boundary);
    std::vector<double> fluxes(boundary.n_values());
    boundary.restrict_field(side.field, fluxes);
    for (std::size_t i = 0; i < fluxes.size(); ++i) fluxes[i] *= boundary.weights()[i];
    boundary.add_to(0, space_.n_elements(), fluxes, rhs.data());
  }
  return rhs;
}

/// Nodes on the axis have no mass, which iterations divide by.
EllipticSolver::Method EllipticSolver::method_for(Method wished) const {
  if (!space_.is_axisymmetric()) return wished;
  if (wished == Method::iterative)
    throw base::Error(
        "around an axis an elliptic problem is solved for directly alone; found "
        "method 'iterative', expected 'auto' or 'direct'");
  return Method::direct;
}

EllipticSolver::Solution EllipticSolver::solve(const Problem& problem) {
  const Kind kind{conditions_of(space_, problem.sides), problem.lambda == 0,
                  method_for(problem.method), problem.tolerance};
  make_solver(kind);
  Solution solution{space_.make_field(), ""};
  space::Field rhs = right_hand_side(problem);
  auto given = given_values(space_, problem.sides);
  if (has_constant(kind)) space_.remove_constant(rhs);
  for (const auto& block : solver_->schedule())
    given.subtract_lift(problem.lambda, 1.0, block, rhs.data() + block.offset);
  const auto solve = [&] {
    return solver_->solve(problem.lambda, 1.0, rhs, {{}, solution.u}).solves.at(0);
  };
  auto report = solve();
  if (!report.converged && kind.is_poisson) {
    take_conjugate_gradients(kind);
    report = solve();
  }
  solution.solver = solver_->name();
  if (!report.converged)
    throw base::Error(
        fmt::format("{} has not converged to {:g}: residual {:.2e} after {} iterations",
                    solution.solver, problem.tolerance, report.residual, report.iterations));
  given.impose(solution.u);
  if (has_constant(kind)) space_.remove_mean(solution.u);
  solution.iterations = report.iterations;
  return solution;
}

}  // namespace lobatto::physics
