#!/usr/bin/env bash
# Load exchange: naive, increments and snapshots beside the statements of Guermouche and L'Excellent (2005).
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/exchange.sh [--quick] [--out FOLDER] [--report FOLDER] [--jobs N]
                               [--simulator FILE]

Does its own set-up (as experiments/quickstart.sh), builds tangram-sim in build/release and
runs its command `exchange`: the distributed factorisation of two synthetic trees, with 16
seeds, and of two grids, on 32, 64 and 128 simulated processes, with each mechanism, with and
without a thread, by memory and by workload. Then it draws figures, writes the paper's tables
in kind, and says which of its statements hold. A line on stderr says how much is left.
Interrupted, the same command goes on where it was: finished runs are kept until the simulator
is built anew from other sources.

  --quick             a subset for continuous integration, less than a minute
  --out FOLDER        finished runs (runs/) (default build/exchange)
  --report FOLDER     exchange.md, exchange.csv and exchange-*.svg (default: as --out)
  --jobs N            runs at a time (default: number of processors)
  --simulator FILE    this tangram-sim instead of building one
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

run_simulations exchange "${chosen[@]}"
