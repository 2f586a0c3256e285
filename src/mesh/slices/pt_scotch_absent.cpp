// Takes the place of pt_scotch.cpp where there is no PT-Scotch for the MPI in use.
#include "base/error.hpp"
#include "mesh/partition.hpp"

namespace lobatto::mesh {

bool has_pt_scotch() { return false; }

std::vector<int> cut_by_pt_scotch(const ElementGraph&, std::span<const int>, std::span<const int>,
                                  const comm::Communicator&) {
  throw base::Error("the mesh cannot be cut: this program was built without PT-Scotch");
}

}  // namespace lobatto::mesh
