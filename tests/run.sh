#!/usr/bin/env bash
# Sets everything up, builds Tangram and runs its tests, but for those of ctest -C long.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=cmake/setup.sh
. "$root/cmake/setup.sh"

usage() {
    cat <<'END'
Usage: tests/run.sh [--preset release|debug|asan|tsan|lint] [--jobs N] [-- CTEST_ARGUMENT...]

Installs the Debian packages that are missing (root or sudo), builds StarPU in both
flavours into the cache folder (cmake/build-starpu.sh --help), builds Tangram in
build/PRESET and runs its tests with CTest, but for those of ctest -C long. What is there
already is reused: the cache folder keeps compilations, too (ccache), so that a clean clone
compiles next to nothing.

  --preset NAME   release (default), debug, asan (address and undefined behaviour
                  sanitizers), tsan (ThreadSanitizer; tests of the scheduling core and cluster/driver),
                  or lint (no tests: clang-format, clang-tidy, each installed header by itself)
  --jobs N        parallel compilations and tests (default: number of processors)
  -- ARGUMENT...  passed on to ctest, e.g. -- -R Nrrp

STARPU_SCHED and other settings of StarPU's are cleared for the tests.
Elsewhere than on Debian: install what it lists, then
  cmake --preset release -DTANGRAM_STARPU_PREFIX=DIR && cmake --build --preset release && ctest --preset release
Exit status: 0 all passed, 1 something failed, 2 bad arguments, 77 set-up is not possible here.
END
}

preset=release
jobs=$(nproc)
while (($#)); do
    case $1 in
    --preset)
        preset=${2:-}
        [[ $preset =~ ^(release|debug|asan|tsan|lint)$ ]] || bad_usage "--preset takes release, debug, asan, tsan or lint, not '$preset'"
        shift
        ;;
    --jobs | -j)
        jobs=${2:-}
        [[ $jobs =~ ^[1-9][0-9]*$ ]] || bad_usage "--jobs needs a positive number"
        shift
        ;;
    -h | --help)
        usage
        exit
        ;;
    --)
        shift
        break
        ;;
    *) bad_usage "unknown argument '$1'" ;;
    esac
    shift
done

# step TEXT COMMAND...: what fails is named, with exit status 1.
step() {
    local text=$1
    shift
    say "== $text"
    "$@" || die 1 "$text: failed"
}

# compiler_launcher: what CMake puts before the compiler, or nothing where there is no ccache. It
# names its settings, as the build folder may be used by hand later. Paths count from the
# checkout, so that one clone finds what another one compiled.
compiler_launcher() {
    command -v ccache >/dev/null || return 0
    printf '%s;' env "CCACHE_DIR=$(realpath -m "$(tangram_cache)/ccache")" CCACHE_MAXSIZE=1G "CCACHE_BASEDIR=$root" CCACHE_NOHASHDIR=1
    printf ccache
}

# install_lint_tools: clang-tidy in a virtual environment in the cache folder, where CMake looks for it. Debian 12's
# looks at the headers of others, too, which takes four times as long.
install_lint_tools() {
    local wanted=$root/cmake/requirements-lint.txt venv
    venv=$(tangram_cache)/lint
    cmp -s "$wanted" "$venv/requirements.txt" && return
    say "== installing $(paste -sd' ' "$wanted") in $venv"
    /usr/bin/python3 -m venv --clear "$venv" || die 77 "no virtual environment could be made"
    "$venv/bin/python" -m pip install -q -r "$wanted" || die 77 "the Python packages of $wanted are missing"
    cp "$wanted" "$venv/requirements.txt"
}

packages=("${TANGRAM_PACKAGES[@]}")
[[ $preset != lint ]] || packages+=("${LINT_PACKAGES[@]}")
install_packages "${packages[@]}"
(install_packages ccache) || say "warning: going on without ccache; clean clones compile everything"
launcher=$(compiler_launcher)
"$root/cmake/build-starpu.sh" all --jobs "$jobs"
[[ $preset != lint ]] || install_lint_tools

cd "$root"
# Settings of the user's machine must not decide whether tests pass.
for name in $(compgen -e | grep -E '^(STARPU|TANGRAM)_' | grep -v '^TANGRAM_CACHE$' || true); do
    unset "$name"
done

build=$root/build/$preset
step "configuring in $build" cmake --preset "$preset" \
    "-DCMAKE_C_COMPILER_LAUNCHER:STRING=$launcher" "-DCMAKE_CXX_COMPILER_LAUNCHER:STRING=$launcher"
step "building with $jobs jobs" cmake --build --preset "$preset" -j "$jobs"
if [[ $preset == lint ]]; then
    say "lint: clean"
    exit
fi
status=0
say "== testing with $jobs jobs"
ctest --preset "$preset" -j "$jobs" --output-junit "$build/tests.xml" "$@" || status=1
cache=$(tangram_cache)
cat <<END

build     $build
StarPU    $cache/starpu-native, $cache/starpu-simgrid
results   $build/tests.xml (JUnit), $build/Testing/Temporary/LastTest.log
tests     $( ((status)) && echo FAILED || echo passed)
END
exit "$status"
