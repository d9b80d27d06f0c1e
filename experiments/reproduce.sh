#!/usr/bin/env bash
# The paper's experiments in simulation (Eyraud-Dubois and Lambert 2018, section 5): runs, figures, tables, one report.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/reproduce.sh [--quick] [--out FOLDER] [--report FOLDER] [--jobs N]
                                [--platforms LIST] [--sizes LIST] [--strategies LIST]
                                [--repetitions N] [--modes LIST] [--simulator FILE]

Does its own set-up (as experiments/quickstart.sh), builds tangram-sim in build/release and
runs on the simulated sirocco and mirage, with CPUs and without,
  as in the paper (TANGRAM_MODE=paper): its 29 strategies;
  Tangram's way: variants of them, StarPU's own, and Tangram's,
some of them on sirocco with the time counted that policies take. Then it draws the paper's
figures, and writes a report for each: the first one grades each statement of the paper's
(holds, nearly, weakly, tie, opposite, or mixed). All of it takes some 50 minutes on two fast
cores; a line on stderr says how much is left. Interrupted, the same command goes on where it
was: finished runs are kept until the simulator is built anew from other sources.

  --quick             a subset for continuous integration, some two minutes
  --out FOLDER        finished runs (runs/) and the figures of each, reproduction.json
                      (default build/reproduce)
  --report FOLDER     as in the paper: reproduction.md, .html, and reproduction/ with figures and
                      with results.csv, each run of both modes; Tangram's: reproduction-tangram.md,
                      .html, and reproduction-tangram/ (default: as --out)
  --jobs N            simulations at a time (default: number of processors)
  --platforms LIST    default sirocco,mirage
  --sizes LIST        default 7680,15360,23040,30720
  --strategies LIST   default: all; "tangram-sim policies" lists them
  --repetitions N     with different seeds, of strategies that are random (default 5)
  --modes LIST        default paper,tangram
  --simulator FILE    this tangram-sim instead of building one
Exit status: 0 done, 1 something failed, 2 bad arguments, 77 set-up is not possible here,
130 interrupted.
END_OF_USAGE
}

# list OPTION VALUE PATTERN: comma-separated words, each of which matches.
list() {
    [[ $2 =~ ^$3(,$3)*$ ]] || bad_usage "$1 needs a list such as its default, not '$2'"
}

option() {
    case $1 in
    --quick) words=1 ;;
    --platforms) list "$@" '(sirocco|mirage)' ;;
    --sizes) list "$@" '[1-9][0-9]{0,5}' ;;
    --strategies) list "$@" '[a-z0-9][a-z0-9-]*' ;;
    --repetitions) positive_number "$@" ;;
    --modes) list "$@" '(paper|tangram)' ;;
    *)
        campaign_option "$@"
        return
        ;;
    esac
    chosen+=("${@:1:words}")
}

chosen=()
parse_campaign option "$@"

run_simulations reproduce "${chosen[@]}"
