#!/usr/bin/env bash
# Streams of jobs on platform graphs: the examples of Beaumont, Legrand and Robert (2003), random platforms, nodes.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/steady.sh [--quick] [--out FOLDER] [--report FOLDER] [--jobs N]
                             [--planner FILE] [--simulator FILE]

Does its own set-up (as experiments/quickstart.sh), builds tangram and tangram-sim in
build/release and runs their command `steady`: on both examples of "Scheduling Strategies for
Mixed Data and Task Parallelism on Heterogeneous Clusters" by Beaumont, Legrand and Robert
(2003) with its tables and figures, on random platforms of 10 to 100 processors, for up to 1000
periods, and on simulated nodes beside products of matrices. Then it takes the time of planning,
one run after the other, draws the figures and writes which statements of the paper hold. The
runs take 10 to 15 minutes, added up; a line on stderr says how much is left. Interrupted,
the same command goes on where it was: finished runs are kept until the programs are built anew
from other sources.

  --quick             a subset for continuous integration, less than a minute
  --out FOLDER        finished runs (runs/) and steady.json (default build/steady)
  --report FOLDER     steady.md, steady.csv and steady-*.svg (default: as --out)
  --jobs N            runs at a time, but for times (default: number of processors)
  --planner FILE      this tangram instead of building one
  --simulator FILE    this tangram-sim instead of building one
Exit status: 0 done, 1 something failed, 2 bad arguments, 77 set-up is not possible here,
130 interrupted.
END_OF_USAGE
}

option() {
    case $1 in
    --quick) chosen=("$1") words=1 ;;
    --planner) path_option "$@" ;;
    *) campaign_option "$@" ;;
    esac
}

# shellcheck disable=SC2034 # run_simulations has it by its name
chosen=() planner=''
parse_campaign option "$@"
other_program=(planner tangram_command tangram)

run_simulations steady "${chosen[@]}"
