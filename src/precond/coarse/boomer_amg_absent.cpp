// Takes the place of boomer_amg.cpp where there is no hypre for the MPI in use.
#include "base/error.hpp"
#include "precond/coarse/coarse_solvers.hpp"

namespace lobatto::precond {

bool has_boomer_amg() { return false; }

CoarseSolver make_boomer_amg(const CoarseProblem&, const comm::Communicator&, const AmgOptions&) {
  throw base::Error("coarse problem: this program was built without hypre, so it has no BoomerAMG");
}

}  // namespace lobatto::precond
