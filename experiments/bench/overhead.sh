#!/usr/bin/env bash
# What a scheduling decision costs: tables.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/bench/overhead.sh [--out FOLDER] [--turns N] [--machines LIST]
                                     [--policies LIST] [--tasks LIST]

Does its own set-up (as experiments/quickstart.sh), builds the benchmarks in build/release
and measures what StarPU takes for a task that does nothing, under our policies and its
own, in turns, and what our policies take for a decision without StarPU. Tiles have no
content, so that copies of them take no time. Machines:

  cpus-N       N CPU workers (threads), one memory node
  opencl-N     one CPU worker and N - 1 emulated OpenCL devices, each a memory node
  simulated-N  N - 4 CPUs and 4 GPUs (2 if N is 4), simulated by SimGrid: CPU time counts

Two scenes: "chains", cubes of tasks as in a product, and "ready", tasks that are all ready
before the first is executed (up to 10^5: each has a tile of its own, some 10 kB in StarPU).
All of it takes hours; 10^6 tasks of one policy some 10 to 20 s. Keep the machine idle
meanwhile.

  --out FOLDER     where overhead.md and the measurements go (default build/bench_overhead);
                   measurements that are there are kept and enter the table
  --turns N        of each policy; medians are shown (default 3)
  --machines LIST  default cpus-4,cpus-16,cpus-64,opencl-4,opencl-16,simulated-4,simulated-16,simulated-64
  --policies LIST  default dmda,eager,lws and six of ours
  --tasks LIST     default 1000,10000,100000,1000000
Exit status: 0 done, 1 something failed, 2 bad arguments, 77 set-up is not possible here.
END_OF_USAGE
}

option() {
    case $1 in
    --out) path_option "$@" ;;
    --turns) number_option "$@" ;;
    --machines | --policies | --tasks) value_option "$@" ;;
    *) unknown_option "$1" ;;
    esac
}

out=$root/build/bench_overhead
turns=3
machines="cpus-4,cpus-16,cpus-64,opencl-4,opencl-16,simulated-4,simulated-16,simulated-64"
policies=dmda,eager,lws,nrrp-rounded-static,nrrp-rounded-rand-steal,nrrp-rounded-effective-steal
policies+=,first-dyn,choice-dyn-50,effective-dyn
tasks=1000,10000,100000,1000000
parse_options option "$@"
IFS=, read -ra machines <<<"$machines"
IFS=, read -ra policies <<<"$policies"
IFS=, read -ra tasks <<<"$tasks"
for machine in "${machines[@]}"; do
    [[ $machine =~ ^(cpus|opencl|simulated)-[1-9][0-9]?$ ]] || bad_usage "unknown machine '$machine'"
done
for count in "${tasks[@]}"; do
    positive_number --tasks "$count"
done

# simulated_machine FOLDER: models of a machine with 64 CPUs and the GPUs of StarPU's "sirocco".
simulated_machine() {
    local prefix host cpus=
    prefix=$(ldd "$binaries/bench_overhead_sim" | sed -n 's|.*=> \(.*\)/lib/libstarpu-.*|\1|p')
    mkdir -p "$1/bus"
    cp "$prefix"/share/starpu/perfmodels/sampling/bus/sirocco.* "$1/bus"
    for host in {24..63}; do
        cpus+="   <host id=\"CPU$host\" speed=\"2000000000f\"\\/>\\n"
    done
    sed -i "s/^ *<host id=\"CUDA0\"/$cpus&/" "$1"/bus/sirocco.platform*.xml
    sed -i 's/^24 # Number of CPUs/64 # Number of CPUs/' "$1/bus/sirocco.config"
}

# machine_environment MACHINE: StarPU's variables, each machine with models of its own.
machine_environment() {
    local workers=${1#*-} gpus=4
    export STARPU_NCUDA=0 STARPU_NOPENCL=0 STARPU_WORKERS_NOBIND=1 STARPU_SILENT=1
    export STARPU_PERF_MODEL_DIR=$out/models/$1
    program=(bench_overhead)
    case $1 in
    cpus-*) export STARPU_NCPU=$workers ;;
    opencl-*)
        export STARPU_NCPU=1 STARPU_NOPENCL=$((workers - 1)) STARPU_OPENCL_ON_CPUS=1
        POCL_DEVICES=$(printf 'basic %.0s' $(seq $((workers - 1))))
        export POCL_DEVICES
        ;;
    simulated-*)
        ((workers > 4)) || gpus=2
        export STARPU_NCPU=$((workers - gpus)) STARPU_NCUDA=$gpus STARPU_HOSTNAME=sirocco
        simulated_machine "$STARPU_PERF_MODEL_DIR"
        program=(bench_overhead_sim --log=root.thres:warning)
        ;;
    esac
}

# measure MACHINE SCENE TASKS: the policies in turn, a process each.
measure() {
    local policy turn
    say "== $1, $2, $3 tasks"
    for ((turn = 0; turn < turns; turn++)); do
        for policy in "${policies[@]}"; do
            "$binaries/${program[0]}" "${program[@]:1}" --policy "$policy" --scene "$2" --tasks "$3" 2>>"$log" |
                sed "s/^{/{\"machine\":\"$1\",/" >>"$out/starpu.jsonl"
        done
    done
}

start_log "$root/build/bench"
mkdir -p "$out"
targets=(bench_overhead bench_decisions)
[[ " ${machines[*]}" != *" simulated-"* ]] || targets+=(bench_overhead_sim)
build_release "$(nproc)" "${targets[@]}"

binaries=$root/build/release/experiments/bench
for machine in "${machines[@]}"; do
    machine_environment "$machine"
    for count in "${tasks[@]}"; do
        measure "$machine" chains "$count"
        ((count > 100000)) || measure "$machine" ready "$count"
    done
done
say "== decisions without StarPU (the benchmark's own progress follows)"
[[ -s $out/decisions.json ]] || "$binaries/bench_decisions" --benchmark_min_time=0.05 \
    --benchmark_out="$out/decisions.json" --benchmark_out_format=json >&2
python3 "$root/experiments/bench/overhead_tables.py" "$out"
say "results   $out/overhead.md"
