#include "space/named_boundaries.hpp"

#include <algorithm>

namespace lobatto::space {

std::vector<std::string> boundary_names(const FunctionSpace& space) {
  std::vector<std::string> names;
  for (const auto& boundary : space.boundaries())
    if (std::ranges::find(names, boundary.name) == names.end()) names.push_back(boundary.name);
  return names;
}

std::vector<std::string> boundary_names_at_fluid(const FunctionSpace& space) {
  if (space.solids().empty()) return boundary_names(space);
  const auto& of_fluid = space.fluid().boundaries();
  std::vector<double> n_sides;
  for (const auto& boundary : of_fluid)
    n_sides.push_back(static_cast<double>(boundary.sides.size()));
  space.communicator().sum(n_sides);
  std::vector<std::string> names;
  for (const auto& name : boundary_names(space))
    for (std::size_t b = 0; b < of_fluid.size(); ++b)
      if (of_fluid[b].name == name && n_sides[b] > 0) {
        names.push_back(name);
        break;
      }
  return names;
}

std::vector<int> boundaries_named(const std::string& name, const FunctionSpace& space) {
  std::vector<int> indices;
  for (std::size_t b = 0; b < space.boundaries().size(); ++b)
    if (space.boundaries()[b].name == name) indices.push_back(static_cast<int>(b));
  return indices;
}

std::vector<int> boundaries_named(const std::vector<std::string>& names,
                                  const FunctionSpace& space) {
  std::vector<int> indices;
  for (const auto& name : names) {
    const auto parts = boundaries_named(name, space);
    indices.insert(indices.end(), parts.begin(), parts.end());
  }
  return indices;
}

const FunctionSpace& space_of_boundaries(const std::vector<std::string>& names,
                                         const FunctionSpace& space) {
  const auto& solids = space.solids();
  const bool has_solid = std::ranges::any_of(
      names, [&](const auto& name) { return std::ranges::count(solids, name) > 0; });
  return has_solid ? space.fluid() : space;
}

}  // namespace lobatto::space
