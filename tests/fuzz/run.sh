#!/usr/bin/env bash
# Fuzzes the partitioners and what reads their files, with libFuzzer and sanitizers.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=cmake/setup.sh
. "$root/cmake/setup.sh"

usage() {
    cat <<'END'
Usage: tests/fuzz/run.sh [--seconds N] [--target partition|json|saved|all] [--keep]

Does its own set-up (as tests/run.sh, and clang), builds the fuzz targets in build/fuzz and
runs each for N seconds (default 600), starting from tests/fuzz/seeds. Inputs that reach
new code collect in build/fuzz/corpus.

  --keep   adds to tests/fuzz/seeds the smallest set of inputs that covers what was reached
Exit status: 0 nothing found, 1 a finding (its input is named), 2 bad arguments, 77 set-up is
not possible here.
END
}

seconds=600
targets=(partition json saved)
keep=no
while (($#)); do
    case $1 in
    --seconds)
        seconds=${2:-}
        [[ $seconds =~ ^[1-9][0-9]*$ ]] || die 2 "--seconds needs a positive number (see --help)"
        shift
        ;;
    --target)
        case ${2:-} in
        partition | json | saved) targets=("$2") ;;
        all) ;;
        *) die 2 "--target takes partition, json, saved or all (see --help)" ;;
        esac
        shift
        ;;
    --keep) keep=yes ;;
    -h | --help)
        usage
        exit
        ;;
    *) die 2 "unknown argument '$1' (see --help)" ;;
    esac
    shift
done

install_packages "${TANGRAM_PACKAGES[@]}" clang
"$root/cmake/build-starpu.sh" native
cd "$root"
cmake --preset fuzz >/dev/null
cmake --build build/fuzz -t "${targets[@]/%/_fuzz}"

status=0
for target in "${targets[@]}"; do
    seeds=$root/tests/fuzz/seeds/$target
    corpus=$root/build/fuzz/corpus/$target
    mkdir -p "$corpus"
    say "== fuzzing $target for $seconds seconds"
    "build/fuzz/tests/fuzz/${target}_fuzz" -max_total_time="$seconds" -timeout=60 -max_len=4096 -print_final_stats=1 \
        -artifact_prefix="$root/build/fuzz/$target-" "$corpus" "$seeds" 2>&1 |
        grep -vE '^#[0-9]+\s+(NEW|REDUCE|RELOAD)' || status=1
    if [[ $keep == yes ]]; then
        "build/fuzz/tests/fuzz/${target}_fuzz" -merge=1 -max_len=4096 "$seeds" "$corpus"
    fi
done
exit "$status"
