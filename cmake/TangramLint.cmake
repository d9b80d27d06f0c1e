# Target `lint`: clang-format and clang-tidy over all sources of ours, with the
# configuration in .clang-format and .clang-tidy; their warnings are errors. It also
# compiles each installed header by itself.

# A target that says why there is no other.
function(lint_fails reason)
  add_custom_target(lint
    COMMAND ${CMAKE_COMMAND} -E echo "lint: ${reason}"
    COMMAND ${CMAKE_COMMAND} -E false
    VERBATIM)
endfunction()

find_program(CLANG_FORMAT clang-format)
# That of cmake/requirements-lint.txt, which tests/run.sh --preset lint installs in the cache folder.
find_program(TANGRAM_CLANG_TIDY clang-tidy PATHS ${_cache}/lint/bin NO_DEFAULT_PATH)
find_program(TANGRAM_RUN_CLANG_TIDY run-clang-tidy.py PATHS ${_cache}/lint/bin NO_DEFAULT_PATH)
if(NOT CLANG_FORMAT OR NOT TANGRAM_CLANG_TIDY OR NOT TANGRAM_RUN_CLANG_TIDY)
  lint_fails("clang-format and the clang-tidy of cmake/requirements-lint.txt are needed; tests/run.sh --preset lint installs them")
  return()
endif()

set(_rooms base partition sched model cluster cuda apps experiments tests)
set(_patterns ${_rooms})
list(TRANSFORM _patterns PREPEND ${PROJECT_SOURCE_DIR}/)
list(TRANSFORM _patterns APPEND /*.[hc]pp)
file(GLOB_RECURSE _sources CONFIGURE_DEPENDS ${_patterns})

# One look at what all flavours compile is enough.
foreach(target tangram_adapter_simgrid tangram_gemm_sim tangram_adapter_smpi tangram_gemm_smpi tangram_node_gemm_smpi)
  if(TARGET ${target})
    set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS OFF)
  endif()
endforeach()

# clang-tidy looks for its configuration above the file that is compiled, which is a batch in the build folder. What a
# folder of sources has of its own holds for its batches, too.
if(CMAKE_UNITY_BUILD)
  list(TRANSFORM _patterns REPLACE "/[^/]*$" /.clang-tidy)
  file(GLOB_RECURSE _own CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${_patterns})
  foreach(file IN LISTS _own ITEMS .clang-tidy)
    configure_file(${PROJECT_SOURCE_DIR}/${file} ${PROJECT_BINARY_DIR}/${file} COPYONLY)
  endforeach()
endif()
list(JOIN _rooms | _room)

# clang-tidy takes what is compiled here, with clang reading the flags of
# another compiler: what that one warns of is its concern. omp.h is that
# compiler's, too. tidy.py calls clang-tidy for what has changed since it was clean.
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=include OUTPUT_VARIABLE _compiler_headers OUTPUT_STRIP_TRAILING_WHITESPACE)
cmake_host_system_information(RESULT _processors QUERY NUMBER_OF_LOGICAL_CORES)
set(_headers_stand_alone)
if(BUILD_SHARED_LIBS) # headers are installed
  set(_headers_stand_alone
    COMMAND ${PROJECT_SOURCE_DIR}/tests/install/headers.sh ${PROJECT_BINARY_DIR} ${_processors} ${CMAKE_CXX_COMPILER})
endif()
add_custom_target(lint
  COMMAND ${CLANG_FORMAT} --dry-run --Werror ${_sources}
  ${_headers_stand_alone}
  COMMAND ${CMAKE_COMMAND} -E env CLANG_TIDY=${TANGRAM_CLANG_TIDY}
    ${TANGRAM_RUN_CLANG_TIDY} -clang-tidy-binary ${PROJECT_SOURCE_DIR}/cmake/tidy.py -quiet -j ${_processors} -p ${PROJECT_BINARY_DIR}
    -extra-arg=-Wno-error -extra-arg=-Wno-unknown-warning-option -extra-arg=-idirafter${_compiler_headers}
    "^(${PROJECT_SOURCE_DIR}|${PROJECT_BINARY_DIR})/(${_room})/"
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  COMMENT "clang-format, installed headers, clang-tidy"
  USES_TERMINAL
  VERBATIM)
