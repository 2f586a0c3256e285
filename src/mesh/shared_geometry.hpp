#pragma once

#include <span>
#include <string>

#include "mesh/hex_mesh.hpp"
#include "mesh/periodic_faces.hpp"
#include "mesh/point.hpp"

namespace lobatto::mesh {

/// Checks that elements agree on where their shared nodes of geometry order are, to 1 % of the
/// shortest edge or what the file rounds away. `mesh` is the numbering of `raw` without
/// periodicity. Throws base::Error with the two elements and the place: a side is curved in one
/// element and not, or otherwise, in another.
void check_shared_geometry(const RawMesh& raw, const HexMesh& mesh);

/// The same for periodic faces, up to their translation.
void check_periodic_geometry(const RawMesh& raw, const FaceSides& faces,
                             std::span<const PeriodicFacePair> pairs);

/// How far apart an element and its neighbours may be.
double allowed_gap(const RawMesh& raw, std::int64_t e, double rounding);
/// Node of geometry order of an element.
Point node_of(const RawMesh& raw, std::int64_t e, std::int64_t node);
/// Node (a, b) of a side among the m^3 nodes of its element.
int face_node(int face, int a, int b, int m);
/// What is told of two elements whose nodes near x are so far apart.
std::string text_of_gap(const RawMesh& raw, long long label, long long other_label, const Point& x,
                        double gap);

}  // namespace lobatto::mesh
