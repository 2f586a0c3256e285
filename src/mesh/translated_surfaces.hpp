#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// Corners of a quadrilateral, points of the mesh.
using QuadPoints = std::array<std::int64_t, 4>;

/// Which points of the master's quadrilaterals lie where those of the slave's are when moved back
/// by `offset` (from master to slave), to 1 % of the shortest side around. Throws base::Error where
/// a point of the slave has no partner.
PeriodicMap map_by_translation(const RawMesh& mesh, std::span<const QuadPoints> slave,
                               std::span<const QuadPoints> master,
                               const std::array<double, 3>& offset, const std::string& name);

/// Two boundaries that are a translation of each other, by name.
struct PeriodicBoundaries {
  std::string from, to;
};
/// Makes two boundaries of a mesh one and the same: afterwards they are no boundaries. Throws
/// base::Error where the mesh has no such boundary, or where one is not the other, moved.
void join_periodic(RawMesh& mesh, const PeriodicBoundaries& boundaries);

/// How far a corner of a quadrilateral and its partner may be apart.
double tolerance_at(const RawMesh& mesh, const QuadPoints& quad);
/// The index of a boundary by its name. Throws base::Error where there is none.
int boundary_index(const RawMesh& mesh, const std::string& name);
/// As messages name them.
std::string name_of(const PeriodicBoundaries& boundaries);
/// Throws base::Error where two boundaries with so many faces cannot be one, moved.
void check_counts(const RawMesh& mesh, const PeriodicBoundaries& boundaries, long long n_from,
                  long long n_to);
std::string text_without_partner(const RawMesh& mesh, const std::string& map, std::int64_t point);

}  // namespace lobatto::mesh
