# What `cmake --install` puts into its prefix: the program, the rooms as static libraries with their headers, a CMake package
# (find_package(Lobatto), targets Lobatto::<room>), and the Python package. The CMake package brings along how rooms and their tests are
# built: a project upon it may include LobattoOptions, LobattoRooms and LobattoTests.
include(CMakePackageConfigHelpers)
set(lobatto_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Lobatto)

# lobatto_install_library(TARGET NAME): others link to it as Lobatto::NAME.
function(lobatto_install_library target name)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS ${target} EXPORT LobattoTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

function(lobatto_install_program target)
  install(TARGETS ${target} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# Beside the Python package; where it was not built the rest is installed without it.
function(lobatto_install_module target)
  install(TARGETS ${target} LIBRARY DESTINATION ${LOBATTO_PYTHON_DIR} OPTIONAL)
endfunction()

lobatto_install_library(lobatto_flags flags)
lobatto_install_library(lobatto_version version)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lobatto FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY ${PROJECT_BINARY_DIR}/generated/lobatto DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lobatto
  FILES_MATCHING PATTERN "*.hpp")
if(Python3_FOUND)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/lobatto DESTINATION ${LOBATTO_PYTHON_DIR} PATTERN "__pycache__" EXCLUDE)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/docs/licences.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(EXPORT LobattoTargets NAMESPACE Lobatto:: DESTINATION ${lobatto_package_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/LobattoConfig.cmake.in ${PROJECT_BINARY_DIR}/LobattoConfig.cmake
  INSTALL_DESTINATION ${lobatto_package_dir})
# Versions 0.x promise nothing to each other.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/LobattoConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/LobattoConfig.cmake ${PROJECT_BINARY_DIR}/LobattoConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/LobattoDependencies.cmake ${CMAKE_CURRENT_LIST_DIR}/LobattoOptions.cmake
  ${CMAKE_CURRENT_LIST_DIR}/LobattoRooms.cmake ${CMAKE_CURRENT_LIST_DIR}/LobattoTests.cmake DESTINATION ${lobatto_package_dir})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tests/support DESTINATION ${lobatto_package_dir} USE_SOURCE_PERMISSIONS
  FILES_MATCHING REGEX "(test_main|run_tests|message_of)[.][ch]pp|own_tmpdir")
