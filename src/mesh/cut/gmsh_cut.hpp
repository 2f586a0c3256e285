#pragma once

#include <string>

#include "mesh/formats/gmsh_file.hpp"
#include "mesh/mesh_format.hpp"

namespace lobatto::mesh {

/// Cuts the cells of a file that was read whole, with cells of every shape, into hexahedra, or into
/// quadrilaterals where it has no volumes:
/// - a tetrahedron into 4, one at each corner, whose opposite corner is the middle of all four;
/// - a wedge so across, into 3, and along it into 2 where its lines are cut;
/// - a hexahedron in halves along each direction whose lines are cut.
/// A line is cut where a triangle has it, and so are those that lie across a quadrilateral from it,
/// and so on: neighbours meet. No hexahedra are known that make a good pyramid. Pyramids, and all
/// cells that hang together with one through quadrilaterals, are cut into tetrahedra first, from
/// the corner of lowest number (Dompierre et al. 1999).
///
/// Sides are cut with the cells, nodes of periodic pairs are completed. Cells of order 2 keep their
/// geometry, but those that become tetrahedra first: these get the middles of their lines from it.
/// Throws base::Error for cells of a higher order, or of two.
CutReport cut_gmsh_cells(GmshFile& file);

}  // namespace lobatto::mesh
