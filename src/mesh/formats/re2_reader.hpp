#pragma once

#include <map>
#include <string>

#include "comm/communicator.hpp"
#include "mesh/formats/re2_file.hpp"
#include "mesh/slices/mesh_slice.hpp"

namespace lobatto::mesh {

/// A mesh of what a file holds that says it in the way of .re2 files: all of it, or shares. Points
/// are known by the first corner, 8 element + vertex, that is there; corners closer than 5 % of the
/// shortest edge at them are one. Boundaries are named by the letters of their condition in the
/// first field that has one on their face ("W", "v", "O", "SYM" ...), "boundary-<id>" for "MSH" and
/// "EXO"; "E" and blank are inside, "P" is periodic. Elements without flow are the volume "solid",
/// the others "fluid". Geometry order: 1 without curved sides, 2 with midside nodes ("m") only,
/// else 8: arcs ("C", edges 1 to 8) and spheres ("s", faces) are exact in the nodes. A rank keeps
/// its share of the elements, and gets the curved sides and conditions of those. Throws
/// base::Error, the same on every rank. Collective.
MeshSlice mesh_of(Re2File share, const comm::Communicator& communicator);

/// The sides that conditions "P" name as the partners of others.
using PeriodicSides = std::map<NekSide, NekSide>;

/// Adds to a slice a map for each translation, and each rotation about z, between such sides of its
/// elements. Throws base::Error on every rank where two sides do not name each other or are neither
/// of each other. Collective.
void add_periodic_sides(const PeriodicSides& partners, MeshSlice& slice,
                        const comm::Communicator& communicator);
/// What is told of one.
std::string text_of_periodic(const std::string& file, const NekSide& side, const std::string& what);

/// The ends of Nek5000's edges: around the bottom, around the top, upwards.
inline constexpr int nek_edges[12][2] = {{0, 1}, {1, 3}, {3, 2}, {2, 0}, {4, 5}, {5, 7},
                                         {7, 6}, {6, 4}, {0, 4}, {1, 5}, {3, 7}, {2, 6}};

/// The order of geometry that the curved sides need. Throws base::Error for sides of another kind.
int geometry_order_of(const Re2File& file);

/// Makes the coordinates of elements from their corners and curved sides, at mesh.geometry_order.
/// Throws base::Error for a side that cannot be as the file says.
void bend_elements(Re2File& file, RawMesh& mesh);

}  // namespace lobatto::mesh
