#!/usr/bin/env bash
# A GPU: all variants of the product verified, then Tangram measured beside cuBLAS, cuBLASXt and dmda.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/gpu.sh [--bundle FOLDER] [--out FOLDER] [--budget SECONDS] [--quick] [--sizes N,...]
                          [--float-sizes N,...] [--rounds R] [--tile T] [--sanitizer]
       experiments/gpu.sh --draw FILE [--out FOLDER]

Verifies products on the first GPU (transposes, precisions, alpha and beta, reductions, memory
too small for the matrices; on the GPU alone and with the CPUs), then measures C = A B from
host memory by Tangram (page-locked and pageable), by StarPU's dmda with the same tiles and by cuBLASXt
with its best blocks, and by cuBLAS where the data already is, in turns. Prints a table and which of the
project's own targets are met.
A line on stderr says how much time is left; what is finished is kept at any time.

Needs Python 3.10, a driver and CUDA's libraries (the toolkit's, or those of Python's packages),
but no network, compiler or root: the programs come in a bundle, made elsewhere by
    cmake --build --preset release --target bundle

  --bundle FOLDER     default: build/release/bundle, which is built if it is not there
  --out FOLDER        gpu.md, gpu.json, gpu-*.svg (default: build/gpu)
  --budget SECONDS    no run begins that would not end by then (default 540; quick: 75)
  --quick             small sizes, once
  --sizes N,...       in double precision; the first one matters most, and of the others cheap
                      ones come first (default 32768,16384,24576,8192,40960,49152; quick: 8192,4096)
  --float-sizes N,... in single precision, or none (default 16384,32768,49152; quick: 8192)
  --rounds R          turns of each method (default 2; quick: 1)
  --tile T            of Tangram's products (default: chosen by measured kernels and links)
  --sanitizer         a small product under compute-sanitizer besides, where it is installed
  --draw FILE         the page and its pictures of a gpu.json, in its folder or --out; installs
                      matplotlib in build/venv where it is missing
Exit status: 0 done, 1 a result was wrong or a run of Tangram failed (to take too long is no failure once
results are verified), 2 bad arguments, 77 there is no GPU, CUDA or Python here, 130 interrupted.
END_OF_USAGE
}

option() {
    case $1 in
    --bundle | --out | --draw) path_option "$@" ;;
    --budget | --rounds | --tile) number_option "$@" ;;
    --sizes) sizes_option "$@" ;;
    --float-sizes) if [[ $2 == none ]]; then value_option "$@"; else sizes_option "$@"; fi ;;
    --quick) quick=yes words=1 ;;
    --sanitizer) sanitizer=--sanitizer words=1 ;;
    *) unknown_option "$1" ;;
    esac
}

# sizes_option OPTION VALUE
sizes_option() {
    local size='([1-9][0-9]{0,4}|1[0-9]{5}|200000)' # as the programs take them
    [[ $2 =~ ^$size(,$size)*$ ]] || bad_usage "$1 needs sizes of at most 200000 such as 8192,16384, not '$2'"
    value_option "$@"
}

set_defaults() {
    if [[ -n $quick ]]; then
        : "${budget:=75}" "${sizes:=8192,4096}" "${float_sizes:=8192}" "${rounds:=1}"
    else
        : "${budget:=540}" "${sizes:=32768,16384,24576,8192,40960,49152}" "${float_sizes:=16384,32768,49152}" "${rounds:=2}"
    fi
}

check_python() {
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || die 77 "python3 is missing or older than 3.10"
}

# draw_only: python is one with matplotlib.
draw_only() {
    [[ -f $draw ]] || bad_usage "--draw needs a gpu.json, not '$draw'"
    : "${out:=$(dirname "$draw")}"
    python=python3
    if ! python3 -c 'import matplotlib' 2>/dev/null; then
        start_log "$out"
        python_with_requirements
    fi
    exec "$python" -m gpu --draw "$draw" --out "$out"
}

# find_bundle: sets bundle.
find_bundle() {
    if [[ -z $bundle ]]; then
        bundle=$root/build/release/bundle
        if [[ ! -d $bundle ]]; then
            start_log "$out"
            build_release "$(nproc)" bundle
        fi
    fi
    local program
    for program in tangram bench_cublas; do
        [[ -x $bundle/bin/$program ]] || bad_usage "--bundle needs a folder with bin/$program, which '$bundle' has not"
    done
}

main() {
    local command="experiments/gpu.sh${*:+ $*}"
    bundle='' out='' draw='' budget='' sizes='' float_sizes='' rounds='' tile='' quick='' sanitizer=''
    parse_options option "$@"
    check_python
    export PYTHONPATH=$root/experiments PYTHONDONTWRITEBYTECODE=1
    [[ -z $draw ]] || draw_only
    set_defaults
    mkdir -p "${out:=$root/build/gpu}" || die 1 "cannot make the folder $out"
    find_bundle
    exec python3 -m gpu --bundle "$bundle" --out "$out" --command "$command" --budget "$budget" --sizes "$sizes" \
        --float-sizes "$float_sizes" --rounds "$rounds" ${tile:+--tile "$tile"} ${sanitizer:+"$sanitizer"}
}

main "$@"
