#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// A side of an element that nothing lies across and no boundary of the file names.
struct UnnamedSide {
  std::array<double, 3> middle{};  ///< of its corners
  std::array<double, 3> normal{};  ///< of length 1, outwards, by its diagonals
};

/// The name of each side; empty: it gets none.
using NameSides = std::function<std::vector<std::string>(std::span<const UnnamedSide> sides)>;

/// Makes boundaries of the sides that are neither on one nor periodic; names may be those of
/// boundaries that the file has. Sides that get no name stay as they are, and connect() refuses
/// them. What names throws, and base::Error where faces or periodic pairs are at fault, is thrown.
void name_unnamed_sides(RawMesh& mesh, const NameSides& names);

}  // namespace lobatto::mesh
