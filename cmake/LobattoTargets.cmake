# lobatto_room(NAME SOURCES ... ROOMS ... LIBRARIES ... [COMMON_HEADERS ROOM] [COLD]): one room = one static library lobatto_<name>.
#   COMMON_HEADERS  a unity build reads what most files include from what that room has compiled of it
#   COLD            what it does runs once: compiled for a short build, half of the compiler's time. The common headers of rooms that are
#                   not cold do not fit
function(lobatto_room name)
  cmake_parse_arguments(ARG "COLD" "COMMON_HEADERS" "SOURCES;ROOMS;LIBRARIES" ${ARGN})
  list(TRANSFORM ARG_ROOMS PREPEND lobatto_)
  if(ARG_SOURCES)
    add_library(lobatto_${name} STATIC ${ARG_SOURCES})
    set(files_at_once 8)
    if(ARG_COLD)
      set(files_at_once 16)  # a sixth of the compiler's time less than 8
    endif()
    set_target_properties(lobatto_${name} PROPERTIES UNITY_BUILD ${LOBATTO_UNITY} UNITY_BUILD_BATCH_SIZE ${files_at_once}
      POSITION_INDEPENDENT_CODE ON)
    # Shared libraries are made of it, whose functions nobody replaces.
    target_compile_options(lobatto_${name} PRIVATE -fno-semantic-interposition)
    target_link_libraries(lobatto_${name} PUBLIC lobatto_flags ${ARG_ROOMS} ${ARG_LIBRARIES})
    if(LOBATTO_UNITY AND ARG_COMMON_HEADERS)
      target_precompile_headers(lobatto_${name} REUSE_FROM lobatto_${ARG_COMMON_HEADERS})
    endif()
    if(ARG_COLD)
      target_compile_options(lobatto_${name} PRIVATE "$<$<CONFIG:Release>:-Og>")
    endif()
  else()
    add_library(lobatto_${name} INTERFACE)
    target_link_libraries(lobatto_${name} INTERFACE lobatto_flags ${ARG_ROOMS} ${ARG_LIBRARIES})
  endif()
  lobatto_install_library(lobatto_${name} ${name})
endfunction()
