# Finds what Tangram is built from. Defines the imported targets
#   tangram_starpu_native, tangram_starpu_simgrid, tangram_starpu_smpi   StarPU in its flavours
#   PkgConfig::HWLOC, tangram_openblas, tangram_clblast, tangram_simgrid, CUDA::cublas
#   tangram_starpu_mpi_native, tangram_starpu_mpi_smpi                   StarPU-MPI beside two of them
# and TANGRAM_HAS_SIMGRID, TANGRAM_HAS_S4U, TANGRAM_HAS_SMPI, TANGRAM_HAS_OPENCL, TANGRAM_HAS_CUDA, TANGRAM_HAS_MPI,
# TANGRAM_HAS_STARPU_MPI.

find_package(PkgConfig REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(fmt REQUIRED)
find_package(Boost REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)
pkg_check_modules(HWLOC REQUIRED IMPORTED_TARGET hwloc)
pkg_check_modules(CLP REQUIRED IMPORTED_TARGET clp)
pkg_check_modules(GMPXX REQUIRED IMPORTED_TARGET gmpxx)
find_path(FLINT_INCLUDE flint/fmpq_mat.h REQUIRED)
find_library(FLINT_LIBRARY flint REQUIRED)
find_path(METIS_INCLUDE metis.h REQUIRED)
find_library(METIS_LIBRARY metis REQUIRED)
find_path(CXSPARSE_INCLUDE cs.h REQUIRED PATH_SUFFIXES suitesparse)
find_library(CXSPARSE_LIBRARY cxsparse REQUIRED)

# StarPU. cmake/build-starpu.sh builds both flavours into the cache folder; any
# other installation is named by its prefix; else pkg-config's own search.
if(NOT "$ENV{TANGRAM_CACHE}" STREQUAL "")
  set(_cache $ENV{TANGRAM_CACHE})
elseif(NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
  set(_cache $ENV{XDG_CACHE_HOME}/tangram)
else()
  set(_cache $ENV{HOME}/.cache/tangram)
endif()
set(TANGRAM_STARPU_PREFIX "" CACHE PATH "Installation prefix of StarPU (native flavour)")
set(TANGRAM_STARPU_SIMGRID_PREFIX "" CACHE PATH "Installation prefix of StarPU's SimGrid flavour")
set(TANGRAM_STARPU_SMPI_PREFIX "" CACHE PATH "Installation prefix of StarPU's SimGrid flavour with StarPU-MPI")

# Finds one flavour as target tangram_starpu_FLAVOUR, with its prefix and
# configuration header as TANGRAM_STARPU_FLAVOUR_PREFIX and _CONFIG. A prefix that
# is named is the only place searched.
function(tangram_find_starpu flavour prefix)
  if(NOT prefix AND EXISTS ${_cache}/starpu-${flavour})
    set(prefix ${_cache}/starpu-${flavour})
  endif()
  set(modules starpu-1.4 starpu-1.3)
  set(path $ENV{PKG_CONFIG_PATH})
  if(prefix)
    file(GLOB files ${prefix}/lib*/pkgconfig/starpu-1.[34].pc
      ${prefix}/lib/${CMAKE_LIBRARY_ARCHITECTURE}/pkgconfig/starpu-1.[34].pc)
    if(NOT files)
      message(FATAL_ERROR "There is no StarPU 1.3 or 1.4 in ${prefix} (no pkgconfig/starpu-1.*.pc).")
    endif()
    list(GET files -1 file)
    cmake_path(GET file PARENT_PATH folder)
    cmake_path(GET file STEM LAST_ONLY modules)
    set(ENV{PKG_CONFIG_PATH} ${folder}:${path})
  elseif(NOT flavour STREQUAL native)
    return() # a system-wide StarPU is the native flavour
  endif()

  # Nothing remembered: the flavours have the same names, and prefixes change.
  unset(__pkg_config_checked_STARPU_${flavour} CACHE)
  foreach(module IN LISTS modules)
    unset(pkgcfg_lib_STARPU_${flavour}_${module} CACHE)
  endforeach()
  pkg_search_module(STARPU_${flavour} QUIET IMPORTED_TARGET ${modules})
  set(ENV{PKG_CONFIG_PATH} ${path})
  if(NOT STARPU_${flavour}_FOUND)
    return()
  endif()

  add_library(tangram_starpu_${flavour} INTERFACE)
  target_link_libraries(tangram_starpu_${flavour} INTERFACE PkgConfig::STARPU_${flavour})
  find_file(config starpu_config.h PATHS ${STARPU_${flavour}_INCLUDE_DIRS} NO_DEFAULT_PATH NO_CACHE REQUIRED)
  set(TANGRAM_STARPU_${flavour}_CONFIG ${config} PARENT_SCOPE)
  set(TANGRAM_STARPU_${flavour}_PREFIX ${STARPU_${flavour}_PREFIX} PARENT_SCOPE)
  message(STATUS "StarPU ${STARPU_${flavour}_VERSION} (${flavour}): ${STARPU_${flavour}_PREFIX}")
endfunction()

tangram_find_starpu(native "${TANGRAM_STARPU_PREFIX}")
if(NOT TARGET tangram_starpu_native)
  message(FATAL_ERROR "StarPU was not found. Run cmake/build-starpu.sh (Debian: builds it into ${_cache}), "
    "or name an installation with -DTANGRAM_STARPU_PREFIX=DIR.")
endif()
if(TANGRAM_SIMGRID)
  tangram_find_starpu(simgrid "${TANGRAM_STARPU_SIMGRID_PREFIX}")
endif()
set(TANGRAM_HAS_SIMGRID FALSE)
if(TARGET tangram_starpu_simgrid)
  set(TANGRAM_HAS_SIMGRID TRUE)
endif()

# OpenBLAS in its OpenMP build: our kernels call it from parallel regions, which
# only that build understands. Debian keeps the variants in folders of their own.
find_path(OPENBLAS_INCLUDE cblas.h REQUIRED
  PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE}/openblas-openmp openblas-openmp openblas)
find_library(OPENBLAS_LIBRARY openblas REQUIRED PATH_SUFFIXES openblas-openmp)
add_library(tangram_openblas INTERFACE)
target_include_directories(tangram_openblas SYSTEM INTERFACE ${OPENBLAS_INCLUDE})
target_link_libraries(tangram_openblas INTERFACE ${OPENBLAS_LIBRARY})

# By its C interface: the standard has no other one for C++ any more.
set(TANGRAM_HAS_MPI FALSE)
if(TANGRAM_MPI)
  set(MPI_CXX_SKIP_MPICXX TRUE)
  find_package(MPI COMPONENTS CXX QUIET)
  if(MPI_CXX_FOUND)
    set(TANGRAM_HAS_MPI TRUE)
  endif()
endif()

# A library beside StarPU's own, of the same version.
set(TANGRAM_HAS_STARPU_MPI FALSE)
if(TANGRAM_HAS_MPI)
  string(REPLACE starpu starpumpi module ${STARPU_native_MODULE_NAME})
  find_library(starpu_mpi ${module} PATHS ${STARPU_native_LIBRARY_DIRS} NO_DEFAULT_PATH NO_CACHE)
  if(starpu_mpi)
    set(TANGRAM_HAS_STARPU_MPI TRUE)
    add_library(tangram_starpu_mpi_native INTERFACE)
    target_link_libraries(tangram_starpu_mpi_native INTERFACE ${starpu_mpi} tangram_starpu_native MPI::MPI_CXX)
  endif()
endif()

# SimGrid itself, for programs that simulate without StarPU.
set(TANGRAM_HAS_S4U FALSE)
pkg_check_modules(SIMGRID QUIET IMPORTED_TARGET simgrid>=3.32)
if(SIMGRID_FOUND)
  add_library(tangram_simgrid INTERFACE)
  target_link_libraries(tangram_simgrid INTERFACE PkgConfig::SIMGRID)
  set(TANGRAM_HAS_S4U ${TANGRAM_SIMGRID})
endif()

# Several simulated processes, each with a StarPU of its own. Sanitizers know only one of each library.
set(TANGRAM_HAS_SMPI FALSE)
find_package(pugixml QUIET)
if(TANGRAM_HAS_S4U AND TANGRAM_HAS_SIMGRID AND pugixml_FOUND AND NOT TANGRAM_SANITIZE)
  tangram_find_starpu(smpi "${TANGRAM_STARPU_SMPI_PREFIX}")
  find_path(smpi_headers mpi.h HINTS ${SIMGRID_INCLUDE_DIRS} PATHS /usr/include PATH_SUFFIXES smpi NO_DEFAULT_PATH NO_CACHE)
  if(TARGET tangram_starpu_smpi AND smpi_headers)
    string(REPLACE starpu starpumpi module ${STARPU_smpi_MODULE_NAME})
    find_library(starpu_mpi_of_smpi ${module} PATHS ${STARPU_smpi_LIBRARY_DIRS} NO_DEFAULT_PATH NO_CACHE REQUIRED)
    set(TANGRAM_HAS_SMPI TRUE)
    add_library(tangram_starpu_mpi_smpi INTERFACE)
    target_include_directories(tangram_starpu_mpi_smpi SYSTEM INTERFACE ${smpi_headers})
    target_link_libraries(tangram_starpu_mpi_smpi INTERFACE ${starpu_mpi_of_smpi} tangram_starpu_smpi)
    # Unique symbols would be one for all processes.
    target_compile_options(tangram_starpu_smpi INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
  endif()
endif()

# Which accelerators does this StarPU drive? Its configuration header says.
function(tangram_starpu_has feature result)
  file(STRINGS ${TANGRAM_STARPU_native_CONFIG} lines REGEX "^#define ${feature}( |$)")
  list(LENGTH lines count)
  set(${result} ${count} PARENT_SCOPE)
endfunction()

set(TANGRAM_HAS_OPENCL FALSE)
if(TANGRAM_OPENCL)
  tangram_starpu_has(STARPU_USE_OPENCL STARPU_HAS_OPENCL)
  find_library(CLBLAST_LIBRARY clblast)
  find_package(OpenCL)
  if(STARPU_HAS_OPENCL AND CLBLAST_LIBRARY AND OpenCL_FOUND)
    set(TANGRAM_HAS_OPENCL TRUE)
    add_library(tangram_clblast INTERFACE)
    target_link_libraries(tangram_clblast INTERFACE ${CLBLAST_LIBRARY} OpenCL::OpenCL)
    target_compile_definitions(tangram_clblast INTERFACE CL_TARGET_OPENCL_VERSION=120)
  endif()
endif()

# The toolkit of StarPU, whose workers compute with our cuBLAS handles: its headers are named in StarPU's .pc file. CMake alone knows
# no CUDA_HOME, and remembers the toolkit that an older StarPU had. (A macro: what is found is for the caller.)
macro(tangram_find_cuda_of_starpu)
  find_path(starpu_cuda cuda_runtime.h PATHS ${STARPU_native_INCLUDE_DIRS} NO_DEFAULT_PATH NO_CACHE)
  if(starpu_cuda AND NOT CUDAToolkit_ROOT)
    cmake_path(SET CUDAToolkit_ROOT NORMALIZE "${starpu_cuda}/..")
  endif()
  find_package(CUDAToolkit)
  if(starpu_cuda)
    # The headers themselves are compared: their folder may be full of links to a toolkit's, as /usr/local or Spack's views are.
    file(REAL_PATH ${starpu_cuda}/cuda_runtime.h expected)
    set(found "no toolkit that is whole")
    if(CUDAToolkit_FOUND)
      list(GET CUDAToolkit_INCLUDE_DIRS 0 found) # the others are those of libraries for kernels
      file(REAL_PATH ${found}/cuda_runtime.h found)
    endif()
    if(NOT found STREQUAL expected)
      message(FATAL_ERROR "StarPU was built with CUDA's header ${expected}, but CMake has ${found}. Delete "
        "${PROJECT_BINARY_DIR}/CMakeCache.txt, and name the same toolkit with -DCUDAToolkit_ROOT if that does not do; "
        "-DTANGRAM_CUDA=OFF does without.")
    endif()
  endif()
endmacro()

set(TANGRAM_HAS_CUDA FALSE)
if(TANGRAM_CUDA)
  tangram_starpu_has(STARPU_USE_CUDA STARPU_HAS_CUDA)
  if(STARPU_HAS_CUDA)
    tangram_find_cuda_of_starpu()
    if(TARGET CUDA::cublas)
      set(TANGRAM_HAS_CUDA TRUE)
    endif()
  endif()
endif()
message(STATUS "Tangram: OpenCL ${TANGRAM_HAS_OPENCL}, CUDA ${TANGRAM_HAS_CUDA}, simulation ${TANGRAM_HAS_SIMGRID}, MPI ${TANGRAM_HAS_MPI}, StarPU-MPI ${TANGRAM_HAS_STARPU_MPI}, SMPI ${TANGRAM_HAS_SMPI}")
