#!/usr/bin/env bash
# Sets everything up and compares Tangram with StarPU's dmda: a real product on this
# machine, verified, and a larger one on a simulated node.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

readonly POLICIES=(auto dmda)
readonly SIMULATED_NODE=synthetic:gpus=4,gpu_gflops=40000,gpu_memory_gb=24,link_gbs=12,cpus=1,cpu_gflops=3000,float_factor=1

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/quickstart.sh [--size N] [--tile T] [--precision double|float]
                                 [--rounds R] [--out DIR] [--jobs N]

Installs the Debian packages that are missing (root or sudo), builds StarPU into the
cache folder (cmake/build-starpu.sh --help), real and simulated (a minute more), builds
Tangram in build/release, and compares Tangram's default strategy, auto, with StarPU's dmda:

  1. on this machine: two random N x N matrices, multiplied in turns; every result is verified;
  2. on a simulated node of 4 GPUs (40 TFlop/s, 24 GB, 12 GB/s each) and a CPU socket
     (3 TFlop/s): float, N = 65536, tiles of 4096, for each policy the best of those that divide N.

Prints a table for each and where the pictures are. What is there already is reused: a
second run takes less than a minute.

Accelerators that StarPU can use (CUDA, OpenCL) are used. Where there is none, the first
product runs on an emulated node (experiments/emulated-node.sh --help): then the bytes moved
are real, but all devices share the same cores, so times say little.

  --size N       of the first product; default: 1024, with accelerators 12288
  --tile T       default: 128, with accelerators 1024
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
    quietly "looking for accelerators" "$programs/tangram" machine --precision "$precision" --tile 256 --size 256 --json "$out/machine.json"
    python3 - "$out/machine.json" <<'END_OF_PYTHON'
import json, sys
nodes = json.load(open(sys.argv[1]))["nodes"]
sys.exit(0 if any(not node["home"] and not node["emulated"] for node in nodes) else 1)
END_OF_PYTHON
}

# Real accelerators, or emulated ones with models and measurements apart from the machine's own.
choose_devices() {
    if has_accelerators; then
        size=${size:-12288} tile=${tile:-1024}
        return
    fi
    if nvidia-smi -L >/dev/null 2>&1; then
        say "warning: this machine has a GPU, but StarPU cannot use it: see docs/gpu.md"
    fi
    say "No accelerator here: three OpenCL devices that PoCL emulates on the CPU stand in."
    size=${size:-1024} tile=${tile:-128} # small tiles are calibrated well on a busy machine, too
    # Emulated devices are as fast as the machine is idle: measured anew, which takes a second.
    rm -rf "$out/models/codelets"
    emulated_node=(env STARPU_PERF_MODEL_DIR="$out/models" "$root/experiments/emulated-node.sh")
}

# product POLICY NAME [OPTION...]: on this machine.
product() {
    local policy=$1 name=$2
    shift 2
    "${emulated_node[@]}" "$programs/tangram" gemm --size "$size" --tile "$tile" --precision "$precision" \
        --sched "$policy" --verify freivalds --progress never --json "$out/$name.json" --draw "$out/$name.svg" "$@"
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

simulate() {
    local policy
    mkdir -p "$out/simulated"
    for policy in "${POLICIES[@]}"; do
        quietly "simulating $policy on a node of 4 GPUs and a CPU socket" \
            "$programs/tangram-sim" gemm --platform "$SIMULATED_NODE" --precision float --size 65536 --tile 4096 --sched "$policy" \
            --progress never --json "$out/simulated/$policy.1.json" --draw "$out/simulated/$policy.1.svg"
    done
}

# table TITLE FOLDER
table() {
    printf '\n'
    python3 "$root/experiments/quickstart_table.py" "$1" "$2" "${POLICIES[@]}"
}

what_is_real() {
    local emulated="nothing"
    if ((${#emulated_node[@]})); then
        emulated="the OpenCL devices of table 1, by PoCL on the cores of this machine, which they share: its times say little, and a policy that leaves a device out moves fewer bytes"
    fi
    printf '\n'
    printf '%-10s %s\n' \
        real "table 1: products computed here, results verified, bytes counted by StarPU" \
        emulated "$emulated" \
        simulated "table 2: nothing is computed; times and bytes are those of the simulated node" \
        "" "Its links are slow for its GPUs. Where links keep up, only the bytes differ: experiments/results/nodes.md"
}

report() {
    table "1. This machine${emulated_node[*]:+ (emulated devices)}" "$out"
    table "2. A simulated node: 4 GPUs of 40 TFlop/s in float, 24 GB, 12 GB/s each; a CPU socket of 3 TFlop/s" "$out/simulated"
    what_is_real
    printf '\nwho computed which tile of C:\n'
    local policy
    for policy in "${POLICIES[@]}"; do
        printf '  %s\n' "$out/$policy.svg" "$out/simulated/$policy.svg"
    done
    printf '%-9s %s\n' figures "$out/*.json" log "$log" commands "$programs/tangram, tangram-sim"
}

main() {
    size='' tile='' precision=double rounds=3 out=$root/build/quickstart jobs=$(nproc)
    parse_options option "$@"
    start_log "$out"
    rm -rf "$out"/*.json "$out"/*.svg "$out/simulated"
    # The plugin for StarPU programs, too: cmake --install leaves out what is not built.
    build_release "$jobs" tangram_command tangram_sim_command tangram_preload tangram_preload_sim
    programs=$root/build/release/apps
    emulated_node=()
    export STARPU_SILENT=1
    choose_devices
    measure
    simulate
    report
}

main "$@"
