# Tests are GoogleTest programs, at most two per room: one of plain processes, one that runs under MPI.
# LOBATTO_TREE: the folder of all sources, from which tests read files.
find_package(GTest REQUIRED)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)

# Open MPI refuses to run as root and on more ranks than cores unless told; MPICH needs neither.
set(LOBATTO_MPIEXEC_FLAGS "")
# MPICH waits without letting go of its core: 4 ranks on 2 cores take ten times as long as they compute.
set(LOBATTO_TEST_TIMEOUT 3600)
execute_process(COMMAND ${MPIEXEC_EXECUTABLE} --version OUTPUT_VARIABLE mpiexec_version ERROR_QUIET)
if(mpiexec_version MATCHES "Open MPI|OpenRTE|PRRTE")
  set(LOBATTO_MPIEXEC_FLAGS --allow-run-as-root --oversubscribe --bind-to none)
  set(LOBATTO_TEST_TIMEOUT 900)
endif()

# Beside this file where it is installed.
set(LOBATTO_TEST_SUPPORT ${CMAKE_CURRENT_LIST_DIR}/support)
if(NOT EXISTS ${LOBATTO_TEST_SUPPORT})
  get_filename_component(LOBATTO_TEST_SUPPORT ${CMAKE_CURRENT_LIST_DIR}/../tests/support ABSOLUTE)
endif()

# What every test program links: its main, and where the files lie that tests read.
if(NOT TARGET lobatto_test_tools)
  add_library(lobatto_test_tools INTERFACE)
  target_link_libraries(lobatto_test_tools INTERFACE Lobatto::flags GTest::gtest)
  target_include_directories(lobatto_test_tools INTERFACE ${LOBATTO_TEST_SUPPORT}/..)
  target_compile_definitions(lobatto_test_tools INTERFACE
    LOBATTO_TREE="${LOBATTO_TREE}"
    LOBATTO_TEST_DATA="${LOBATTO_TREE}/tests/data")
  # A third of the compiler's time: what tests do themselves runs once. The rooms are compiled as ever. At this level GCC 12 warns falsely
  # of the bounds of strings that are moved.
  target_compile_options(lobatto_test_tools INTERFACE "$<$<CONFIG:Release>:-Og;-Wno-array-bounds>")
  # Like the main of the program they keep the BLAS to one thread.
  add_library(lobatto_test_main STATIC ${LOBATTO_TEST_SUPPORT}/test_main.cpp ${LOBATTO_TEST_SUPPORT}/run_tests.cpp)
  target_link_libraries(lobatto_test_main PUBLIC lobatto_test_tools Lobatto::poly)
  target_precompile_headers(lobatto_test_main PRIVATE
    <gtest/gtest.h> <algorithm> <array> <cmath> <filesystem> <functional> <limits> <map> <memory> <numbers> <numeric> <random>
    <set> <span> <string> <vector>)
  add_library(lobatto_mpi_test_main STATIC ${LOBATTO_TEST_SUPPORT}/mpi_test_main.cpp ${LOBATTO_TEST_SUPPORT}/run_tests.cpp)
  target_link_libraries(lobatto_mpi_test_main PUBLIC lobatto_test_tools PRIVATE Lobatto::poly MPI::MPI_CXX)
endif()

# lobatto_unit_tests(ROOM ...): every *_test.cpp of this folder and those in it, so a new plain test needs no line here. MPI names the files
# (without folder and _test.cpp) whose main starts MPI. They run on each count of RANKS; ROOMS and MPI_ROOMS are used besides ROOM.
# SUITES and AT_MOST: see lobatto_test_runs.
function(lobatto_unit_tests room)
  cmake_parse_arguments(ARG "" "" "MPI;RANKS;ROOMS;MPI_ROOMS;SUITES;AT_MOST" ${ARGN})
  file(GLOB_RECURSE plain RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *_test.cpp)
  set(mpi "")
  foreach(name IN LISTS ARG_MPI)
    set(files ${plain})
    list(FILTER files INCLUDE REGEX "^(.*/)?${name}_test[.]cpp$")
    if(NOT files)
      message(FATAL_ERROR "tests of ${room}: no file ${name}_test.cpp")
    endif()
    list(APPEND mpi ${files})
  endforeach()
  list(REMOVE_ITEM plain ${mpi})
  list(TRANSFORM ARG_ROOMS PREPEND Lobatto::)
  list(TRANSFORM ARG_MPI_ROOMS PREPEND Lobatto::)
  if(plain)
    lobatto_test_program(${room}_test SOURCES ${plain} LIBRARIES Lobatto::${room} ${ARG_ROOMS})
    lobatto_add_run(${room}_test ${room}_test "")
  endif()
  if(mpi)
    lobatto_test_program(${room}_mpi_test MPI SOURCES ${mpi} LIBRARIES Lobatto::${room} ${ARG_MPI_ROOMS})
    lobatto_test_runs(${room}_mpi_test RANKS ${ARG_RANKS} SUITES ${ARG_SUITES} AT_MOST ${ARG_AT_MOST})
  endif()
endfunction()

# lobatto_test_program(NAME [MPI] SOURCES ... LIBRARIES ...)
function(lobatto_test_program name)
  cmake_parse_arguments(ARG "MPI" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  if(LOBATTO_UNITY)
    # What a test calls its own may hide what its neighbour does.
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16
      UNITY_BUILD_CODE_BEFORE_INCLUDE "#pragma GCC diagnostic ignored \"-Wshadow\"")
  endif()
  target_precompile_headers(${name} REUSE_FROM lobatto_test_main)
  if(ARG_MPI)
    target_link_libraries(${name} PRIVATE lobatto_mpi_test_main ${ARG_LIBRARIES})
  else()
    target_link_libraries(${name} PRIVATE lobatto_test_main ${ARG_LIBRARIES})
  endif()
endfunction()

# lobatto_test_runs(PROGRAM RANKS 1 2 3 SUITES "Local Small 1" ... AT_MOST "1 Local" ... APART "Slow Slower" ...): what ctest
# starts, PROGRAM.npN for every test on N ranks: to start a program takes longer than most suites.
#   SUITES   suites that need other counts of ranks, which stand behind their names
#   AT_MOST  a count of ranks, and the suites that say nothing new on more
#   APART    suites that take long on one rank: those of a line run beside the others, as PROGRAM.FIRST.np1
function(lobatto_test_runs program)
  cmake_parse_arguments(ARG "" "" "RANKS;SUITES;AT_MOST;APART" ${ARGN})
  set(counts ${ARG_RANKS})
  foreach(line IN LISTS ARG_SUITES)
    lobatto_suites_and_counts(suites line_counts "${line}")
    list(APPEND named ${suites})
    list(APPEND counts ${line_counts})
    foreach(count ${line_counts})
      list(APPEND named_on_${count} ${suites})
    endforeach()
  endforeach()
  foreach(line IN LISTS ARG_AT_MOST)
    lobatto_suites_and_counts(suites most "${line}")
    foreach(count ${counts})
      if(count GREATER most)
        list(APPEND left_out_${count} ${suites})
      endif()
    endforeach()
  endforeach()
  foreach(line IN LISTS ARG_APART)
    lobatto_suites_and_counts(suites unused "${line}")
    list(GET suites 0 first)
    lobatto_filter_of(filter ${suites})
    lobatto_add_run(${program} ${program}.${first} "${filter}" 1)
    list(APPEND left_out_1 ${suites})
  endforeach()
  list(REMOVE_DUPLICATES counts)
  foreach(count ${counts})
    if(count IN_LIST ARG_RANKS)
      set(elsewhere ${named})
      list(REMOVE_ITEM elsewhere "" ${named_on_${count}})
      lobatto_filter_of(filter ${elsewhere} ${left_out_${count}})
      string(PREPEND filter "-")
    else()
      lobatto_filter_of(filter ${named_on_${count}})
    endif()
    lobatto_add_run(${program} ${program} "${filter}" ${count})
  endforeach()
endfunction()

# The words of a line that are numbers, and the others.
function(lobatto_suites_and_counts suites counts line)
  separate_arguments(words UNIX_COMMAND "${line}")
  set(numbers ${words})
  list(FILTER numbers INCLUDE REGEX "^[0-9]+$")
  list(FILTER words EXCLUDE REGEX "^[0-9]+$")
  set(${suites} ${words} PARENT_SCOPE)
  set(${counts} ${numbers} PARENT_SCOPE)
endfunction()

# The filter of GoogleTest for all tests of suites. Those with parameters are called Prefix/Suite, those over types Suite/0.
function(lobatto_filter_of result)
  set(patterns "")
  foreach(suite ${ARGN})
    list(APPEND patterns "${suite}.*" "*/${suite}.*" "${suite}/*")
  endforeach()
  list(JOIN patterns ":" patterns)
  set(${result} "${patterns}" PARENT_SCOPE)
endfunction()

# lobatto_add_run(PROGRAM NAME FILTER [COUNT]): one test of ctest, on COUNT ranks or as a plain process. One rank needs no launcher.
function(lobatto_add_run program name filter)
  set(run $<TARGET_FILE:${program}>)
  if(NOT filter MATCHES "^-?$")
    list(APPEND run "--gtest_filter=${filter}")
  endif()
  set(processors 1)
  if(ARGN)
    set(processors ${ARGN})
    string(APPEND name ".np${processors}")
    if(processors GREATER 1)
      list(PREPEND run ${MPIEXEC_EXECUTABLE} ${LOBATTO_MPIEXEC_FLAGS} ${MPIEXEC_NUMPROC_FLAG} ${processors})
    endif()
    list(PREPEND run ${LOBATTO_TEST_SUPPORT}/own_tmpdir)
  endif()
  add_test(NAME ${name} COMMAND ${run})
  set_tests_properties(${name} PROPERTIES PROCESSORS ${processors} TIMEOUT ${LOBATTO_TEST_TIMEOUT}
    ENVIRONMENT OMPI_MCA_ess_singleton_isolated=true)
endfunction()
