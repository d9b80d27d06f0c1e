# Installation: the commands; and, as shared libraries hide what they use, the
# libraries with their headers, a CMake package and a pkg-config file that need
# nothing else. All of it may be moved to another prefix.

include(CMakePackageConfigHelpers)

# Headers below apps/gemm for users of the GEMM library; the others are its own. They
# include nothing but each other and the standard library (tests/install/headers.sh).
set(TANGRAM_PUBLIC_HEADERS
  machines/machine.hpp
  matrix/matrix.hpp
  matrix/npy.hpp
  matrix/tile_grid.hpp
  matrix/verify.hpp
  product/gemm.hpp
  product/gemm_report.hpp
  product/timeline.hpp
  runtime/pinned_matrices.hpp
  runtime/runtime.hpp
  runtime/speeds.hpp
  support/progress.hpp)

# Headers below model/steady_state for users of the planner. They include each other, the standard library and GMP.
set(TANGRAM_STEADY_STATE_HEADERS
  demand_driven.hpp
  drawings.hpp
  examples.hpp
  executor.hpp
  input.hpp
  platform.hpp
  problem.hpp
  rates.hpp
  rational.hpp
  schedule.hpp
  task_tree.hpp
  throughput.hpp)

# Headers below cluster/interface for MPI programs. They do not include MPI's.
set(TANGRAM_CLUSTER_HEADERS
  block_cyclic.hpp
  cluster.hpp
  distributed_matrix.hpp)

foreach(command tangram_command tangram_sim_command tangram_mpi_command tangram_s4u_command tangram_smpi_command)
  if(TARGET ${command})
    install(TARGETS ${command} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)
  endif()
endforeach()

if(TARGET tangram_smpi_process) # which the launcher loads
  install(TARGETS tangram_smpi_process LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/tangram OPTIONAL)
endif()

set(_libraries)
foreach(library tangram_partition tangram_sched tangram_model tangram_steady_state tangram_exchange tangram_gemm tangram_gemm_sim)
  if(TARGET ${library})
    get_target_property(_type ${library} TYPE)
    if(_type STREQUAL SHARED_LIBRARY)
      list(APPEND _libraries ${library})
    endif()
  endif()
endforeach()
if(NOT BUILD_SHARED_LIBS)
  message(STATUS "Static libraries: only the commands will be installed, and what they load")
  install(TARGETS ${_libraries} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_SKIP)
  return()
endif()

if(TARGET tangram_cluster)
  list(APPEND _libraries tangram_cluster)
endif()

# The simulated flavour serves its command and is no interface.
set(_package_libraries ${_libraries})
list(REMOVE_ITEM _package_libraries tangram_gemm_sim)
if(tangram_gemm_sim IN_LIST _libraries)
  install(TARGETS tangram_gemm_sim LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_SKIP OPTIONAL)
endif()
install(TARGETS ${_package_libraries} EXPORT tangramTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})

# The plugin is loaded, or linked by programs in C that know StarPU: no CMake target,
# and a header and a pkg-config file of its own.
if(TARGET tangram_plugin)
  install(TARGETS tangram_plugin tangram_preload LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL)
  if(TARGET tangram_preload_sim)
    install(TARGETS tangram_preload_sim LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL)
  endif()
  install(FILES sched/starpu/tangram_sched.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()

# A component of their own: tests/install/headers.sh installs them without a build.
set(_headers ${CMAKE_INSTALL_INCLUDEDIR}/tangram)
install(DIRECTORY ${TANGRAM_FORWARDING_FOLDER}/ DESTINATION ${_headers} COMPONENT headers)
install(DIRECTORY base partition sched model cluster DESTINATION ${_headers} COMPONENT headers
  FILES_MATCHING PATTERN *.hpp
  PATTERN partition/dissection EXCLUDE
  PATTERN partition/refine EXCLUDE
  PATTERN partition/discretise/tile_range.hpp EXCLUDE
  PATTERN partition/base/json_objects.hpp EXCLUDE
  PATTERN partition/base/json_values.hpp EXCLUDE
  PATTERN partition/base/unions.hpp EXCLUDE
  PATTERN partition/svg/colours.hpp EXCLUDE
  PATTERN partition/svg/page.hpp EXCLUDE
  PATTERN partition/svg/shapes.hpp EXCLUDE
  PATTERN partition/svg/slices.hpp EXCLUDE
  PATTERN model/steady_state EXCLUDE
  PATTERN cluster/exchange/contract.hpp EXCLUDE
  PATTERN cluster/fronts EXCLUDE
  PATTERN cluster/solver EXCLUDE
  PATTERN cluster/numerics EXCLUDE
  PATTERN cluster/driver EXCLUDE
  PATTERN cluster/mpi EXCLUDE
  PATTERN cluster/simulation EXCLUDE
  PATTERN cluster/s4u EXCLUDE
  PATTERN cluster/nodes EXCLUDE
  PATTERN cluster/gemm EXCLUDE
  PATTERN cluster/interface EXCLUDE
  PATTERN cluster/team EXCLUDE
  PATTERN cluster/smpi EXCLUDE
  PATTERN cluster/starpu EXCLUDE
  PATTERN sched/starpu EXCLUDE)
foreach(_header IN LISTS TANGRAM_PUBLIC_HEADERS)
  cmake_path(GET _header PARENT_PATH _room)
  install(FILES apps/gemm/${_header} DESTINATION ${_headers}/apps/gemm/${_room} COMPONENT headers)
endforeach()
foreach(_header IN LISTS TANGRAM_STEADY_STATE_HEADERS)
  install(FILES model/steady_state/${_header} DESTINATION ${_headers}/model/steady_state COMPONENT headers)
endforeach()
if(TARGET tangram_cluster)
  list(TRANSFORM TANGRAM_CLUSTER_HEADERS PREPEND cluster/interface/)
  install(FILES ${TANGRAM_CLUSTER_HEADERS} DESTINATION ${_headers}/cluster/interface COMPONENT headers)
endif()

set(_package ${CMAKE_INSTALL_LIBDIR}/cmake/tangram)
install(EXPORT tangramTargets NAMESPACE tangram:: DESTINATION ${_package})
configure_package_config_file(cmake/tangramConfig.cmake.in tangramConfig.cmake
  INSTALL_DESTINATION ${_package}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(tangramConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/tangramConfig.cmake
  ${PROJECT_BINARY_DIR}/tangramConfigVersion.cmake
  DESTINATION ${_package})

# pkg-config: from where the file lies to the prefix, and all libraries by name, users
# before what they use. The planner has a file of its own, as its users link GMP, and so has what MPI programs link.
set(_pkgconfig ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH TANGRAM_PC_TO_PREFIX
  ${CMAKE_INSTALL_PREFIX}/${_pkgconfig} ${CMAKE_INSTALL_PREFIX})
set(TANGRAM_PC_LIBS)
list(REMOVE_ITEM _package_libraries tangram_steady_state tangram_cluster)
foreach(library IN LISTS _package_libraries)
  get_target_property(_name ${library} OUTPUT_NAME)
  if(NOT _name)
    set(_name ${library})
  endif()
  string(PREPEND TANGRAM_PC_LIBS "-l${_name} ")
endforeach()
configure_file(cmake/tangram.pc.in tangram.pc @ONLY)
configure_file(cmake/tangram_steady_state.pc.in tangram_steady_state.pc @ONLY)
set(_files tangram tangram_sched tangram_steady_state)
if(TARGET tangram_cluster)
  configure_file(cmake/tangram_cluster.pc.in tangram_cluster.pc @ONLY)
  list(APPEND _files tangram_cluster)
endif()
set(TANGRAM_STARPU_VERSION ${STARPU_native_VERSION})
configure_file(cmake/tangram_sched.pc.in tangram_sched.pc @ONLY)
foreach(_file IN LISTS _files)
  install(FILES ${PROJECT_BINARY_DIR}/${_file}.pc DESTINATION ${_pkgconfig})
endforeach()
