# Target `bundle`: the programs that experiments/gpu.sh runs, in build/<preset>/bundle, with the libraries that a
# node may lack. It may be copied to any system with this glibc or a newer one.

set(_programs tangram_command)
if(TARGET bench_cublas)
  list(APPEND _programs bench_cublas)
endif()
set(_files ${_programs})
list(TRANSFORM _files REPLACE "(.+)" "$<TARGET_FILE:\\1>")

find_program(PATCHELF patchelf)
add_custom_target(bundle
  COMMAND ${CMAKE_COMMAND} "-DPROGRAMS=${_files}" -DBUNDLE=${PROJECT_BINARY_DIR}/bundle -DVERSION=${PROJECT_VERSION}
    -DPATCHELF=${PATCHELF} -DSTRIP=${CMAKE_STRIP} -P ${PROJECT_SOURCE_DIR}/cmake/bundle.cmake
  DEPENDS ${_programs}
  COMMENT "Collecting programs and libraries in ${PROJECT_BINARY_DIR}/bundle"
  VERBATIM)
