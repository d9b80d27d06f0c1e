#!/usr/bin/env bash
# Products on emulated GPUs that take the time of real ones, and what the host does for a task: two tables.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/bench/rehearsal.sh [--out FOLDER] [--turns N] [--size N] [--tile T] [--gflops G] [--link GB]

Does its own set-up (as experiments/quickstart.sh), builds Tangram and the emulated CUDA devices
of the tests in build/release, and runs StarPU's and Tangram's real code on them. The devices
compute nothing; a kernel takes the time of a GPU with --gflops, a copy that of a link with
--link GB/s each way. Table 1: products on one, two and four such devices, under auto and dmda in
turns, until C is home, by the speed of the devices. Table 2: microseconds for a task on a device
that takes no time, by settings of StarPU's. Keep the machine idle meanwhile. It takes five
minutes, and memory for three matrices in double precision (14.5 GB for N = 24576).

  --out FOLDER  where rehearsal.md and rehearsal.json go (default build/bench_rehearsal)
  --turns N     of each product; medians are shown (default 3)
  --size N      of the products of table 1 (default 24576)
  --tile T      of their tiles (default 2048)
  --gflops G    speed of an emulated device (default 60000)
  --link GB     of its link to RAM, GB/s each way (default 50)
Exit status: 0 done, 1 something failed, 2 bad arguments, 77 set-up is not possible here, or there is no CUDA toolkit.
END_OF_USAGE
}

option() {
    case $1 in
    --out) path_option "$@" ;;
    --turns | --size | --tile | --gflops | --link) number_option "$@" ;;
    *) unknown_option "$1" ;;
    esac
}

out=$root/build/bench_rehearsal turns=3 size=24576 tile=2048 gflops=60000 link=50
parse_options option "$@"

start_log "$root/build/bench"
mkdir -p "$out"
build_release "$(nproc)" all
emulated=$root/build/release/tests/emulated_cuda/lib64
[[ -d $emulated ]] || die 77 "there are no emulated CUDA devices: they need the CUDA toolkit"
exec python3 "$root/experiments/bench/rehearsal.py" "$root/build/release/apps/tangram" "$emulated" "$out" \
    "$turns" "$size" "$tile" "$gflops" "$link"
