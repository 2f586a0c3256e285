# lobatto_room(NAME SOURCES ... ROOMS ... LIBRARIES ...): one room = one static library lobatto_<name>.
function(lobatto_room name)
  cmake_parse_arguments(ARG "" "" "SOURCES;ROOMS;LIBRARIES" ${ARGN})
  list(TRANSFORM ARG_ROOMS PREPEND lobatto_)
  if(ARG_SOURCES)
    add_library(lobatto_${name} STATIC ${ARG_SOURCES})
    target_link_libraries(lobatto_${name} PUBLIC lobatto_flags ${ARG_ROOMS} ${ARG_LIBRARIES})
  else()
    add_library(lobatto_${name} INTERFACE)
    target_link_libraries(lobatto_${name} INTERFACE lobatto_flags ${ARG_ROOMS} ${ARG_LIBRARIES})
  endif()
endfunction()

# Tests never share their two cores with threads of a BLAS.
set(LOBATTO_TEST_ENVIRONMENT OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1)

# lobatto_test(NAME SOURCES ... ROOMS ... RANKS 1 2 3): a GoogleTest program. With RANKS it runs once under MPI
# for each count given (and its main starts MPI); without, it runs as a plain process.
function(lobatto_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;ROOMS;RANKS;LIBRARIES" ${ARGN})
  list(TRANSFORM ARG_ROOMS PREPEND lobatto_)
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  if(ARG_RANKS)
    target_link_libraries(${name} PRIVATE
      ${ARG_ROOMS} ${ARG_LIBRARIES} lobatto_mpi_test_main GTest::gtest)
    foreach(ranks ${ARG_RANKS})
      add_test(NAME ${name}.np${ranks}
        COMMAND ${MPIEXEC_EXECUTABLE} ${LOBATTO_MPIEXEC_FLAGS} ${MPIEXEC_NUMPROC_FLAG} ${ranks}
                $<TARGET_FILE:${name}>)
      set_tests_properties(${name}.np${ranks} PROPERTIES
        PROCESSORS ${ranks} TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "${LOBATTO_TEST_ENVIRONMENT}")
    endforeach()
  else()
    target_link_libraries(${name} PRIVATE ${ARG_ROOMS} ${ARG_LIBRARIES} GTest::gtest_main)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES
      TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "${LOBATTO_TEST_ENVIRONMENT}")
  endif()
endfunction()
