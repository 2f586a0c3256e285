# Build options, and how everything is compiled that is built here.
include(GNUInstallDirs)
option(LOBATTO_TESTS "Build the tests (needs GoogleTest)" OFF)
option(LOBATTO_BENCHMARKS "Build the micro-benchmarks" OFF)
option(LOBATTO_WERROR "Treat warnings as errors" OFF)
option(LOBATTO_UNITY "Compile several files at once and common headers once: a third less work for a build of everything" OFF)
set(LOBATTO_FILES_AT_ONCE "" CACHE STRING "Files that a unity build compiles at once; empty: as the rooms say")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# The programs stand at the top of the build folder; tests and benches have folders of their own.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
# What lies outside the system's folders is found where it was at the build.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

find_package(Python3 COMPONENTS Interpreter QUIET)
set(LOBATTO_PYTHON_DIR "lib/python${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}/site-packages" CACHE STRING
  "Folder for the Python packages, below the prefix")

# Flags of what is built here: who builds upon what is installed chooses his own.
set(LOBATTO_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
set(LOBATTO_COMPILER_MEMORY "")
if(LOBATTO_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # A fifteenth of the compiler's time: memory is looked through for what is no longer needed from 1 GB on, and not from 128 MB.
  set(LOBATTO_COMPILER_MEMORY --param=ggc-min-heapsize=1000000)
endif()
set(LOBATTO_STRICTNESS "")
if(LOBATTO_WERROR)
  set(LOBATTO_STRICTNESS -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 warns falsely of "text" + std::string (its bug 105651).
    list(APPEND LOBATTO_STRICTNESS -Wno-error=restrict)
  endif()
endif()
foreach(flags LOBATTO_WARNINGS LOBATTO_COMPILER_MEMORY LOBATTO_STRICTNESS)
  list(TRANSFORM ${flags} REPLACE "(.+)" "$<BUILD_INTERFACE:\\1>")
endforeach()
