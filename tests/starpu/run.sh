#!/usr/bin/env bash
# StarPU's own tests and examples under one of our policies.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
# shellcheck source=cmake/setup.sh
. "$root/cmake/setup.sh"

usage() {
    cat <<'END'
Usage: tests/starpu/run.sh [--build DIR] [--sched NAME] [--cpus N] [--timeout SECONDS] [--work DIR] [PATTERN]

Builds the programs of StarPU's source package that programs.txt lists (those that match
the extended regular expression PATTERN) against the native StarPU, and runs each under
eager and, if it passes there, under Tangram's policy, on CPU workers and three OpenCL
devices. A program that passes under eager must pass under Tangram's policy.

  --build DIR        build folder with the plugin (default: build/release); the target
                     tangram_preload is built in it
  --sched NAME       Tangram's policy (default: nrrp-rounded-effective-steal)
  --cpus N           CPU workers (default: 1; some tests of contexts want more)
  --timeout SECONDS  for each run (default: 60)
  --work DIR         where programs and logs go (default: DIR/starpu-programs below the build
                     folder); programs that are there are not built again
Takes some minutes, more for the first time. Exit status: 0 all passed, 1 something failed
under our policy alone, 2 bad arguments, 77 something to build with is missing.
END
}

build=$root/build/release sched=nrrp-rounded-effective-steal cpus=1 limit=60 work='' pattern=.
while (($#)); do
    case $1 in
    --build | --sched | --cpus | --timeout | --work)
        [[ -n ${2:-} ]] || bad_usage "$1 needs a value"
        case $1 in
        --build) build=$(realpath -m "$2") ;;
        --sched) sched=$2 ;;
        --cpus) cpus=$2 ;;
        --timeout) limit=$2 ;;
        --work) work=$(realpath -m "$2") ;;
        esac
        shift
        ;;
    -h | --help)
        usage
        exit
        ;;
    -*) bad_usage "unknown option '$1'" ;;
    *) pattern=$1 ;;
    esac
    shift
done
[[ $cpus =~ ^[1-9][0-9]*$ ]] || bad_usage "--cpus needs a positive number"
[[ $limit =~ ^[1-9][0-9]*$ ]] || bad_usage "--timeout needs a positive number"
work=${work:-$build/starpu-programs}
starpu=$(tangram_cache)/starpu-native
archive=$(tangram_cache)/source-1.3.10

# The source, and its configuration: the tests include StarPU's private headers.
prepare() {
    "$root/cmake/build-starpu.sh" native
    [[ -d $archive ]] || die 77 "$archive is missing: remove $starpu and run cmake/build-starpu.sh native"
    cmake --build "$build" --target tangram_preload >&2 || die 77 "there is no build of Tangram in $build"
    mkdir -p "$work/bin" "$work/logs" "$work/without-cuda"
    printf '#include_next <starpu_config.h>\n#undef STARPU_USE_CUDA\n' >"$work/without-cuda/starpu_config.h"
    if [[ ! -f $work/configuration/src/common/config.h ]]; then
        rm -rf "$work/source" "$work/configuration"
        mkdir -p "$work/source" "$work/configuration"
        tar -xf "$archive"/starpu_*.orig.tar.* -C "$work/source" --strip-components=1
        say "configuring StarPU's source for its private headers ..."
        (cd "$work/configuration" && "$work/source/configure" --disable-mpi --disable-build-doc --disable-build-examples \
            --disable-build-tests --disable-socl --disable-starpufft --disable-starpurm --disable-mlr --disable-fortran \
            --enable-maxcpus=64 --enable-maxcudadev=16 --enable-maxopencldev=16 >"$work/logs/configure" 2>&1) ||
            die 1 "StarPU's configure failed: $work/logs/configure"
    fi
    export PKG_CONFIG_PATH=$starpu/lib/pkgconfig
    read -ra flags < <(pkg-config --cflags starpu-1.3)
}

# compile NAME SOURCE...: kernels for CUDA stay unresolved, that is 0: there are none. Examples include two versions of
# cuBLAS's header, which newer ones refuse: they are compiled as for a StarPU without CUDA.
compile() {
    local name=$1 without_cuda=()
    shift
    [[ $1 != examples/* ]] || without_cuda=(-I"$work/without-cuda")
    [[ -x $work/bin/$name ]] || (cd "$work/source" &&
        gcc -w -g -O1 -fopenmp -no-pie -DSTARPU_OPENBLAS ${without_cuda+"${without_cuda[@]}"} -I"$work/configuration/src" -Iinclude -Isrc -Itests -Iexamples "${flags[@]}" "$@" \
            -o "$work/bin/$name" -L"$starpu/lib" -Wl,-rpath,"$starpu/lib" -Wl,--unresolved-symbols=ignore-all \
            -lstarpu-1.3 -lOpenCL -lopenblas -lm -lpthread) >"$work/logs/$name.build" 2>&1
}

# run POLICY NAME ARGUMENT...: prints passed, skipped, timeout or failed, and the seconds.
run() {
    local policy=$1 name=$2 status=0 start=$EPOCHREALTIME
    shift 2
    (cd "$work/source" &&
        env STARPU_SCHED="$policy" LD_PRELOAD="$build/sched/starpu/libtangram_preload.so" \
            timeout -k 5 "$limit" "$work/bin/$name" "$@") </dev/null >"$work/logs/$name.$policy" 2>&1 || status=$?
    if grep -qs 'scheduling policy .* was not found' "$work/logs/$name.$policy"; then
        die 1 "StarPU was not told of $policy: $work/logs/$name.$policy"
    fi
    case $status in
    0) printf 'passed ' ;;
    77) printf 'skipped ' ;;
    124 | 137) printf 'timeout ' ;;
    *) printf 'failed(%d) ' "$status" ;;
    esac
    awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f\n", b - a }'
}

# The machine of tests/CMakeLists.txt, TANGRAM_TEST_EMULATED_NODE.
for name in $(compgen -e | grep -E '^(STARPU|TANGRAM)_' | grep -v '^TANGRAM_CACHE$' || true); do
    unset "$name"
done
export POCL_DEVICES="basic basic basic" STARPU_OPENCL_ON_CPUS=1 STARPU_WORKERS_NOBIND=1 STARPU_NCPU=$cpus STARPU_NCUDA=0
export STARPU_PERF_MODEL_DIR=$work/models OMP_WAIT_POLICY=passive OPENBLAS_NUM_THREADS=1

prepare
counts_eager=0 counts_ours=0 failed=()
printf '%-45s %-18s %s\n' program eager "$sched"
while IFS= read -r line; do
    [[ -n $line && $line != '#'* && $line =~ $pattern ]] || continue
    read -ra sources <<<"${line%% : *}"
    arguments=()
    [[ $line != *' : '* ]] || read -ra arguments <<<"${line#* : }"
    name=${sources[0]%.c}
    name=${name//\//.}
    if ! compile "$name" "${sources[@]}"; then
        printf '%-45s %s\n' "$name" "does not build: excluded"
        continue
    fi
    eager=$(run eager "$name" ${arguments+"${arguments[@]}"})
    if [[ $eager != passed* ]]; then
        printf '%-45s %-18s %s\n' "$name" "$eager" excluded
        continue
    fi
    ((++counts_eager))
    ours=$(run "$sched" "$name" ${arguments+"${arguments[@]}"})
    printf '%-45s %-18s %s\n' "$name" "$eager" "$ours"
    if [[ $ours == passed* ]]; then
        ((++counts_ours))
    else
        failed+=("$name")
    fi
done <"$here/programs.txt"

printf '\n%d pass under eager, %d of them under %s; logs: %s\n' "$counts_eager" "$counts_ours" "$sched" "$work/logs"
if ((${#failed[@]})); then
    printf 'failed under %s alone: %s\n' "$sched" "${failed[*]}"
    exit 1
fi
