// Takes the place of distributed_lu.cpp where there is no ScaLAPACK for the MPI in use.
#include "base/error.hpp"
#include "machine/trials/distributed_lu.hpp"

namespace lobatto::machine {

bool has_distributed_lu() { return false; }

double LuSolution::gflops() const { return 0; }

LuSolution solve_distributed(const RandomSystem&, const comm::Communicator&) {
  throw base::Error("this build has no ScaLAPACK");
}

}  // namespace lobatto::machine
