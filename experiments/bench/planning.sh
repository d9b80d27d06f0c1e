#!/usr/bin/env bash
# What auto's plans take, in seconds, by what they may.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/bench/planning.sh [--nodes N] [--seed S] [--out FOLDER] [--simulator FILE]

Does its own set-up (as experiments/quickstart.sh), builds tangram-sim in build/release and
plans a product on each of the random nodes of experiments/random-nodes.sh, one after the
other. Work is what limits a plan (sched/plan/planning_limit.hpp); here it is compared with
seconds: a plan may take 2% of the product's time, at most 0.3 s and at least 5 ms. Keep the
machine idle meanwhile; it takes some minutes.

  --nodes N           number of nodes (default 200)
  --seed S            of the random numbers (default 2026)
  --out FOLDER        where planning.md goes (default build/bench_planning)
  --simulator FILE    this tangram-sim instead of building one
Exit status: 0 done, 1 a plan took longer, or something failed, 2 bad arguments, 77 set-up is
not possible here.
END_OF_USAGE
}

option() {
    case $1 in
    --nodes | --seed) number_option "$@" ;;
    --out | --simulator) path_option "$@" ;;
    *) unknown_option "$1" ;;
    esac
}

nodes=200 seed=2026 simulator=''
out=$root/build/bench_planning
parse_options option "$@"

start_log "$out"
if [[ -z $simulator ]]; then
    build_release "$(nproc)" tangram_sim_command
    simulator=$root/build/release/apps/tangram-sim
fi
PYTHONPATH=$root/experiments PYTHONDONTWRITEBYTECODE=1 \
    python3 "$root/experiments/bench/planning.py" "$simulator" "$nodes" "$seed" "$out/planning.md"
say "results: $out/planning.md"
