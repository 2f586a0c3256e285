#pragma once

#include <array>
#include <string>

#include "mesh/gmsh_file.hpp"

namespace lobatto::mesh {

/// As messages name the pair.
std::string name_of(const GmshPeriodicSurfaces& pair);

/// The way from the master to the slave. Throws base::Error where the file gives no translation.
std::array<double, 3> translation_of(const std::string& file, const GmshPeriodicSurfaces& pair);

/// Throws base::Error: a surface of a pair without listed nodes has no quadrilaterals.
[[noreturn]] void refuse_without_quads(const std::string& file, const GmshPeriodicSurfaces& pair,
                                       int surface);

}  // namespace lobatto::mesh
