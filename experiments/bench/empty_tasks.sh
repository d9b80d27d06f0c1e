#!/usr/bin/env bash
# What a task of any program costs under STARPU_SCHED=auto: a table.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/bench/empty_tasks.sh [--out FOLDER] [--turns N] [--tasks LIST] [--workers LIST]

Does its own set-up (as experiments/quickstart.sh), builds the benchmark in build/release and
measures what StarPU takes for a task that does nothing, under dmdas, dmda, lws and auto in
turns: tasks without data, that read one datum, and products in a grid. Keep the machine idle
meanwhile.

  --out FOLDER    where empty_tasks.md and .json go (default build/bench_empty_tasks)
  --turns N       of each policy; medians are shown (default 3)
  --tasks LIST    default 10000,100000,1000000
  --workers LIST  CPU workers (threads), default 4,16,64
Exit status: 0 done, 1 something failed, 2 bad arguments, 77 set-up is not possible here.
END_OF_USAGE
}

option() {
    case $1 in
    --out) path_option "$@" ;;
    --turns) number_option "$@" ;;
    --tasks | --workers) value_option "$@" ;;
    *) unknown_option "$1" ;;
    esac
}

out=$root/build/bench_empty_tasks turns=3 tasks=10000,100000,1000000 workers=4,16,64
parse_options option "$@"
IFS=, read -ra tasks <<<"$tasks"
IFS=, read -ra workers <<<"$workers"
for count in "${tasks[@]}"; do
    positive_number --tasks "$count"
done
for count in "${workers[@]}"; do
    positive_number --workers "$count"
done

start_log "$root/build/bench"
mkdir -p "$out"
build_release "$(nproc)" bench_empty_tasks

export STARPU_NCUDA=0 STARPU_NOPENCL=0 STARPU_WORKERS_NOBIND=1 STARPU_SILENT=1
export STARPU_PERF_MODEL_DIR=$out/models
: >"$out/runs.jsonl"
for count in "${workers[@]}"; do
    for number in "${tasks[@]}"; do
        for kind in none one grid; do
            say "== $count workers, $number tasks, data: $kind"
            for ((turn = 0; turn < turns; turn++)); do
                for policy in dmdas dmda lws auto; do
                    STARPU_NCPU=$count STARPU_SCHED=$policy \
                        "$root/build/release/experiments/bench/bench_empty_tasks" "$kind" "$number" \
                        2>>"$log" >>"$out/runs.jsonl" || die 1 "a run under $policy failed; the log: $log"
                done
            done
        done
    done
done
python3 "$root/experiments/bench/empty_tasks_table.py" "$out"
say "results   $out/empty_tasks.md"
