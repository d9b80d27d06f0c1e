#!/usr/bin/env bash
# Tangram on CPU workers alone against one call of multi-threaded OpenBLAS.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/bench/cpu.sh [--size N] [--tile T] [--pairs P] [--precision double|float]
                                [--cpu-groups G] [--json FILE]

Does its own set-up (as experiments/quickstart.sh), builds the benchmark in build/release
and measures C = A B by Tangram on CPU workers alone and by one call of multi-threaded
OpenBLAS, in turns: Tangram, OpenBLAS, Tangram, ... after one turn of each to warm up.
Prints medians, the ratio of the medians and the median of the pairs' ratios (of speeds,
Tangram's divided by OpenBLAS's: above 1, Tangram is faster). Every result of Tangram's is
verified. Keep the machine idle meanwhile. StarPU starts afresh for each turn, so that its
idle workers do not disturb OpenBLAS: sizes below 2048 say more about that than about speed.

  --size N         default: 4096
  --tile T         default: 0, the library's choice
  --pairs P        measured turns of each (default 7)
  --precision P    double (default) or float
  --cpu-groups G   CPU workers: core (default), socket or a number of groups
  --json FILE      write the figures as JSON ('-': stdout)
OMP_NUM_THREADS sets OpenBLAS's threads, STARPU_NCPU Tangram's workers; unset: all cores.
Exit status: 0 done, 1 something failed or was wrong, 2 bad arguments, 77 set-up is not
possible here.
END_OF_USAGE
}

main() {
    local argument
    for argument in "$@"; do
        if [[ $argument == -h || $argument == --help ]]; then
            usage
            return
        fi
    done
    local folder=$PWD
    start_log "$root/build/bench"
    build_release "$(nproc)" bench_cpu
    cd "$folder" # --json FILE is relative to it
    export STARPU_SILENT=1
    "$root/build/release/experiments/bench/bench_cpu" "$@"
}

main "$@"
