#!/usr/bin/env bash
# Simulated GPUs whose memory holds less than their zone: what moves, by the bound for that memory.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/memory.sh [--out FOLDER] [--report FOLDER] [--jobs N] [--simulator FILE]

Does its own set-up (as experiments/quickstart.sh), builds tangram-sim in build/release and
runs products on the simulated sirocco whose GPUs have memory for all of their zone down to a
tenth of it: Tangram's strategies by blocks of zones, one of them in the order of submission,
and dmda. Then it draws a figure and writes a table. All of it takes some 5 minutes of
processor time; a line on stderr says how much is left. Interrupted, the same command goes on
where it was: finished runs are kept until the simulator is built anew from other sources.

  --out FOLDER        finished runs (runs/) and results.json (default build/memory)
  --report FOLDER     memory.md, memory.svg and memory.csv (default: as --out)
  --jobs N            simulations at a time (default: number of processors)
  --simulator FILE    this tangram-sim instead of building one
Exit status: 0 done, 1 something failed, 2 bad arguments, 77 set-up is not possible here,
130 interrupted.
END_OF_USAGE
}

parse_campaign campaign_option "$@"

run_simulations memory
