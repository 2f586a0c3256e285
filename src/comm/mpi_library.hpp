#pragma once

#include <string>

namespace lobatto::comm {

/// The kind of MPI library whose header this was compiled with: "Open MPI", "MPICH", "MPI 5.0".
std::string mpi_library_of_build();

/// Whether calls reach a library of that kind. In a process that has loaded another one before, as
/// Python does with mpi4py, they may reach that; but for mpi_library_version nothing else of comm
/// may be called then.
bool reaches_library_of_build();

}  // namespace lobatto::comm
