#include "run/setup/space_setup.hpp"

#include <fmt/format.h>

#include <numbers>
#include <span>

#include "base/error.hpp"
#include "base/vector3.hpp"
#include "case/expressions/expression.hpp"

namespace lobatto::run {

namespace {

using Sides = std::span<const mesh::UnnamedSide>;

/// Whether the condition holds in the middle of each side.
std::vector<bool> sides_where(const cases::Expression& expression, Sides sides) {
  std::array<std::vector<double>, 3> middles;
  for (const auto& side : sides)
    for (std::size_t d = 0; d < 3; ++d) middles[d].push_back(side.middle[d]);
  std::vector<double> values(sides.size());
  const std::array<std::span<const double>, 3> inputs{middles[0], middles[1], middles[2]};
  if (const auto fault = expression.evaluate(inputs, 0.0, values)) throw base::Error(*fault);
  std::vector<bool> holds;
  for (const double value : values) holds.push_back(value != 0.0);
  return holds;
}

/// Within 45 degrees.
bool points_along(const std::array<double, 3>& normal, const std::array<double, 3>& direction) {
  return base::dot(normal, direction) >= (1 - 1e-12) / std::numbers::sqrt2 * base::norm(direction);
}

std::vector<std::string> names_of_sides(const cases::Case& the_case, Sides sides) {
  std::vector<std::string> names(sides.size());
  for (const cases::UnnamedCase& unnamed : the_case.unnamed) {
    std::vector<bool> holds(sides.size(), true);
    if (unnamed.condition) holds = sides_where(*unnamed.condition, sides);
    std::size_t n_named = 0;
    for (std::size_t i = 0; i < sides.size(); ++i) {
      if (!names[i].empty() || !holds[i]) continue;
      if (unnamed.normal && !points_along(sides[i].normal, *unnamed.normal)) continue;
      names[i] = unnamed.name;
      ++n_named;
    }
    if (n_named == 0)
      throw base::Error(
          fmt::format("{} = \"{}\": holds none of the {} sides of the mesh that have no name",
                      unnamed.where, unnamed.name, sides.size()));
  }
  return names;
}

std::vector<std::string> boundaries_with_conditions(const cases::Case& the_case) {
  std::vector<std::string> names;
  for (const auto& face : the_case.faces) names.push_back(face.boundary);
  for (const auto& scalar : the_case.scalars)
    for (const auto& face : scalar.faces) names.push_back(face.boundary);
  for (const auto& part : the_case.parts) names.push_back(part.of);
  return names;
}

}  // namespace

mesh::MeshChanges mesh_changes(const cases::Case& the_case) {
  mesh::MeshChanges changes{the_case.extrusion,
                            the_case.placement,
                            {},
                            the_case.periodic,
                            boundaries_with_conditions(the_case)};
  if (!the_case.unnamed.empty())
    changes.name_sides = [&the_case](Sides sides) { return names_of_sides(the_case, sides); };
  return changes;
}

}  // namespace lobatto::run
