# The libraries, each as one imported target named after what it is for. Who builds against an installed Lobatto reads this file too.

# Not the C++ bindings that MPI has given up; their headers take longer than all of ours in many a file.
set(MPI_CXX_SKIP_MPICXX ON)
find_package(MPI REQUIRED COMPONENTS CXX)
# MPICH's header serves two ABIs; CMake does not take over what its wrapper says of the standard one (MPI 5.0).
if("${MPI_CXX_LIBRARIES}" MATCHES "mpi_abi")
  target_compile_definitions(MPI::MPI_CXX INTERFACE MPI_ABI)
endif()
find_package(LAPACK REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(MUPARSER REQUIRED IMPORTED_TARGET muparser)

# Header-only libraries that some distributions ship without a CMake package.
function(lobatto_header_library package target header)
  find_package(${package} QUIET)
  if(TARGET ${target})
    return()
  endif()
  find_path(${package}_INCLUDE_DIR ${header})
  if(NOT ${package}_INCLUDE_DIR)
    message(FATAL_ERROR "${package} (header ${header}) was not found; tools/setup run installs it")
  endif()
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${${package}_INCLUDE_DIR})
endfunction()
lobatto_header_library(CLI11 CLI11::CLI11 CLI/CLI.hpp)
lobatto_header_library(tomlplusplus tomlplusplus::tomlplusplus toml++/toml.h)

# HDF5 must be the one that was built with the MPI in use. Debian and Ubuntu keep several side by side, each with its own
# pkg-config name; elsewhere the parallel one is the one whose compiler wrapper is h5pcc. HDF5_ROOT points to another.
add_library(lobatto_hdf5 INTERFACE IMPORTED GLOBAL)
if(NOT HDF5_ROOT AND NOT DEFINED ENV{HDF5_ROOT})
  if("${MPI_CXX_INCLUDE_DIRS};${MPI_CXX_LIBRARIES}" MATCHES "mpich")
    pkg_check_modules(HDF5_MPI QUIET IMPORTED_TARGET hdf5-mpich)
  else()
    pkg_check_modules(HDF5_MPI QUIET IMPORTED_TARGET hdf5-openmpi)
  endif()
endif()
if(HDF5_MPI_FOUND)
  target_link_libraries(lobatto_hdf5 INTERFACE PkgConfig::HDF5_MPI)
else()
  set(HDF5_PREFER_PARALLEL ON)
  find_package(HDF5 REQUIRED COMPONENTS C)
  if(NOT HDF5_IS_PARALLEL)
    message(FATAL_ERROR "HDF5 was found without MPI support; install a parallel HDF5")
  endif()
  target_include_directories(lobatto_hdf5 SYSTEM INTERFACE ${HDF5_INCLUDE_DIRS})
  target_link_libraries(lobatto_hdf5 INTERFACE ${HDF5_LIBRARIES})
endif()
target_link_libraries(lobatto_hdf5 INTERFACE MPI::MPI_CXX)

# LIBXSMM ships a static library; its fallback BLAS is satisfied by the LAPACK/BLAS that we link anyway.
find_library(LIBXSMM_LIBRARY xsmm REQUIRED)
find_path(LIBXSMM_INCLUDE_DIR libxsmm.h REQUIRED)
# An imported archive, so that the linker sees what it needs after it.
add_library(lobatto_xsmm STATIC IMPORTED GLOBAL)
set_target_properties(lobatto_xsmm PROPERTIES IMPORTED_LOCATION ${LIBXSMM_LIBRARY})
target_include_directories(lobatto_xsmm SYSTEM INTERFACE ${LIBXSMM_INCLUDE_DIR})
target_link_libraries(lobatto_xsmm INTERFACE LAPACK::LAPACK ${CMAKE_DL_LIBS} pthread)

# METIS partitions the elements of meshes from files, and orders the elimination of sparse matrices.
find_library(METIS_LIBRARY metis REQUIRED)
find_path(METIS_INCLUDE_DIR metis.h REQUIRED)
add_library(lobatto_metis INTERFACE IMPORTED GLOBAL)
target_include_directories(lobatto_metis SYSTEM INTERFACE ${METIS_INCLUDE_DIR})
target_link_libraries(lobatto_metis INTERFACE ${METIS_LIBRARY})

# Compression of checkpoints.
pkg_check_modules(LZ4 REQUIRED IMPORTED_TARGET liblz4)

# Check sums of files. HDF5 brings it.
find_package(ZLIB REQUIRED)

# Algebraic multigrid. Debian builds hypre for Open MPI alone, so another MPI takes only one that it is pointed to:
# HYPRE_LIBRARY, HYPRE_INCLUDE_DIR. Without one the program has no BoomerAMG.
if(NOT "${MPI_CXX_INCLUDE_DIRS};${MPI_CXX_LIBRARIES}" MATCHES "mpich")
  find_library(HYPRE_LIBRARY HYPRE)
  find_path(HYPRE_INCLUDE_DIR HYPRE.h PATH_SUFFIXES hypre)
endif()
add_library(lobatto_hypre INTERFACE IMPORTED GLOBAL)
set(LOBATTO_HYPRE OFF)
if(HYPRE_LIBRARY AND HYPRE_INCLUDE_DIR)
  set(LOBATTO_HYPRE ON)
  target_include_directories(lobatto_hypre SYSTEM INTERFACE ${HYPRE_INCLUDE_DIR})
  target_link_libraries(lobatto_hypre INTERFACE ${HYPRE_LIBRARY} MPI::MPI_CXX)
endif()

# lobatto_optional_library(TARGET FOUND WANTED HELP LIBRARY name INCLUDE_DIR header): an option WANTED, on unless it is turned off. With it,
# and where the variables LIBRARY and INCLUDE_DIR find the library or say where it is, FOUND is ON and TARGET links to it. Else TARGET is
# empty. All names are given in full, so that they can be searched for.
macro(lobatto_optional_library target found wanted help library name include_dir header)
  option(${wanted} "${help}" ON)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  set(${found} OFF)
  if(${wanted})
    find_library(${library} ${name})
    find_path(${include_dir} ${header})
  endif()
  if(${wanted} AND ${library} AND ${include_dir})
    set(${found} ON)
    target_include_directories(${target} SYSTEM INTERFACE ${${include_dir}})
    target_link_libraries(${target} INTERFACE ${${library}})
  endif()
endmacro()
# Without these such meshes are refused.
lobatto_optional_library(lobatto_netcdf LOBATTO_NETCDF LOBATTO_WITH_NETCDF "Read Exodus II meshes, where netCDF is there"
  NETCDF_LIBRARY netcdf NETCDF_INCLUDE_DIR netcdf.h)
lobatto_optional_library(lobatto_cgns LOBATTO_CGNS LOBATTO_WITH_CGNS "Read CGNS meshes, where the CGNS library is there"
  CGNS_LIBRARY cgns CGNS_INCLUDE_DIR cgnslib.h)
# Contention in networks, for predictions: without it `lobatto predict --simgrid` says so.
lobatto_optional_library(lobatto_simgrid_library LOBATTO_SIMGRID LOBATTO_WITH_SIMGRID "Simulate contention with SimGrid, where it is there"
  SIMGRID_LIBRARY simgrid SIMGRID_INCLUDE_DIR simgrid/s4u.hpp)

# Meshes cut by all ranks together. As hypre it is of Debian's Open MPI; elsewhere PTSCOTCH_LIBRARY, SCOTCH_LIBRARY,
# PTSCOTCHERR_LIBRARY and PTSCOTCH_INCLUDE_DIR point to one. Without it METIS cuts meshes on one rank. Its ordinary numbers of
# 32 bits are the ones to take: hypre brings this library along, and two of them in a process would mix.
if(NOT "${MPI_CXX_INCLUDE_DIRS};${MPI_CXX_LIBRARIES}" MATCHES "mpich")
  find_library(PTSCOTCH_LIBRARY ptscotch)
  find_library(SCOTCH_LIBRARY scotch)
  find_library(PTSCOTCHERR_LIBRARY ptscotcherr)
  find_path(PTSCOTCH_INCLUDE_DIR ptscotch.h PATH_SUFFIXES scotch)
endif()
add_library(lobatto_ptscotch INTERFACE IMPORTED GLOBAL)
set(LOBATTO_PTSCOTCH OFF)
if(PTSCOTCH_LIBRARY AND SCOTCH_LIBRARY AND PTSCOTCHERR_LIBRARY AND PTSCOTCH_INCLUDE_DIR)
  set(LOBATTO_PTSCOTCH ON)
  target_include_directories(lobatto_ptscotch SYSTEM INTERFACE ${PTSCOTCH_INCLUDE_DIR})
  target_link_libraries(lobatto_ptscotch INTERFACE ${PTSCOTCH_LIBRARY} ${SCOTCH_LIBRARY} ${PTSCOTCHERR_LIBRARY} MPI::MPI_CXX)
endif()
