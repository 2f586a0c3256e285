# What most files include, compiled once for the hot and once for the cold files of a unity build.
function(lobatto_common_headers name)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/common_headers.cpp CONTENT "")
  add_library(${name} STATIC ${CMAKE_BINARY_DIR}/generated/common_headers.cpp)
  lobatto_compile_for_rooms(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE Lobatto::flags fmt::fmt nlohmann_json::nlohmann_json)
  target_precompile_headers(${name} PRIVATE
    <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <limits> <map> <memory> <numeric> <optional> <set> <span>
    <string> <tuple> <utility> <vector> <fmt/format.h> <nlohmann/json.hpp>)
endfunction()

# How the files of a room are compiled; with the word cold, for a short build: half of the compiler's time.
function(lobatto_compile_for_rooms target)
  # Shared libraries are made of it, whose functions nobody replaces.
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  if("cold" IN_LIST ARGN)
    target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:-Og>")
  endif()
endfunction()

if(LOBATTO_UNITY)
  lobatto_common_headers(lobatto_hot_headers)
  lobatto_common_headers(lobatto_cold_headers cold)
endif()

# lobatto_room(NAME SOURCES ... ROOMS ... LIBRARIES ... [HOT ...] [COLD] [COMMON_HEADERS]): one room = one static library lobatto_<name>,
# which others link to as Lobatto::<name>, here and where it is installed.
#   COLD            what it does runs once; but not the files that HOT names
#   COMMON_HEADERS  a unity build reads what most files include from what was compiled of it; needs fmt
function(lobatto_room name)
  cmake_parse_arguments(ARG "COLD;COMMON_HEADERS" "" "SOURCES;HOT;ROOMS;LIBRARIES" ${ARGN})
  list(TRANSFORM ARG_ROOMS PREPEND Lobatto::)
  if(ARG_SOURCES)
    add_library(lobatto_${name} STATIC ${ARG_SOURCES})
    lobatto_link_room(lobatto_${name} PUBLIC)
    if(ARG_COLD)
      lobatto_compile_room(lobatto_${name} cold 16)  # a sixth of the compiler's time less than 8
    else()
      lobatto_compile_room(lobatto_${name} hot 8)
    endif()
  else()
    add_library(lobatto_${name} INTERFACE)
    lobatto_link_room(lobatto_${name} INTERFACE)
  endif()
  if(ARG_HOT)
    add_library(lobatto_${name}_hot OBJECT ${ARG_HOT})
    lobatto_link_room(lobatto_${name}_hot PRIVATE)
    lobatto_compile_room(lobatto_${name}_hot hot 8)
    target_sources(lobatto_${name} PRIVATE $<TARGET_OBJECTS:lobatto_${name}_hot>)
  endif()
  add_library(Lobatto::${name} ALIAS lobatto_${name})
endfunction()

macro(lobatto_link_room target how)
  target_link_libraries(${target} ${how} Lobatto::flags ${ARG_ROOMS} ${ARG_LIBRARIES})
endmacro()

function(lobatto_compile_room target warmth files_at_once)
  lobatto_compile_for_rooms(${target} ${warmth})
  if(LOBATTO_FILES_AT_ONCE)
    set(files_at_once ${LOBATTO_FILES_AT_ONCE})
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${LOBATTO_UNITY} UNITY_BUILD_BATCH_SIZE ${files_at_once})
  if(LOBATTO_UNITY AND ARG_COMMON_HEADERS)
    target_precompile_headers(${target} REUSE_FROM lobatto_${warmth}_headers)
  endif()
endfunction()
