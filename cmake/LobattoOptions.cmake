# Build options and the compile flags that every target shares.
include(GNUInstallDirs)
option(LOBATTO_TESTS "Build the tests (needs GoogleTest)" OFF)
option(LOBATTO_BENCHMARKS "Build the micro-benchmarks" OFF)
option(LOBATTO_SANITIZE "Address and undefined-behaviour sanitizers" OFF)
option(LOBATTO_COVERAGE "Line coverage by gcov" OFF)
option(LOBATTO_WERROR "Treat warnings as errors" OFF)
option(LOBATTO_UNITY "Compile several files at once and common headers once: a third less work for a build of everything" OFF)
set(LOBATTO_ARCH "native" CACHE STRING
  "Processor to compile for, as -march takes it; empty: the compiler's baseline")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# The program stands at the top of the build folder; tests and benches have folders of their own.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})

add_library(lobatto_flags INTERFACE)
target_include_directories(lobatto_flags INTERFACE
  $<BUILD_INTERFACE:${CMAKE_CURRENT_LIST_DIR}/../src> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/lobatto>)
target_compile_features(lobatto_flags INTERFACE cxx_std_20)
foreach(warning -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
  target_compile_options(lobatto_flags INTERFACE $<BUILD_INTERFACE:${warning}>)
endforeach()
target_compile_options(lobatto_flags INTERFACE
  # Values stay IEEE: only what prevents vectorisation without changing results is given up.
  -fno-math-errno -fno-trapping-math)
if(LOBATTO_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # A fifteenth of the compiler's time: memory is looked through for what is no longer needed from 1 GB on, and not from 128 MB.
  target_compile_options(lobatto_flags INTERFACE $<BUILD_INTERFACE:--param=ggc-min-heapsize=1000000>)
endif()
if(LOBATTO_ARCH)
  target_compile_options(lobatto_flags INTERFACE -march=${LOBATTO_ARCH})
endif()
if(LOBATTO_ARCH STREQUAL "native" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(lobatto_flags INTERFACE -mprefer-vector-width=512)
endif()
if(LOBATTO_WERROR)
  target_compile_options(lobatto_flags INTERFACE $<BUILD_INTERFACE:-Werror>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 warns falsely of "text" + std::string (its bug 105651).
    target_compile_options(lobatto_flags INTERFACE $<BUILD_INTERFACE:-Wno-error=restrict>)
  endif()
endif()
if(LOBATTO_SANITIZE)
  target_compile_options(lobatto_flags INTERFACE -fsanitize=address,undefined
    -fno-omit-frame-pointer)
  target_link_options(lobatto_flags INTERFACE -fsanitize=address,undefined)
endif()
if(LOBATTO_COVERAGE)
  target_compile_options(lobatto_flags INTERFACE --coverage)
  target_link_options(lobatto_flags INTERFACE --coverage)
endif()
