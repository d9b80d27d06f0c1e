#!/usr/bin/env bash
# Random simulated nodes: auto against the better of dmda and dmdas.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/random-nodes.sh [--nodes N] [--seed S] [--out FOLDER] [--report FOLDER]
                                   [--jobs N] [--simulator FILE]

Does its own set-up (as experiments/quickstart.sh), builds tangram-sim in build/release and
draws nodes at random: 1 to 8 GPUs of one or two speeds, up to 32 CPU workers, links with and
without a shared bus. On each it runs one product under auto, dmda and dmdas, simulated. Then
it draws a figure and writes a table. All of it takes some 10 minutes of processor time; a
line on stderr says how much is left. Interrupted, the same command goes on where it was:
finished runs are kept until the simulator is built anew from other sources.

  --nodes N           number of nodes (default 200)
  --seed S            of the random numbers (default 2026)
  --out FOLDER        finished runs (runs/) (default build/random-nodes)
  --report FOLDER     random-nodes.md, random-nodes.svg and random-nodes.csv (default: as --out)
  --jobs N            simulations at a time (default: number of processors)
  --simulator FILE    this tangram-sim instead of building one
Exit status: 0 done, 1 something failed, 2 bad arguments, 77 set-up is not possible here,
130 interrupted.
END_OF_USAGE
}

option() {
    case $1 in
    --nodes | --seed) number_option "$@" ;;
    *) campaign_option "$@" ;;
    esac
}

nodes=200 seed=2026
parse_campaign option "$@"

run_simulations random_nodes --nodes "$nodes" --seed "$seed"
