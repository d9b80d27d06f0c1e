# Collects PROGRAMS in BUNDLE/bin and the libraries that they load in BUNDLE/lib, all found by relative run paths.
#   cmake -DPROGRAMS=FILE;... -DBUNDLE=FOLDER -DVERSION=X -DPATCHELF=FILE -DSTRIP=FILE -P bundle.cmake
cmake_minimum_required(VERSION 3.25)

if(NOT PATCHELF)
  message(FATAL_ERROR "bundle: patchelf is needed to make run paths relative (Debian's package patchelf)")
endif()

# Left out: what comes with every system of this glibc, and what comes with the node's CUDA toolkit and driver.
set(system "^lib(c|m|dl|rt|pthread|stdc\\+\\+|gcc_s)\\.so" "^ld-linux")
set(cuda "^lib(cuda|cudart|cublas|cublasLt|cusparse|nvJitLink|nvidia-ml)\\.so")
file(GET_RUNTIME_DEPENDENCIES
  EXECUTABLES ${PROGRAMS}
  RESOLVED_DEPENDENCIES_VAR libraries
  UNRESOLVED_DEPENDENCIES_VAR missing
  PRE_EXCLUDE_REGEXES ${system} ${cuda})
if(missing)
  list(JOIN missing ", " missing)
  message(FATAL_ERROR "bundle: libraries that are not found here: ${missing}")
endif()

# bundle_file(FILE FOLDER RUN_PATH): a copy, not a link, that looks for libraries in RUN_PATH first: by DT_RPATH, as the
# folders of LD_LIBRARY_PATH, where a node's module may have libraries of the same names, come before a DT_RUNPATH.
function(bundle_file file folder run_path)
  cmake_path(GET file FILENAME name)
  set(copy ${folder}/${name})
  file(COPY_FILE ${file} ${copy})
  file(CHMOD ${copy} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  execute_process(COMMAND ${STRIP} --strip-unneeded ${copy} COMMAND_ERROR_IS_FATAL ANY) # before patchelf: not after it
  execute_process(COMMAND ${PATCHELF} --force-rpath --set-rpath ${run_path} ${copy} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${BUNDLE})
file(MAKE_DIRECTORY ${BUNDLE}/bin ${BUNDLE}/lib)
foreach(program IN LISTS PROGRAMS)
  bundle_file(${program} ${BUNDLE}/bin [[$ORIGIN/../lib]])
endforeach()
foreach(library IN LISTS libraries)
  bundle_file(${library} ${BUNDLE}/lib [[$ORIGIN]])
endforeach()
file(WRITE ${BUNDLE}/README.txt
  "Tangram ${VERSION}: its programs with the libraries they load, but for the system's own, CUDA's and the driver's.\n")

file(GLOB_RECURSE files ${BUNDLE}/*)
set(bytes 0)
foreach(file IN LISTS files)
  file(SIZE ${file} size)
  math(EXPR bytes "${bytes} + ${size}")
endforeach()
math(EXPR megabytes "(${bytes} + 500000) / 1000000")
message("${BUNDLE}: ${megabytes} MB")
