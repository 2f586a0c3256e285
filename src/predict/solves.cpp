#include "predict/solves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "case/document/spelling.hpp"
#include "plan/solver_choice.hpp"
#include "plan/solver_cost.hpp"

namespace lobatto::predict {

namespace {

using poly::EndCondition;

/// The direction along which the corners of a side are nearest to each other.
int direction_across(const mesh::HexMesh& mesh, const mesh::BoundarySide& side) {
  const int n = mesh.geometry_order + 1, along = side.face / 2;
  std::array<double, 3> extents{};
  for (int d = 0; d < 3; ++d) {
    const double* const x = &mesh.coordinates[(3LL * side.element + d) * n * n * n];
    double least = INFINITY, most = -INFINITY;
    for (int corner = 0; corner < 8; ++corner) {
      if (((corner >> along) & 1) != side.face % 2) continue;
      const int r = corner & 1, s = (corner >> 1) & 1, t = corner >> 2;
      const double value = x[((t * n + s) * n + r) * (n - 1)];
      least = std::min(least, value);
      most = std::max(most, value);
    }
    extents[d] = most - least;
  }
  return static_cast<int>(std::ranges::min_element(extents) - extents.begin());
}

/// The directions that a part of the boundary lies across, each once: a boundary of a mesh from a
/// file may be planes across several axes, which a run treats apart.
std::vector<int> directions_across(const cases::Case& the_case, const std::string& boundary,
                                   const mesh::HexMesh* whole) {
  const auto named = std::ranges::find(the_case.parts, boundary, &cases::BoundaryPartCase::name);
  if (named != the_case.parts.end()) return directions_across(the_case, named->of, whole);
  if (whole == nullptr) {
    static constexpr std::array names{"x_min", "x_max", "y_min", "y_max", "z_min", "z_max"};
    return {static_cast<int>(std::ranges::find(names, boundary) - names.begin()) / 2 % 3};
  }
  std::set<int> directions;
  for (const auto& side : whole->sides)
    if (whole->boundary_names[side.boundary] == boundary)
      directions.insert(direction_across(*whole, side));
  return {directions.begin(), directions.end()};
}

/// Of each part of the boundary, whether this component of the velocity is given there.
std::vector<bool> fixed_parts(const cases::Case& the_case, int component,
                              const mesh::HexMesh* whole) {
  using physics::VelocityCondition;
  std::vector<bool> fixed;
  for (const auto& face : the_case.faces) {
    if (!lies_across_an_axis(face.kind)) {
      fixed.push_back(face.kind == VelocityCondition::wall ||
                      face.kind == VelocityCondition::velocity);
      continue;
    }
    for (const int direction : directions_across(the_case, face.boundary, whole))
      fixed.push_back((direction == component) != (face.kind == VelocityCondition::tangential));
  }
  return fixed;
}

EquationSolve::Group group_of(const cases::Case& the_case, std::vector<bool> is_dirichlet) {
  EquationSolve::Group group;
  group.is_dirichlet = std::move(is_dirichlet);
  const auto end = [&](std::size_t b) {
    return b < group.is_dirichlet.size() && group.is_dirichlet[b] ? EndCondition::dirichlet
                                                                  : EndCondition::neumann;
  };
  for (std::size_t d = 0; d < 3; ++d)
    group.conditions[d] = the_case.axes[d].periodic
                              ? poly::LineConditions{EndCondition::periodic, EndCondition::periodic}
                              : poly::LineConditions{end(2 * d), end(2 * d + 1)};
  return group;
}

std::vector<EquationSolve::Group> velocity_groups(const cases::Case& the_case,
                                                  const mesh::HexMesh* whole) {
  std::vector<EquationSolve::Group> groups;
  for (int d = 0; d < 3; ++d) {
    const auto group = group_of(the_case, fixed_parts(the_case, d, whole));
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
  std::vector<bool> fixed;
  for (const auto& face : the_case.faces) fixed.push_back(is_open(face.kind));
  return group_of(the_case, std::move(fixed));
}

EquationSolve::Group group_of_scalar(const cases::Case& the_case, const std::string& name) {
  const auto& faces = std::ranges::find(the_case.scalars, name, &cases::ScalarCase::name)->faces;
  std::vector<bool> fixed;
  for (const auto& face : faces) fixed.push_back(face.kind == physics::ScalarCondition::value);
  return group_of(the_case, std::move(fixed));
}

EquationSolve solve_of(const cases::Case& the_case, const plan::SolverChoice& choice,
                       const mesh::HexMesh* whole) {
  EquationSolve solve{choice.equation,
                      physics::WorkPart::scalar_solve,
                      choice.method,
                      {},
                      plan::expected_iterations(the_case, choice)};
  if (choice.equation == "pressure" && !the_case.prescribed_velocity) {
    solve.part = physics::WorkPart::pressure_solve;
    solve.groups = {group_of_pressure(the_case)};
  } else if (choice.equation == "velocity" && !the_case.prescribed_velocity) {
    solve.part = physics::WorkPart::velocity_solve;
    solve.groups = velocity_groups(the_case, whole);
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

std::vector<EquationSolve> solves_of(const cases::Case& the_case, const plan::Grounds& grounds,
                                     const Iterations& iterations, const mesh::HexMesh* whole) {
  std::vector<EquationSolve> solves;
  for (const auto& choice : plan::choose_solvers(the_case, grounds))
    solves.push_back(solve_of(the_case, choice, whole));
  take_iterations(iterations, solves);
  return solves;
}

}  // namespace lobatto::predict
