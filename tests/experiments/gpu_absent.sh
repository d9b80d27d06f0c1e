#!/usr/bin/env bash
# gpu.sh with the real programs where there is no GPU, or not all that they load: exit status 77, one line that says so.
# Exit status 77 where there is a GPU.
#   tests/experiments/gpu_absent.sh BUNDLE
set -euo pipefail

bundle=${1:?usage: tests/experiments/gpu_absent.sh BUNDLE}
script=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/experiments/gpu.sh
if nvidia-smi -L >/dev/null 2>&1; then
    echo "there is a GPU here: skipped"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# refused BUNDLE PATTERN
refused() {
    local status=0
    "$script" --bundle "$1" --out "$work/out" >"$work/stdout" 2>"$work/stderr" || status=$?
    cat "$work/stdout" "$work/stderr"
    if [[ $status != 77 || -s $work/stdout || $(wc -l <"$work/stderr") != 1 ]] || ! grep -qE "^gpu.sh: error: $2" "$work/stderr"; then
        echo "expected exit status 77 and one line '$2', not $status and this"
        exit 1
    fi
}

refused "$bundle" "(there is no CUDA driver|no CUDA device)"
cp -a "$bundle" "$work/bundle"
rm "$work"/bundle/lib/libtangram_model.so.*
refused "$work/bundle" "libraries are not found here: libtangram_model.so"
