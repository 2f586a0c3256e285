#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/slices/face_directory.hpp"
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
};

/// The pairs of faces that the periodic maps carry into each other, whose slaves this rank has, by
/// order. Throws base::Error on every rank where a face has no partner or two, or where partners
/// are not a translation of each other. Collective.
std::vector<PeriodicFacePair> pair_periodic_faces(const MeshSlice& slice,
                                                  const FaceDirectory& faces,
                                                  const comm::Communicator& communicator);
/// Those of a whole mesh.
std::vector<PeriodicFacePair> pair_periodic_faces(const RawMesh& whole);

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
