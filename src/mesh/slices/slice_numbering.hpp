#pragma once

#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/slices/face_directory.hpp"
#include "mesh/slices/mesh_slice.hpp"
#include "mesh/slices/periodic_faces.hpp"
#include "mesh/slices/shared_classes.hpp"

namespace lobatto::mesh {

/// What periodic pairs identify: points, lines and faces.
class PeriodicClasses {
 public:
  /// Throws base::Error on every rank where a line is carried onto itself back to front.
  /// Collective.
  PeriodicClasses(const MeshSlice& slice, std::span<const PeriodicFacePair> pairs,
                  const comm::Communicator& communicator);

  SharedClasses<1> points;
  SharedClasses<2> lines;
  SharedClasses<4> faces;
};

/// Numbers vertices, lines and faces of all slices and writes those of this one into `part`.
/// Collective.
void number_slice(const MeshSlice& slice, const FaceDirectory& faces,
                  std::span<const PeriodicFacePair> pairs, const PeriodicClasses& classes,
                  const comm::Communicator& communicator, HexMesh& part);

/// Checks that elements agree on where their shared nodes of geometry order are, to 1 % of the
/// shortest edge or what the file rounds away. `part` numbers this rank's elements without
/// periodicity. Throws base::Error on every rank with the two elements and the place: a side is
/// curved in one element and not, or otherwise, in another. Collective.
void check_shared_geometry(const MeshSlice& slice, const HexMesh& part,
                           const comm::Communicator& communicator);

/// The same for periodic faces, up to their translation or rotation.
void check_periodic_geometry(const MeshSlice& slice, std::span<const PeriodicFacePair> pairs,
                             const comm::Communicator& communicator);

}  // namespace lobatto::mesh
