#pragma once

#include <string>

#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "mesh/hex_mesh.hpp"

namespace lobatto::cases {

/// How the elements of a mesh are shared out.
struct ElementShares {
  int n_ranks = 1;
  double n_elements = 0;  ///< of all ranks
  double n_own = 0;       ///< of this rank
  std::string text;       ///< "a grid of 1 x 2 x 2, at most 128 elements per rank"
};
/// Of a box. Throws base::Error when there are more ranks than elements.
ElementShares box_shares(const Case& the_case, int rank, int n_ranks);
/// Of a mesh from a file. Collective.
ElementShares file_shares(const mesh::HexMesh& mesh, const comm::Communicator& communicator);

/// What a rank with so many elements keeps of its fields, in bytes: as measured, to 10 %, with what
/// the program needs without any.
double field_bytes(const Case& the_case, int n_ranks, double n_own);
/// The sums of the statistics on all ranks, in bytes.
double statistics_bytes(const Case& the_case, const ElementShares& shares);

/// What the case would take, as text for people: memory, floating-point work per step, solvers,
/// kernels that could be faster.
std::string estimate(const Case& the_case, const ElementShares& shares);

}  // namespace lobatto::cases
