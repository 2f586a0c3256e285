# Build options and the compile flags that every target shares.
option(LOBATTO_TESTS "Build the tests" ON)
option(LOBATTO_NATIVE "Compile for the processor of this machine" ON)
option(LOBATTO_SANITIZE "Address and undefined-behaviour sanitizers" OFF)
option(LOBATTO_WERROR "Treat warnings as errors" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

add_library(lobatto_flags INTERFACE)
target_include_directories(lobatto_flags INTERFACE ${CMAKE_CURRENT_LIST_DIR}/../src)
target_compile_options(lobatto_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  # Values stay IEEE: only what prevents vectorisation without changing results is given up.
  -fno-math-errno -fno-trapping-math)
if(LOBATTO_NATIVE)
  target_compile_options(lobatto_flags INTERFACE -march=native -mprefer-vector-width=512)
endif()
if(LOBATTO_WERROR)
  target_compile_options(lobatto_flags INTERFACE -Werror)
endif()
if(LOBATTO_SANITIZE)
  target_compile_options(lobatto_flags INTERFACE -fsanitize=address,undefined -fno-omit-frame-pointer)
  target_link_options(lobatto_flags INTERFACE -fsanitize=address,undefined)
endif()
