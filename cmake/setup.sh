# Set-up that the project's commands share; sourced, not run:
#   . cmake/setup.sh
# Bash functions: say, die, bad_usage, tangram_cache, install_packages.
# shellcheck shell=bash

# What Tangram is built and tested with on Debian. The lint target needs
# LINT_PACKAGES besides. zlib is CLP's: its package asks the linker for it
# without depending on it.
# shellcheck disable=SC2034 # used by those who source this file
TANGRAM_PACKAGES=(
    build-essential cmake ninja-build pkg-config dpkg-dev patch
    libhwloc-dev libopenblas-openmp-dev
    opencl-headers ocl-icd-opencl-dev libclblast-dev pocl-opencl-icd
    libsimgrid-dev libpugixml-dev libboost-dev libopenmpi-dev openmpi-bin
    libcli11-dev nlohmann-json3-dev libfmt-dev
    libgmp-dev libflint-dev coinor-libclp-dev zlib1g-dev libmetis-dev libsuitesparse-dev
    libgtest-dev libgmock-dev libbenchmark-dev python3-numpy python3-scipy patchelf)
# shellcheck disable=SC2034
LINT_PACKAGES=(clang-format python3-venv)

say() { printf '%s\n' "$*" >&2; }

# die STATUS MESSAGE...
die() {
    local status=$1
    shift
    printf '%s: error: %s\n' "${0##*/}" "$*" >&2
    exit "$status"
}

bad_usage() {
    die 2 "$* (see --help)"
}

# The folder that keeps what is built once for all build folders. CMake looks in
# the same places (TangramDependencies.cmake).
tangram_cache() {
    if [[ -n ${TANGRAM_CACHE:-} ]]; then
        printf '%s\n' "$TANGRAM_CACHE"
    else
        printf '%s\n' "${XDG_CACHE_HOME:-$HOME/.cache}/tangram"
    fi
}

as_root() {
    if ((EUID == 0)); then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die 77 "packages are missing (${*: -1} ...) and this is neither root nor is there sudo"
    fi
}

# install_packages PACKAGE...: installs those that are missing, asking nothing.
install_packages() {
    local package missing=()
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        say "This is no Debian system. Install what corresponds to these Debian packages:"
        say "    $*"
        say "and StarPU 1.3.10 or newer, then build with CMake:"
        say "    cmake --preset release -DTANGRAM_STARPU_PREFIX=<StarPU's prefix> && cmake --build --preset release && ctest --preset release"
        exit 77
    fi
    for package in "$@"; do
        # A virtual or removed package, or one that others only mention ("not-installed"), is not "installed".
        dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    say "installing Debian packages: ${missing[*]}"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q update >&2 ||
        say "warning: apt-get update reported errors; going on with what it has"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install "${missing[@]}" >&2 ||
        die 77 "apt-get could not install: ${missing[*]}"
}
