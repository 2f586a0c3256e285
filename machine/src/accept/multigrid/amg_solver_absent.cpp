// Takes the place of amg_solver.cpp where there is no hypre for the MPI in use.
#include "accept/multigrid/amg_solver.hpp"
#include "base/error.hpp"

namespace lobatto::accept {

std::unique_ptr<AmgSolver> make_amg_solver(const NumberedRows&, const comm::Communicator&) {
  throw base::Error("multigrid: this program was built without hypre, so it has no BoomerAMG");
}

bool has_amg_solver() { return false; }

}  // namespace lobatto::accept
