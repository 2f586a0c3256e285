#pragma once

namespace lobatto::mesh {

/// Who reads a mesh file, and who cuts it.
enum class Partitioner {
  automatic,  ///< PT-Scotch, where it is and the file is large, else METIS
  metis,      ///< rank 0 reads all of it and cuts it with METIS
  pt_scotch,  ///< all ranks read a slice each and cut them together with PT-Scotch
};

/// How the graph of a mesh in slices is cut.
enum class SliceCutter {
  pt_scotch,        ///< by all ranks together
  metis_on_a_rank,  ///< by rank 0, which holds the graph, some 100 bytes an element
};

}  // namespace lobatto::mesh
