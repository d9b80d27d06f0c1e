#!/usr/bin/env bash
# Time and quality of the partitioners and of their tiles: tables and plots.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/bench/partition.sh [--out FOLDER] [--instances N] [--min-time SECONDS]

Does its own set-up (as experiments/quickstart.sh), builds the benchmarks in build/release
and measures, on one core: time and mean ratio to the bound against the number of processors
for every partitioner, and time, cost by bound and load for every discretisation; then mean
and maximum ratio over random instances of several families of speeds. Takes some 10 minutes.
Keep the machine idle meanwhile.

  --out FOLDER        where partitioners.md, partitioners.svg and tiles.svg go
                      (default build/bench_partition)
  --instances N       random instances per partitioner and family (default 6400)
  --min-time SECONDS  least time of each measurement (default 0.2)
Exit status: 0 done, 1 something failed, 2 bad arguments, 77 set-up is not possible here.
END_OF_USAGE
}

option() {
    case $1 in
    --out) path_option "$@" ;;
    --instances) number_option "$@" ;;
    --min-time)
        [[ $2 =~ ^[0-9]+(\.[0-9]+)?$ ]] || bad_usage "--min-time needs seconds, not '$2'"
        value_option "$@"
        ;;
    *) unknown_option "$1" ;;
    esac
}

out=$root/build/bench_partition
instances=6400
min_time=0.2
parse_options option "$@"

start_log "$root/build/bench"
mkdir -p "$out"
build_release "$(nproc)" bench_partition partition_ratios
python_with_requirements

binaries=$root/build/release/experiments/bench
say "== ratios of $instances instances per partitioner and family"
"$binaries/partition_ratios" --instances "$instances" >"$out/ratios.json"
say "== times (the benchmark's own progress follows)"
"$binaries/bench_partition" --benchmark_min_time="$min_time" \
    --benchmark_out="$out/times.json" --benchmark_out_format=json >&2
"$python" "$root/experiments/bench/partition_tables.py" "$out"
say "results   $out/partitioners.md, partitioners.svg, tiles.svg"
