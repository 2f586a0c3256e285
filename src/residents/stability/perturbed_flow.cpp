#include "residents/stability/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plan/describe.hpp"
#include "plan/solver_choice.hpp"

namespace lobatto::residents {

namespace {

bool use_solution(const cases::BoundaryCondition& condition) {
  return std::ranges::any_of(condition.expressions, &cases::Expression::depends_on_solution);
}

void refuse_nonlinear(const cases::Section& table, const cases::Case& c) {
  const auto refuse = [&](const cases::BoundaryCondition& condition) {
    if (use_solution(condition))
      table.report("kind", fmt::format("the condition {} uses the solution; expected one of place "
                                       "and time alone, about which a flow can be linearised",
                                       condition.where));
  };
  for (const auto& face : c.faces) refuse(face);
  for (const auto& scalar : c.scalars) {
    for (const auto& face : scalar.faces) refuse(face);
    if (scalar.diffusivity.field)
      table.report("kind", fmt::format("the diffusivity of '{}' varies; expected a number, about "
                                       "which a flow can be linearised",
                                       scalar.name));
  }
}

/// Beside a wave along z the pressure has a Helmholtz equation, which direct solvers alone take.
void choose_direct(const cases::Section& table, cases::Case& c) {
  using enum cases::SolverMethod;
  if (c.pressure_solver == schwarz_multigrid)
    table.report("wave_number",
                 "does not go with solver.pressure = \"schwarz-multigrid\", which solves Poisson's "
                 "equation alone; expected a direct solver, or none");
  if (c.pressure_solver == automatic)
    c.pressure_solver =
        plan::obstacle_to_direct_solves(c).empty() ? tensor_direct : extruded_direct;
}

void check_wave(const cases::Section& table, cases::Case& c) {
  if (!c.plane)
    table.report("wave_number",
                 "is of waves along z, along which the base flow does not change; "
                 "expected mesh.plane = true");
  if (!c.parts.empty() && !c.mesh_file && !c.map)
    table.report("wave_number",
                 "does not go with several conditions on one face of a box; expected "
                 "one on each, or the mesh from a file");
  choose_direct(table, c);
}

}  // namespace

void check_perturbed(const cases::Section& table, const stability::Perturbation& perturbation,
                     cases::Case& c) {
  const bool has_scalar =
      std::ranges::any_of(c.scalars, [](const auto& scalar) { return scalar.initial.has_value(); });
  if (!c.initial_velocity && !has_scalar && !c.restart)
    table.report("kind",
                 "there is no base flow; expected one in [initial], or a field file or a "
                 "checkpoint in restart.from");
  if (c.axisymmetric) table.report("kind", "has no meaning beside mesh.axisymmetric");
  refuse_nonlinear(table, c);
  if (perturbation.wave_number != 0) check_wave(table, c);
  // What looks at the end of a flow is not asked.
  c.write_final_fields = false;
  c.exact_velocity.reset();
  c.exact_pressure.reset();
  for (auto& scalar : c.scalars) scalar.exact.reset();
}

std::string wave_text(const stability::Perturbation& perturbation) {
  if (perturbation.wave_number == 0) return "";
  return fmt::format(", waves of wave number {:.6g} along z", perturbation.wave_number);
}

}  // namespace lobatto::residents
