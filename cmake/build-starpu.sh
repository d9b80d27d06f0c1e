#!/usr/bin/env bash
# Builds StarPU 1.3.10 from Debian's source package, once, into the cache folder.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=cmake/setup.sh
. "$here/setup.sh"

readonly VERSION=1.3.10
# CUDA 13's headers; simulated devices that wait for events instead of polling every
# simulated microsecond, which makes simulations up to 30 times as fast; simulated additions of
# reductions that take their time and end (in a device's pipeline they did not), and
# tasks that are done only when they are, also with STARPU_CUDA_PIPELINE=0; tiles of C that go home
# also while a device's memory is full, which otherwise stays full (starpu_data_wont_use asks for them when idle);
# allocations that fail, which StarPU goes on counting, until it believes that all of a device is taken; data that is
# unregistered while a prefetch of it waits for room, which nobody makes when no task is left; a task's data fetched
# in the order of their registration rather than of their addresses, so that simulated runs repeat; interfaces that
# copy by themselves, as tiles in pageable memory do (cuda/staged_matrix.hpp); simulated copies between devices with an
# engine of their own; programs that start at once on a machine that is not measured yet; and cuBLAS and cuSPARSE, which are
# loaded when starpu_cublas_init() asks for them (0.2 s and 200 MB in each process).
readonly PATCHES=("$here/patches/starpu-$VERSION-cuda13.patch"
    "$here/patches/starpu-$VERSION-simulated-drivers.patch"
    "$here/patches/starpu-$VERSION-simulated-tasks.patch"
    "$here/patches/starpu-$VERSION-outgoing-requests.patch"
    "$here/patches/starpu-$VERSION-failed-allocations.patch"
    "$here/patches/starpu-$VERSION-last-prefetches.patch"
    "$here/patches/starpu-$VERSION-promoted-requests.patch"
    "$here/patches/starpu-$VERSION-data-order.patch"
    "$here/patches/starpu-$VERSION-foreign-copies.patch"
    "$here/patches/starpu-$VERSION-peer-copies.patch"
    "$here/patches/starpu-$VERSION-bus-files.patch"
    "$here/patches/starpu-$VERSION-lazy-cublas.patch")
# Raise it when the steps below change in a way that what was built must be redone.
readonly RECIPE=1

# Nothing but the library and its tools; the limits leave room for simulated machines.
readonly COMMON=(
    --disable-build-doc --disable-build-examples --disable-build-tests
    --disable-socl --disable-starpufft --disable-starpurm --disable-mlr --disable-fortran --disable-static
    --enable-maxcpus=64 --enable-maxcudadev=16 --enable-maxopencldev=16)
# A CUDA toolkit's headers break the SimGrid flavour; it simulates CUDA devices without.
readonly SIMGRID=(--enable-simgrid --disable-cuda --disable-opencl --disable-mpi)
# StarPU-MPI is a library beside StarPU's own, which stays the same.
readonly WITH_MPI=(--enable-mpi --disable-mpi-check)
# After SIMGRID, whose --disable-mpi this takes back: what each simulated process shall have for itself must be in its program.
readonly SMPI=("${WITH_MPI[@]}" --disable-shared --enable-static)
readonly ALL=(native simgrid smpi)

usage() {
    cat <<END
Usage: cmake/build-starpu.sh [native|simgrid|smpi|all] [--prefix-root DIR] [--jobs N]

Builds StarPU $VERSION in the flavours that Tangram uses, from Debian's source package:
  native   CPU, OpenCL, CUDA where a toolkit is found (CUDA_HOME, nvcc, /usr/local/cuda), and the
           library StarPU-MPI beside it where MPI is found (mpicc), for tangram-mpi gemm
  simgrid  simulation, for tangram-sim
  smpi     simulation of several processes, with StarPU-MPI, for tangram-smpi
  all      these three (default)
as DIR/starpu-native and so on, where CMake looks for them. What is there and
up to date is left alone. Packages are not installed by this script; tests/run.sh does that.

  --prefix-root DIR  default: \$TANGRAM_CACHE, else \$XDG_CACHE_HOME/tangram, else ~/.cache/tangram
  --jobs N           parallel compilations (default: number of processors)
Exit status: 0 done, 1 the build failed (its log is named), 2 bad arguments, 77 something to build with is missing.
END
}

# The CUDA toolkit's folder, or nothing.
cuda_folder() {
    local nvcc
    for nvcc in ${CUDA_HOME:+"$CUDA_HOME/bin/nvcc"} ${CUDA_PATH:+"$CUDA_PATH/bin/nvcc"} "$(command -v nvcc || true)" /usr/local/cuda/bin/nvcc; do
        if [[ -x $nvcc ]]; then
            printf '%s\n' "${nvcc%/bin/nvcc}"
            return
        fi
    done
}

# Everything that decides what a flavour looks like, as one number: kept with what was built, and compared.
fingerprint() {
    {
        printf '%s\n' "$VERSION $RECIPE $1 $root" "${COMMON[@]}"
        if [[ $1 != native ]]; then
            printf '%s\n' "${SIMGRID[@]}"
            [[ $1 == simgrid ]] || printf '%s\n' "${SMPI[@]}"
            pkg-config --modversion simgrid 2>/dev/null || true
        else
            printf 'MPI %s\nCUDA %s\n' "$mpi" "$cuda"
            [[ -z $cuda ]] || "$cuda/bin/nvcc" --version | grep release
        fi
        cat "${PATCHES[@]}"
    } | sha256sum | cut -d ' ' -f 1
}

up_to_date() {
    local stamp=$root/starpu-$1/.tangram-stamp
    [[ -f $stamp && $(<"$stamp") == "$(fingerprint "$1")" ]] || return
    say "StarPU $VERSION ($1) is in $root/starpu-$1"
}

check_tools() {
    local tool module
    for tool in gcc g++ make patch pkg-config flock tar; do
        command -v "$tool" >/dev/null || die 77 "$tool is missing; tests/run.sh installs all that is needed"
    done
    for module in "$@"; do
        pkg-config --exists "$module" || die 77 "$module is missing; tests/run.sh installs all that is needed"
    done
}

# Debian's source package, in a folder with an apt configuration of its own: the
# system's package sources stay as they are. apt checks signatures and sums.
fetch() {
    local apt=$work/apt file version source=$root/source-$VERSION
    [[ -d $source ]] && return
    command -v apt-get >/dev/null ||
        die 77 "StarPU's source comes by apt-get, which is missing; install StarPU and name it with -DTANGRAM_STARPU_PREFIX"
    mkdir -p "$apt/sources" "$apt/lists/partial" "$apt/cache/archives/partial" "$work/source"
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [[ -f $file ]] || continue
        sed -n 's/^deb[[:space:]]/deb-src /p' "$file" >"$apt/sources/$(basename "$file" .list)-src.list"
    done
    for file in /etc/apt/sources.list.d/*.sources; do
        [[ -f $file ]] || continue
        sed 's/^Types:.*/Types: deb-src/' "$file" >"$apt/sources/$(basename "$file")"
    done
    # Also: no hooks of the system's, which expect root; no change of user, as
    # the cache may lie in a folder that only this user can enter.
    cat >"$apt/apt.conf" <<END
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$apt/sources";
Dir::State::Lists "$apt/lists";
Dir::Cache "$apt/cache";
APT::Sandbox::User "";
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
END
    # A foreign repository without sources may fail; what counts is that StarPU is found.
    apt-get -q -c "$apt/apt.conf" update || true
    version=$(apt-cache -c "$apt/apt.conf" showsrc starpu |
        awk -v v="$VERSION" '$1 == "Version:" && (index($2, v "+") == 1 || index($2, v "-") == 1) { found = $2 } END { print found }')
    if [[ -z $version ]]; then
        echo "error: the package sources of this system have no source package starpu $VERSION (Debian 12 has);"
        echo "install StarPU by other means and name it with -DTANGRAM_STARPU_PREFIX"
        return 1
    fi
    (cd "$work/source" && apt-get -q -c "$apt/apt.conf" source --download-only "starpu=$version")
    mv "$work/source" "$source"
}

# Unpacked by tar rather than dpkg-source: Debian's own patches only touch
# examples, and so the time stamps stay and autotools do not run again.
unpack() {
    mkdir "$work/starpu"
    tar -xf "$root/source-$VERSION"/starpu_*.orig.tar.* -C "$work/starpu" --strip-components=1
    cat "${PATCHES[@]}" | patch -d "$work/starpu" -p1
}

# build FLAVOUR: into a staging folder first, so that DIR/starpu-FLAVOUR is always whole.
build() {
    local flags=("${COMMON[@]}") prefix=$root/starpu-$1
    if [[ $1 != native ]]; then
        flags+=("${SIMGRID[@]}")
        [[ $1 == simgrid ]] || flags+=("${SMPI[@]}")
    else
        if [[ -n $mpi ]]; then flags+=("${WITH_MPI[@]}"); else flags+=(--disable-mpi); fi
        if [[ -z $cuda ]]; then
            flags+=(--disable-cuda)
        elif [[ $cuda != /usr ]]; then
            flags+=("--with-cuda-dir=$cuda" "LDFLAGS=-Wl,-rpath,$cuda/lib64")
        fi
    fi
    mkdir "$work/$1"
    cd "$work/$1"
    "$work/starpu/configure" --prefix="$prefix" --libdir="$prefix/lib" "${flags[@]}"
    make -j "$jobs"
    make install DESTDIR="$work/stage"
    fingerprint "$1" >"$work/stage$prefix/.tangram-stamp"
    rm -rf "$prefix"
    mv "$work/stage$prefix" "$prefix"
}

# logged LOG COMMAND...: runs it with its output in the log, whose end is shown if it fails.
logged() {
    local log=$1 status
    shift
    # Not "|| status=$?": errexit would not reach into the command.
    set +e
    (
        set -e
        "$@"
    ) >>"$log" 2>&1
    status=$?
    set -e
    if ((status)); then
        tail -n 30 "$log" >&2
        die 1 "building StarPU failed; the whole log: $log"
    fi
}

main() {
    work=
    local flavours=() flavour log config
    jobs=$(nproc)
    root=$(tangram_cache)
    while (($#)); do
        case $1 in
        native | simgrid | smpi) flavours+=("$1") ;;
        all) flavours+=("${ALL[@]}") ;;
        --prefix-root)
            [[ -n ${2:-} ]] || bad_usage "--prefix-root needs a folder"
            root=$2
            shift
            ;;
        --jobs | -j)
            [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || bad_usage "--jobs needs a positive number"
            jobs=$2
            shift
            ;;
        -h | --help)
            usage
            return
            ;;
        *) bad_usage "unknown argument '$1'" ;;
        esac
        shift
    done
    ((${#flavours[@]})) || flavours=("${ALL[@]}")
    root=$(realpath -m "$root")
    [[ $root != *[[:space:]]* ]] || die 2 "StarPU's makefiles cannot build in a folder with spaces in its name: '$root'; see --prefix-root"
    mkdir -p "$root" || die 1 "cannot make the folder $root"
    cuda=$(cuda_folder)
    mpi=$(command -v mpicc || true)

    for flavour in "${flavours[@]}"; do
        if up_to_date "$flavour"; then continue; fi
        check_tools "$([[ $flavour == native ]] && echo hwloc || echo simgrid)"
        if [[ -z ${work:-} ]]; then
            exec 9>"$root/.lock"
            if ! flock -n 9; then
                say "waiting for another build of StarPU in $root ..."
                flock 9
            fi
            rm -rf "$root"/build.?????? # what a killed build left
            work=$(mktemp -d "$root/build.XXXXXX")
            trap 'rm -rf "$work"' EXIT
        fi
        if up_to_date "$flavour"; then continue; fi # built meanwhile
        log=$root/starpu-$flavour.log
        : >"$log"
        SECONDS=0
        if [[ ! -d $work/starpu ]]; then
            say "getting the source of StarPU $VERSION ..."
            logged "$log" fetch
            logged "$log" unpack
        fi
        say "building StarPU $VERSION ($flavour) into $root/starpu-$flavour, 1 to 3 minutes on 2 cores ... (log: $log)"
        logged "$log" build "$flavour"
        say "built StarPU $VERSION ($flavour) in $SECONDS s"
        config=$root/starpu-$flavour/include/starpu/1.3/starpu_config.h
        if [[ $flavour == native && -n $cuda ]] && ! grep -q 'define STARPU_USE_CUDA' "$config"; then
            say "warning: StarPU could not use the CUDA toolkit in $cuda; this build has none (see $log)"
        fi
    done
}

main "$@"
