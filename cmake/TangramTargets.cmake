# What every target of ours has in common: warnings as errors, sanitizers, the
# include root, run paths that find StarPU where it was built.

set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
file(RELATIVE_PATH _bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set(CMAKE_INSTALL_RPATH $ORIGIN $ORIGIN/${_bin_to_lib})

# Build settings that are nobody else's business: never exported.
function(tangram_settings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow -Werror)
  if(CMAKE_UNITY_BUILD) # in a batch GCC takes a source for a header, and warns of members of types without linkage
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
  endif()
  if(TANGRAM_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${TANGRAM_SANITIZE} -fno-omit-frame-pointer
      -fno-sanitize-recover=undefined)
    target_link_options(${target} PRIVATE -fsanitize=${TANGRAM_SANITIZE})
  endif()
endfunction()

# A library of one folder: tangram_library(NAME SOURCES... ), installed and
# exported as tangram::NAME without its tangram_ prefix.
function(tangram_library target)
  add_library(${target} ${ARGN})
  string(REGEX REPLACE "^tangram_" "" short ${target})
  add_library(tangram::${short} ALIAS ${target})
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${short}
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<BUILD_INTERFACE:${TANGRAM_FORWARDING_FOLDER}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/tangram>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  tangram_settings(${target})
endfunction()
