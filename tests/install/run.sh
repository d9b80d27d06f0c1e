#!/usr/bin/env bash
# Installs a build, moves it, and builds and runs the example project with it:
# once by the CMake package, once by pkg-config; then a program in C with the plugin.
# Needs no StarPU headers. Whether each header stands by itself: headers.sh, in the lint preset.
#   tests/install/run.sh BUILD_FOLDER [COMPILER [FLAG...]]
set -euo pipefail

build=${1:?usage: tests/install/run.sh BUILD_FOLDER [COMPILER [FLAG...]]}
shift
compiler=("${@:-c++}")
example=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/example
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "== install, and move: nothing may remember the first prefix"
cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/prefix"
"$work/prefix/bin/tangram" --version

echo "== cuBLAS is loaded when a CUDA worker needs it, not before"
loaded=$(ldd "$work/prefix/bin/tangram") # StarPU's libraries, too
if ! grep -q libstarpu <<<"$loaded"; then exit 1; fi
if grep -E 'libcublas|libcusparse' <<<"$loaded"; then exit 1; fi

echo "== all headers at once, without StarPU's"
find "$work/prefix/include/tangram" -name '*.hpp' -printf '#include "%P"\n' |
    "${compiler[@]}" -std=c++20 -fsyntax-only -I "$work/prefix/include/tangram" -x c++ -

echo "== CMake package"
cmake -S "$example" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DCMAKE_CXX_COMPILER="${compiler[0]}" -DCMAKE_CXX_FLAGS="${compiler[*]:1}"
cmake --build "$work/build"
"$work/build/example"
"$work/build/stream"
"$work/build/loads"
has_cluster=$(find "$work/prefix" -name libtangram_cluster.so)
on_two() { LSAN_OPTIONS=detect_leaks=0 mpirun --map-by :OVERSUBSCRIBE -n 2 "$@"; }
if [[ $has_cluster ]]; then
    on_two "$work/build/block_cyclic"
fi

echo "== pkg-config"
file=$(find "$work/prefix" -name tangram.pc)
libdir=$(PKG_CONFIG_PATH=$(dirname "$file") pkg-config --variable=libdir tangram)
read -ra flags < <(PKG_CONFIG_PATH=$(dirname "$file") pkg-config --cflags --libs tangram)
"${compiler[@]}" -std=c++20 "$example/main.cpp" "${flags[@]}" "-Wl,-rpath,$libdir" -o "$work/example"
"$work/example"
read -ra flags < <(PKG_CONFIG_PATH=$(dirname "$file") pkg-config --cflags --libs tangram_steady_state)
"${compiler[@]}" -std=c++20 "$example/stream.cpp" "${flags[@]}" "-Wl,-rpath,$libdir" -o "$work/stream"
"$work/stream"
if [[ $has_cluster ]]; then
    read -ra flags < <(PKG_CONFIG_PATH=$(dirname "$file") pkg-config --cflags --libs tangram_cluster)
    OMPI_CXX=${compiler[0]} mpicxx "${compiler[@]:1}" -std=c++20 "$example/block_cyclic.cpp" "${flags[@]}" \
        "-Wl,-rpath,$libdir" -o "$work/block_cyclic"
    on_two "$work/block_cyclic"
fi

echo "== the plugin, in C"
read -ra flags < <(PKG_CONFIG_PATH=$(dirname "$file") pkg-config --cflags --libs tangram_sched)
cat >"$work/plugin.c" <<'END'
#include <tangram_sched.h>
int main(void) { return starpu_get_sched_lib_policy("EffectiveSteal") == 0 || *starpu_get_sched_lib_policies() == 0; }
END
"${compiler[@]}" -x c "$work/plugin.c" -x none "${flags[@]}" "-Wl,-rpath,$libdir" -o "$work/plugin"
"$work/plugin"
