#pragma once

#include "mesh/face_sides.hpp"

namespace lobatto::mesh {

/// Points of partners may lie this much off, against the largest diameter of the two faces.
inline constexpr double tolerance_of_partners = 0.01;

/// Two sides of elements that are the same face through periodicity.
struct PeriodicFacePair {
  std::int64_t slave = 0, master = 0;  ///< sides, 6 element + face
  FaceCorners images{};                ///< of the corners [b][a] of the slave, points of the master
  int map = 0;                         ///< index into RawMesh::periodic
};

/// The pairs of faces that the periodic maps carry into each other. Throws base::Error where a face
/// has no partner or two, or where partners are not a translation of each other.
std::vector<PeriodicFacePair> pair_periodic_faces(const RawMesh& raw, const FaceSides& faces);

/// Translation from the slaves to the masters of a map: the mean over its points.
std::array<double, 3> offset_of(const RawMesh& raw, const PeriodicMap& map);

/// The pairs of faces of each map of a mesh that connect() accepts, and their translation.
struct PeriodicSize {
  std::string name;
  long long n_faces = 0;
  std::array<double, 3> translation{};  ///< from slave to master
};
std::vector<PeriodicSize> measure_periodic(const RawMesh& raw);

}  // namespace lobatto::mesh
