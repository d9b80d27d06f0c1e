#!/usr/bin/env bash
# Compiles each installed header by itself, with no other folder than the installed ones: neither StarPU's headers nor
# those of the checkout.
#   tests/install/headers.sh BUILD_FOLDER JOBS [COMPILER]
set -euo pipefail

build=${1:?usage: tests/install/headers.sh BUILD_FOLDER JOBS [COMPILER]}
jobs=${2:?usage: tests/install/headers.sh BUILD_FOLDER JOBS [COMPILER]}
export COMPILER=${3:-c++}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --component headers --prefix "$work" >/dev/null
cd "$work/include/tangram"
compile() {
    echo "#include \"$1\"" | "$COMPILER" -std=c++20 -fsyntax-only -I . -x c++ - || {
        echo "the installed header $1 does not compile by itself" >&2
        return 1
    }
}
export -f compile
mapfile -d '' headers < <(find . -name '*.hpp' -print0)
((${#headers[@]})) || { echo "no header is installed" >&2; exit 1; }
# shellcheck disable=SC2016  # the shells that xargs starts expand it
printf '%s\0' "${headers[@]}" | xargs -0 -n 1 -P "$jobs" bash -c 'compile "$1"' _
echo "${#headers[@]} installed headers compile by themselves"
