#!/usr/bin/env bash
# Load exchange by SimGrid: whether what the event simulator says depends on its model of the network.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/exchange-simgrid.sh [--quick] [--out FOLDER] [--report FOLDER] [--jobs N]
                                       [--s4u FILE] [--simulator FILE]

Does its own set-up (as experiments/quickstart.sh), builds tangram-s4u and tangram-sim in
build/release and runs their command `exchange` beside each other: the distributed
factorisation of two synthetic trees on 16 to 128 simulated processes, with each mechanism.
Then it writes how SimGrid's figures compare with the event simulator's. A line on stderr says
how much is left. Interrupted, the same command goes on where it was: finished runs are kept
until the programs are built anew from other sources.

  --quick             a subset, less than a minute
  --out FOLDER        finished runs (simgrid/, events/) (default build/exchange-simgrid)
  --report FOLDER     exchange-simgrid.md and exchange-simgrid.csv (default: as --out)
  --jobs N            runs at a time (default: number of processors)
  --s4u FILE          this tangram-s4u instead of building one
  --simulator FILE    this tangram-sim instead of building one
Exit status: 0 done, 1 something failed, 2 bad arguments, 77 set-up is not possible here,
130 interrupted.
END_OF_USAGE
}

option() {
    case $1 in
    --quick) chosen=("$1") words=1 ;;
    --s4u) path_option "$@" ;;
    *) campaign_option "$@" ;;
    esac
}

# shellcheck disable=SC2034 # run_simulations has it by its name
chosen=() s4u=''
parse_campaign option "$@"
other_program=(s4u tangram_s4u_command tangram-s4u)

run_simulations exchange.simgrid "${chosen[@]}"
