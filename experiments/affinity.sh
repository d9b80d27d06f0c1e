#!/usr/bin/env bash
# Strategies for tasks that share data: what they send, and how long they take to decide (Beaumont and Marchal 2013 and 2014).
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/affinity.sh [--quick] [--out FOLDER] [--report FOLDER] [--jobs N]
                               [--simulator FILE]

Does its own set-up (as experiments/quickstart.sh), builds tangram-sim in build/release and
runs its command `affinity` for the figures of two papers by Beaumont and Marchal, "What Makes
Affinity-Based Schedulers So Efficient?" (2013) and "Analysis of Dynamic Scheduling Strategies
for Matrix Multiplication on Heterogeneous Platforms" (2014): RandomOuter to DynBlocksMatrix by
number of processors, by N, by beta and by speeds, beside the analysis. Then it takes the time
of decisions, one run after the other, draws the figures and writes what they say. All of it
takes some 10 minutes on two idle cores; a line on stderr says how much is left. Interrupted,
the same command goes on where it was: finished points are kept until the program is built anew
from other sources.

  --quick             a subset for continuous integration, less than a minute
  --out FOLDER        finished points (runs/) and affinity.json (default build/affinity)
  --report FOLDER     affinity.md, affinity.csv and affinity-*.svg (default: as --out)
  --jobs N            points at a time, but for times (default: number of processors)
  --simulator FILE    this tangram or tangram-sim instead of building one
Exit status: 0 done, 1 something failed, 2 bad arguments, 77 set-up is not possible here,
130 interrupted.
END_OF_USAGE
}

option() {
    case $1 in
    --quick) chosen=("$1") words=1 ;;
    *) campaign_option "$@" ;;
    esac
}

chosen=()
parse_campaign option "$@"

run_simulations affinity "${chosen[@]}"
