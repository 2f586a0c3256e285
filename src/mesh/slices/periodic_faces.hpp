#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/periodic_motion.hpp"
#include "mesh/slices/face_directory.hpp"
#include "mesh/slices/image_directory.hpp"
#include "mesh/slices/mesh_slice.hpp"

namespace lobatto::mesh {

/// Two sides of elements that are the same face through periodicity; on the rank that has the
/// slave. Of a whole mesh the ids of points are their indices.
struct PeriodicFacePair {
  std::int64_t slave = -1, master = -1;  ///< sides, 6 element + face, in the whole mesh
  std::int64_t map = 0;                  ///< index into MeshSlice::map_names
  std::int64_t order = 0;                ///< in which a single rank would meet the pairs
  Key<4> corners{};                      ///< ids [b][a] of the slave, by its element,
  Key<4> images{};                       ///< and where they are carried
  Key<4> master_corners{};               ///< of the master, by its element
  PeriodicMotion motion{};               ///< of its map, from slaves to masters
};

/// The pairs of faces that the periodic maps carry into each other, whose slaves this rank has, by
/// order. Throws base::Error on every rank where a face has no partner or two, or where partners
/// are neither a translation nor a rotation of each other. Collective.
std::vector<PeriodicFacePair> pair_periodic_faces(const MeshSlice& slice,
                                                  const FaceDirectory& faces,
                                                  const ImageDirectory& images,
                                                  const comm::Communicator& communicator);
/// Those of a whole mesh.
std::vector<PeriodicFacePair> pair_periodic_faces(const RawMesh& whole);

/// The pairs of faces of each map of a mesh that connect() accepts, and how they are moved.
struct PeriodicSize {
  std::string name;
  long long n_faces = 0;
  PeriodicMotion motion{};  ///< from slave to master
};
std::vector<PeriodicSize> measure_periodic(const RawMesh& raw);

/// Corners of a quadrilateral, points of the mesh.
using QuadPoints = std::array<std::int64_t, 4>;

/// Adds a periodic map of that name and its images to a slice: which points of the master's
/// quadrilaterals lie where those of the slave's are when moved back by `motion` (from master to
/// slave), to 1 % of the shortest side around. The quadrilaterals are those of this rank. Throws
/// base::Error on every rank where a point of the slave has no partner. Collective.
void add_map_by_motion(MeshSlice& slice, std::span<const QuadPoints> slave,
                       std::span<const QuadPoints> master, const Placement& motion,
                       const std::string& name, const comm::Communicator& communicator);

/// Makes two boundaries of a mesh one and the same: afterwards they are no boundaries. Throws
/// base::Error on every rank where the mesh has no such boundary, where one is not the other,
/// moved, or where an axis is given and they are not turned about it by a part of a circle, or by
/// another than is given. Collective.
void join_periodic(MeshSlice& slice, const PeriodicBoundaries& boundaries,
                   const comm::Communicator& communicator);

}  // namespace lobatto::mesh
