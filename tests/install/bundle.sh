#!/usr/bin/env bash
# The bundle, copied elsewhere, runs with its own libraries and the system's and CUDA's alone, whatever LD_LIBRARY_PATH has.
#   tests/install/bundle.sh BUNDLE [CUDA_LIBRARY_FOLDER]
set -euo pipefail

bundle=$(realpath "${1:?usage: tests/install/bundle.sh BUNDLE [CUDA_LIBRARY_FOLDER]}")
cuda_folder=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -a "$bundle" "$work/bundle"
failed=0
fail() {
    echo "$*"
    failed=1
}

# Files of the libraries' names that no program can load.
mkdir "$work/broken"
for library in "$work"/bundle/lib/*; do
    : >"$work/broken/$(basename "$library")"
done

# alone COMMAND...: knows nothing of the machine but where CUDA is, and finds broken libraries first.
alone() {
    env -i "PATH=/usr/bin:/bin" "HOME=$work" "LD_LIBRARY_PATH=$work/broken${cuda_folder:+:$cuda_folder}" "$@"
}

echo "== whole files of at most 100 MB, that look for libraries beside them first"
links=$(find "$work/bundle" ! -type f ! -type d)
[[ -z $links ]] || fail "there are links, which copies may lose: $links"
(($(du -sb "$work/bundle" | cut -f1) < 100000000)) || fail "the bundle is large: $(du -sh "$work/bundle")"
for file in "$work"/bundle/{bin,lib}/*; do
    path=$(readelf -d "$file" | sed -nE 's/.*\((RPATH|RUNPATH)\).*\[(.*)\]/\1 \2/p')
    # shellcheck disable=SC2016 # as the loader expands it
    [[ $path == 'RPATH $ORIGIN' || $path == 'RPATH $ORIGIN/../lib' ]] || fail "${file#"$work"/} has the run path '$path'"
done

echo "== what they load"
system='lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s)\.so|ld-linux|linux-vdso'
cuda='lib(cuda|cudart|cublas|cublasLt|cusparse|nvJitLink|nvidia-ml)\.so'
for file in "$work"/bundle/{bin,lib}/*; do
    foreign=$(alone ldd "$file" | grep -vE "^\s*(/lib64/)?($system|$cuda)" | grep -vF "=> $work/bundle/" || true)
    [[ -z $foreign ]] || fail "${file#"$work"/} loads"$'\n'"$foreign"
done

echo "== they run"
alone "$work/bundle/bin/tangram" --version
alone STARPU_NCUDA=0 STARPU_NOPENCL=0 STARPU_SILENT=1 "$work/bundle/bin/tangram" gemm --size 256 --verify full
if [[ -x $work/bundle/bin/bench_cublas ]]; then
    alone "$work/bundle/bin/bench_cublas" --help >/dev/null
fi
exit "$failed"
