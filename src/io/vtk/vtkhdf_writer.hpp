#pragma once

#include <filesystem>
#include <optional>

#include "io/hdf5/bounded_rounding.hpp"
#include "io/snapshot.hpp"
#include "space/function_space.hpp"

namespace lobatto::io {

struct VtkhdfOptions {
  Precision picture = Precision::single_precision;  ///< points and point data for ParaView
  Precision nodal = Precision::single_precision;    ///< values on the GLL nodes
  /// Lets fields be rounded, in single precision then, and compresses all of the file.
  std::optional<ErrorBound> error_bound = {};
};

/// Writes a snapshot as one HDF5 file. All ranks write together; the elements of a box stand in
/// global order (x fastest, then y, z), so that the file does not depend on the number of ranks, to
/// the byte; those of a mesh from a file stand rank after rank. Two parts:
///
/// /VTKHDF, for ParaView and other VTK readers: an UnstructuredGrid (VTKHDF 1.0) of Lagrange
/// hexahedra, each element with its own points (see LagrangeLayout). CellData/element is the global
/// element number, FieldData/TimeValue the time.
///
/// /Lobatto, the solution itself: attributes order, time, step, geometry ("box" or "general");
/// nodes [n], GLL on [-1, 1]; fields/<name>, scalars [n_elements][n][n][n], vectors
/// [n_elements][3][n][n][n]; texts provenance/<key>. A box has the attribute periodic [3] and
/// ticks/{x,y,z}, a general geometry coordinates [n_elements][3][n][n][n] and element_numbers
/// [n_elements], as the mesh file counts them, for their order depends on the number of ranks.
///
/// With an error bound each dataset of fields has the attributes error_maximum and error_l2, what
/// the rounding did to the nodal values (see RelativeError), and rounding_spacing.
///
/// The file appears under its name when it is complete. Collective; throws base::Error that names
/// the file on every rank. About n_points * (20 + 8 n_components) bytes with the default options.
void write_vtkhdf(const std::filesystem::path& file, const space::FunctionSpace& space,
                  const Snapshot& snapshot, const VtkhdfOptions& options = {});

}  // namespace lobatto::io
