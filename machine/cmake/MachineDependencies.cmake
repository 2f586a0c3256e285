# Libraries that the solver does without.

# How the processors of a node are built. Both MPI of Debian stand on it.
pkg_check_modules(HWLOC REQUIRED IMPORTED_TARGET hwloc>=2.0)

# Dense systems over all ranks. Debian builds ScaLAPACK for each MPI under its own name;
# elsewhere SCALAPACK_LIBRARY points to the one of the MPI in use. Without one that test is left out.
if("${MPI_CXX_INCLUDE_DIRS};${MPI_CXX_LIBRARIES}" MATCHES "mpich")
  find_library(SCALAPACK_LIBRARY scalapack-mpich)
else()
  find_library(SCALAPACK_LIBRARY NAMES scalapack-openmpi scalapack)
endif()
add_library(lobatto_scalapack INTERFACE IMPORTED GLOBAL)
set(LOBATTO_SCALAPACK OFF)
if(SCALAPACK_LIBRARY)
  set(LOBATTO_SCALAPACK ON)
  target_link_libraries(lobatto_scalapack INTERFACE ${SCALAPACK_LIBRARY} LAPACK::LAPACK)
endif()
