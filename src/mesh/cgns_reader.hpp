#pragma once

#include <filesystem>

#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// Whether the program has a CGNS library, which reads such files.
bool has_cgns();
/// Whether a file that begins as one of HDF5 or ADF is one of CGNS: by what it holds, or by its
/// ending where the program has no library.
bool is_cgns(const std::filesystem::path& file);

/// A CGNS file (.cgns; on HDF5 or ADF) with one base of hexahedra, or of quadrilaterals in a plane.
///
/// Zones are structured, a straight element per cell, or unstructured: HEXA_8, 20, 27, 32, 64, 44,
/// 125 and QUAD_4, 8, 9, 12, 16, 25, in sections of their own or MIXED. Volumes are called by
/// the family of their zone, else by the section or the structured zone. Boundaries are those of
/// ZoneBC, by family or name; surface elements that no condition lists are boundaries by the name
/// of their section where they lie outside. Points of several or structured zones that coincide,
/// to 5 % of the shortest line at them, are one. Connections between points that do not coincide
/// are periodic. Elements are numbered in the order of zones and sections, from 1.
/// Throws base::Error that names the file and the zone, what was expected, and the remedy.
RawMesh read_cgns(const std::filesystem::path& file);

}  // namespace lobatto::mesh
