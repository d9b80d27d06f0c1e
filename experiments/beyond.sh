#!/usr/bin/env bash
# Simulated nodes of up to 16 GPUs: from how many on three dimensions win.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/beyond.sh [--out FOLDER] [--report FOLDER] [--jobs N] [--simulator FILE]

Does its own set-up (as experiments/quickstart.sh), builds tangram-sim in build/release and
runs products of two shapes on simulated nodes of 2 to 16 GPUs, equal ones and two
generations, with several kinds of links: plans in two dimensions and in three, these with
reductions and C-axis factors 1 and 2, and the strategies of Eyraud-Dubois and Lambert as in
their paper. Then it compares the traffic of plans for up to 64 GPUs, draws a figure and writes
what it says. All of it takes some 20 minutes of processor time; a line on stderr says how
much is left. Interrupted, the same command goes on where it was: finished runs are kept
until the simulator is built anew from other sources.

  --out FOLDER        finished runs (runs/) and results.json (default build/beyond)
  --report FOLDER     beyond.md, beyond.svg and beyond.csv (default: as --out)
  --jobs N            simulations at a time (default: number of processors)
  --simulator FILE    this tangram-sim instead of building one
Exit status: 0 done, 1 something failed, 2 bad arguments, 77 set-up is not possible here,
130 interrupted.
END_OF_USAGE
}

parse_campaign campaign_option "$@"

run_simulations beyond
