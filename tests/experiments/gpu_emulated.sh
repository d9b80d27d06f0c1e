#!/usr/bin/env bash
# gpu.sh with the real programs on an emulated GPU: all variants are verified, and every method is measured.
#   tests/experiments/gpu_emulated.sh BUNDLE CUDA_HOME
set -euo pipefail

bundle=${1:?usage: tests/experiments/gpu_emulated.sh BUNDLE CUDA_HOME}
script=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/experiments/gpu.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

export LD_LIBRARY_PATH=${2:?}/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} # first: there may be a GPU
CUDA_HOME=$2 EMULATED_CUDA_MEMORY=2000 STARPU_WORKERS_NOBIND=1 "$script" --bundle "$bundle" --out "$work" \
    --budget 1800 --sizes 2048 --float-sizes 512 --rounds 1 | tee "$work/table"
grep -q '^Emulated CUDA device' "$work/table" || { echo "expected the emulated device"; exit 1; }
grep -q '^38 of 38 variants verified' "$work/table" || { echo "expected 38 variants"; exit 1; }
for method in 'cuBLAS, data on the GPU' 'Tangram, GPU alone  ' 'cuBLASXt  ' 'Tangram, GPU + CPUs' 'Tangram, GPU alone, pageable memory' \
    'dmda, GPU + CPUs' 'memory limited to 62 MiB' 'cuBLASXt, pageable memory' 'cuBLASXt, page-locks in the product'; do
    grep -q "^2048  double .*$method.* products$" "$work/table" || { echo "expected a figure of $method"; exit 1; }
done
