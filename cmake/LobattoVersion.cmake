# lobatto_version: the header "lobatto/version.hpp", written anew at every build whose commit has changed.
#   #include "lobatto/version.hpp"   // lobatto::version::number, git, compiler, flags
set(LOBATTO_GENERATED_DIR ${CMAKE_BINARY_DIR}/generated)
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
get_target_property(shared_flags lobatto_flags INTERFACE_COMPILE_OPTIONS)
list(FILTER shared_flags EXCLUDE REGEX "^-W|BUILD_INTERFACE")
list(JOIN shared_flags " " shared_flags)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}} ${shared_flags}" all_flags)

set(write_version ${CMAKE_COMMAND}
  -D SOURCE_DIR=${CMAKE_CURRENT_LIST_DIR}/..
  -D TEMPLATE=${CMAKE_CURRENT_LIST_DIR}/version.hpp.in
  -D OUTPUT=${LOBATTO_GENERATED_DIR}/lobatto/version.hpp
  -D VERSION_NUMBER=${PROJECT_VERSION}
  -D "VERSION_COMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
  -D "VERSION_FLAGS=${all_flags}"
  -P ${CMAKE_CURRENT_LIST_DIR}/WriteVersion.cmake)
execute_process(COMMAND ${write_version} COMMAND_ERROR_IS_FATAL ANY)
add_custom_target(lobatto_version_header
  COMMAND ${write_version}
  BYPRODUCTS ${LOBATTO_GENERATED_DIR}/lobatto/version.hpp
  COMMENT "Looking at the version" VERBATIM)

add_library(lobatto_version INTERFACE)
add_dependencies(lobatto_version lobatto_version_header)
target_include_directories(lobatto_version INTERFACE $<BUILD_INTERFACE:${LOBATTO_GENERATED_DIR}>)
add_library(Lobatto::version ALIAS lobatto_version)
