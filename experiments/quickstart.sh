#!/usr/bin/env bash
# Sets everything up and multiplies two matrices over several memory nodes: with
# Tangram's policy and with StarPU's dmda, both verified, as one table.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

readonly POLICIES=(nrrp-rounded-static dmda)

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/quickstart.sh [--size N] [--tile T] [--precision double|float]
                                 [--rounds R] [--out DIR] [--jobs N]

Installs the Debian packages that are missing (root or sudo), builds StarPU into the
cache folder (cmake/build-starpu.sh --help), builds Tangram in build/release, and
multiplies two random N x N matrices with Tangram's nrrp-rounded-static and with
StarPU's dmda in turns. Every result is verified. Prints one table and where the
pictures are. What is there already is reused: a second run takes seconds.

Accelerators that StarPU can use (CUDA, OpenCL) are used. Where there is none, three
OpenCL devices that PoCL emulates on the CPU stand in: then the bytes moved are real,
but all share the same cores, so times say little.

  --size N       default: 2048, with accelerators 12288
  --tile T       default: 256, with accelerators 1024
  --precision P  double (default) or float
  --rounds R     runs of each policy, after a warm-up; the median is shown (default 3)
  --out DIR      results (default: build/quickstart)
  --jobs N       parallel compilations (default: number of processors)
Exit status: 0 all results verified, 1 something failed or was wrong, 2 bad arguments,
77 set-up is not possible here.
END_OF_USAGE
}

option() {
    case $1 in
    --size | --tile | --rounds | --jobs) number_option "$@" ;;
    --precision)
        [[ $2 =~ ^(double|float)$ ]] || bad_usage "--precision takes double or float, not '$2'"
        value_option "$@"
        ;;
    --out) path_option "$@" ;;
    *) unknown_option "$1" ;;
    esac
}

# Whether StarPU finds accelerators that are not emulated; small tiles, so that it takes no time.
has_accelerators() {
    quietly "looking for accelerators" "$tangram" machine --precision "$precision" --tile 256 --size 256 --json "$out/machine.json"
    python3 - "$out/machine.json" <<'END_OF_PYTHON'
import json, sys
nodes = json.load(open(sys.argv[1]))["nodes"]
sys.exit(0 if any(not node["home"] and not node["emulated"] for node in nodes) else 1)
END_OF_PYTHON
}

# Real accelerators, or PoCL's emulated ones with models and measurements apart from the machine's own.
choose_devices() {
    if has_accelerators; then
        size=${size:-12288} tile=${tile:-1024}
        return
    fi
    if nvidia-smi -L >/dev/null 2>&1; then
        say "warning: this machine has a GPU, but StarPU cannot use it: see \"A node with GPUs\" in README.md"
    fi
    say "No accelerator here: three OpenCL devices that PoCL emulates on the CPU stand in."
    emulated=yes
    size=${size:-2048} tile=${tile:-256}
    export POCL_DEVICES="basic basic basic" STARPU_OPENCL_ON_CPUS=1 STARPU_WORKERS_NOBIND=1
    export STARPU_NCPU=1 STARPU_NOPENCL=3 STARPU_NCUDA=0 STARPU_PERF_MODEL_DIR=$out/models
    # Emulated devices are as fast as the machine is idle: measured anew, which takes a second.
    rm -rf "$STARPU_PERF_MODEL_DIR/codelets"
    mkdir -p "$STARPU_PERF_MODEL_DIR"
}

# product POLICY NAME [OPTION...]
product() {
    local policy=$1 name=$2
    shift 2
    "$tangram" gemm --size "$size" --tile "$tile" --precision "$precision" --sched "$policy" --verify freivalds \
        --progress never --json "$out/$name.json" --draw "$out/$name.svg" "$@"
}

measure() {
    local round policy
    quietly "warming up: StarPU measures links and kernels, OpenCL kernels are compiled (up to a minute, once)" \
        product "${POLICIES[0]}" warm-up
    for ((round = 1; round <= rounds; ++round)); do
        for policy in "${POLICIES[@]}"; do
            # Three products in a process: the median is none of a cold start.
            quietly "round $round of $rounds: $policy, $size x $size x $size, tiles of $tile" \
                product "$policy" "$policy.$round" --repeat 3
        done
    done
}

report() {
    printf '\n'
    python3 "$root/experiments/quickstart_table.py" "$out" "${POLICIES[@]}"
    if [[ -n $emulated ]]; then
        printf '%s\n' "OpenCL devices: emulated by PoCL on the same cores. Bytes are real; times say little."
    fi
    printf '\nwho computed what:\n'
    local policy
    for policy in "${POLICIES[@]}"; do
        printf '  %s\n' "$out/$policy.svg"
    done
    printf '%-9s %s\n' figures "$out/*.json" log "$log" command "$tangram"
}

main() {
    emulated=''
    size='' tile='' precision=double rounds=3 out=$root/build/quickstart jobs=$(nproc)
    parse_options option "$@"
    start_log "$out"
    rm -f "$out"/*.json "$out"/*.svg
    build_release "$jobs" tangram_command
    tangram=$root/build/release/apps/tangram
    export STARPU_SILENT=1
    choose_devices
    measure
    report
}

main "$@"
