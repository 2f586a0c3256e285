# Lobatto::flags: the compile flags that every target shares, those of projects upon what is installed too.
option(LOBATTO_SANITIZE "Address and undefined-behaviour sanitizers" OFF)
option(LOBATTO_COVERAGE "Line coverage by gcov" OFF)
set(LOBATTO_ARCH "native" CACHE STRING
  "Processor to compile for, as -march takes it; empty: the compiler's baseline")

add_library(lobatto_flags INTERFACE)
add_library(Lobatto::flags ALIAS lobatto_flags)
target_include_directories(lobatto_flags INTERFACE
  $<BUILD_INTERFACE:${CMAKE_CURRENT_LIST_DIR}/../src> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/lobatto>)
target_compile_features(lobatto_flags INTERFACE cxx_std_20)
target_compile_options(lobatto_flags INTERFACE
  ${LOBATTO_WARNINGS}
  # Values stay IEEE: only what prevents vectorisation without changing results is given up.
  -fno-math-errno -fno-trapping-math
  ${LOBATTO_COMPILER_MEMORY})
if(LOBATTO_ARCH)
  target_compile_options(lobatto_flags INTERFACE -march=${LOBATTO_ARCH})
endif()
if(LOBATTO_ARCH STREQUAL "native" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(lobatto_flags INTERFACE -mprefer-vector-width=512)
endif()
target_compile_options(lobatto_flags INTERFACE ${LOBATTO_STRICTNESS})
if(LOBATTO_SANITIZE)
  target_compile_options(lobatto_flags INTERFACE -fsanitize=address,undefined
    -fno-omit-frame-pointer)
  target_link_options(lobatto_flags INTERFACE -fsanitize=address,undefined)
endif()
if(LOBATTO_COVERAGE)
  target_compile_options(lobatto_flags INTERFACE --coverage)
  target_link_options(lobatto_flags INTERFACE --coverage)
endif()
