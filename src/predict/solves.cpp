#include "predict/solves.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/function_ref.hpp"
#include "case/solver_choice.hpp"
#include "case/solver_cost.hpp"
#include "case/spelling.hpp"

namespace lobatto::predict {

namespace {

using poly::EndCondition;

/// The direction that a part of the boundary of a box lies across.
int direction_across(const cases::Case& the_case, const std::string& boundary) {
  static constexpr std::array names{"x_min", "x_max", "y_min", "y_max", "z_min", "z_max"};
  const auto face = std::ranges::find(names, boundary);
  if (face != names.end()) return static_cast<int>(face - names.begin()) / 2;
  const auto part = std::ranges::find(the_case.parts, boundary, &cases::BoundaryPartCase::name);
  return part == the_case.parts.end() ? 0 : direction_across(the_case, part->of);
}

bool fixes_velocity(const cases::Case& the_case, const cases::FaceCondition& face, int component) {
  using physics::VelocityCondition;
  if (lies_across_an_axis(face.kind))
    return (direction_across(the_case, face.boundary) == component) !=
           (face.kind == VelocityCondition::tangential);
  return face.kind == VelocityCondition::wall || face.kind == VelocityCondition::velocity;
}

EquationSolve::Group group_of(const cases::Case& the_case, std::size_t n_parts,
                              base::FunctionRef<bool(std::size_t)> is_dirichlet) {
  EquationSolve::Group group;
  for (std::size_t b = 0; b < n_parts; ++b) group.is_dirichlet.push_back(is_dirichlet(b));
  const auto end = [&](std::size_t b) {
    return b < n_parts && group.is_dirichlet[b] ? EndCondition::dirichlet : EndCondition::neumann;
  };
  for (std::size_t d = 0; d < 3; ++d)
    group.conditions[d] = the_case.axes[d].periodic
                              ? poly::LineConditions{EndCondition::periodic, EndCondition::periodic}
                              : poly::LineConditions{end(2 * d), end(2 * d + 1)};
  return group;
}

std::vector<EquationSolve::Group> velocity_groups(const cases::Case& the_case) {
  std::vector<EquationSolve::Group> groups;
  for (int d = 0; d < 3; ++d) {
    const auto group = group_of(the_case, the_case.faces.size(), [&](std::size_t b) {
      return fixes_velocity(the_case, the_case.faces[b], d);
    });
    const auto same =
        std::ranges::find(groups, group.is_dirichlet, &EquationSolve::Group::is_dirichlet);
    if (same == groups.end())
      groups.push_back(group);
    else
      ++same->n_components;
  }
  return groups;
}

EquationSolve::Group group_of_pressure(const cases::Case& the_case) {
  return group_of(the_case, the_case.faces.size(),
                  [&](std::size_t b) { return is_open(the_case.faces[b].kind); });
}

EquationSolve::Group group_of_scalar(const cases::Case& the_case, const std::string& name) {
  const auto& faces = std::ranges::find(the_case.scalars, name, &cases::ScalarCase::name)->faces;
  return group_of(the_case, faces.size(),
                  [&](std::size_t b) { return faces[b].kind == physics::ScalarCondition::value; });
}

EquationSolve solve_of(const cases::Case& the_case, const cases::SolverChoice& choice) {
  EquationSolve solve{
      choice.equation, "scalar solve", choice.method, {}, expected_iterations(the_case, choice)};
  if (choice.equation == "pressure" && !the_case.given_flow) {
    solve.region = "pressure solve";
    solve.groups = {group_of_pressure(the_case)};
  } else if (choice.equation == "velocity" && !the_case.given_flow) {
    solve.region = "velocity solve";
    solve.groups = velocity_groups(the_case);
  } else {
    solve.groups = {group_of_scalar(the_case, choice.equation)};
  }
  return solve;
}

void take_iterations(const Iterations& given, std::vector<EquationSolve>& solves) {
  std::vector<std::string> names;
  for (const auto& solve : solves)
    if (solve.method != cases::SolverMethod::tensor_direct) names.push_back(solve.equation);
  for (const auto& [equation, n] : given) {
    if (std::ranges::find(names, equation) == names.end())
      throw base::Error(fmt::format(
          "--iterations {}={}: no equation of this case that is solved by iteration{}", equation, n,
          names.empty() ? "; all solves are direct"
                        : cases::suggestion_or_list(equation, names, "; there are ")));
    std::ranges::find(solves, equation, &EquationSolve::equation)->n_iterations = n;
  }
}

}  // namespace

bool EquationSolve::is_singular() const {
  return equation == "pressure" &&
         std::ranges::none_of(groups.front().is_dirichlet, [](bool fixed) { return fixed; });
}

std::vector<EquationSolve> solves_of(const cases::Case& the_case, int n_ranks,
                                     const Iterations& iterations) {
  std::vector<EquationSolve> solves;
  for (const auto& choice : cases::choose_solvers(the_case, n_ranks))
    solves.push_back(solve_of(the_case, choice));
  take_iterations(iterations, solves);
  return solves;
}

}  // namespace lobatto::predict
