#!/usr/bin/env bash
# Products on several nodes: zones by speeds against block-cyclic, simulated; four processes here, beside pdgemm.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/cluster.sh [--quick] [--no-native] [--out FOLDER] [--report FOLDER] [--jobs N]
                              [--smpi FILE] [--mpi FILE] [--bench FILE] [--simulator FILE]

Does its own set-up (as experiments/quickstart.sh), builds tangram-smpi, tangram-mpi and
tangram-sim in build/release and runs products on 1 to 16 simulated nodes, equal and unequal, on
networks of 10 to 400 Gbit/s: zones by speeds and block-cyclic, with auto and dmda in the nodes.
Then it runs four processes of this machine, with 4, 2, 1 and 1 workers: tangram-mpi, a program
with matrices of its own by tangram::cluster, and ScaLAPACK's pdgemm (Debian:
libscalapack-openmpi-dev), one after the other. At the end it draws figures and says which of the
project's goals are reached. All of it takes some 25 minutes of processor time; a line on stderr says how much is left. Interrupted, the same command goes on where it
was: finished runs are kept until the programs are built anew from other sources.

  --quick             a subset for continuous integration, half a minute, without real processes
  --no-native         without real processes: neither MPI nor ScaLAPACK is needed
  --out FOLDER        finished runs (alone/, cluster/, native/) (default build/cluster)
  --report FOLDER     cluster.md, cluster.csv and cluster-*.svg (default: as --out)
  --jobs N            simulations at a time (default: number of processors)
  --smpi FILE         this tangram-smpi instead of building one
  --mpi FILE          this tangram-mpi instead of building one
  --bench FILE        this bench_distributed instead of building one
  --simulator FILE    this tangram-sim instead of building one
Exit status: 0 done, 1 something failed, 2 bad arguments, 77 set-up is not possible here,
130 interrupted.
END_OF_USAGE
}

option() {
    case $1 in
    --quick) chosen=("$1") native=() words=1 ;;
    --no-native) native=() words=1 ;;
    --smpi | --mpi | --bench) path_option "$@" ;;
    *) campaign_option "$@" ;;
    esac
}

# compile_pdgemm: $out/pdgemm, with the libraries that pkg-config names.
compile_pdgemm() {
    local libraries
    install_packages build-essential pkg-config libopenmpi-dev openmpi-bin libscalapack-openmpi-dev
    read -ra libraries < <(pkg-config --libs scalapack-openmpi)
    quietly "compiling pdgemm" mpicc -O2 -Wall -Wextra -Werror "$root/experiments/cluster/pdgemm.c" -o "$out/pdgemm" \
        "${libraries[@]}" -lm
}

# shellcheck disable=SC2034 # run_simulations has them by their names
chosen=() smpi='' mpi='' bench='' native=(mpi tangram_mpi_command tangram-mpi bench bench_distributed bench_distributed)
parse_campaign option "$@"
other_program=(smpi tangram_smpi_command tangram-smpi "${native[@]}")

if ((${#native[@]})); then
    start_log "$out"
    compile_pdgemm
    chosen+=(--pdgemm "$out/pdgemm")
fi
run_simulations cluster "${chosen[@]}"
