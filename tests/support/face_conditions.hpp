#pragma once

#include <array>

#include "poly/line_operators.hpp"
#include "space/boundary.hpp"

namespace lobatto::test {

/// The conditions of a box by direction, as those of its six faces.
inline space::BoundaryConditions face_conditions(
    const std::array<poly::LineConditions, 3>& conditions) {
  space::BoundaryConditions of_faces;
  for (const auto& line : conditions) {
    of_faces.push_back(line.lower);
    of_faces.push_back(line.upper);
  }
  return of_faces;
}

}  // namespace lobatto::test
