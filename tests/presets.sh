#!/usr/bin/env bash
# Runs the sanitizers' and lint presets whole, one after the other, and says which are clean.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=cmake/setup.sh
. "$root/cmake/setup.sh"

usage() {
    cat <<'END'
Usage: tests/presets.sh [PRESET...] [-- RUN_ARGUMENT...]

Runs tests/run.sh with each PRESET (default: asan tsan lint long), the next one also where one
fails, and ends with one line for each. The preset long is release with the tests of
ctest -C long alone. Together they take about an hour on two cores with
empty caches. The arguments behind -- go to tests/run.sh, e.g. -- --jobs 4.
Logs: build/presets/PRESET.log.
Exit status: 0 all clean, 1 one is not, 2 bad arguments.
END
}

presets=()
while (($#)); do
    case $1 in
    -h | --help)
        usage
        exit
        ;;
    --)
        shift
        break
        ;;
    release | debug | asan | tsan | lint | long) presets+=("$1") ;;
    *) bad_usage "unknown preset '$1'" ;;
    esac
    shift
done
((${#presets[@]})) || presets=(asan tsan lint long)

logs=$root/build/presets
mkdir -p "$logs"
lines=()
status=0
for preset in "${presets[@]}"; do
    say "== preset $preset (log: $logs/$preset.log)"
    start=$SECONDS
    outcome=clean
    run=("$root/tests/run.sh" --preset "$preset" "$@")
    [[ $preset != long ]] || run=("$root/tests/run.sh" --preset release "$@" -- -C long -L long)
    "${run[@]}" >"$logs/$preset.log" 2>&1 || outcome="FAILED, see $logs/$preset.log"
    [[ $outcome == clean ]] || status=1
    lines+=("$(printf '%-8s %4d s  %s' "$preset" $((SECONDS - start)) "$outcome")")
done
printf '%s\n' "${lines[@]}"
exit "$status"
