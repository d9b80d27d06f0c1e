#!/usr/bin/env bash
# A command on a node with accelerators, emulated on a machine without.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=cmake/setup.sh
. "$root/cmake/setup.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/emulated-node.sh COMMAND [ARGUMENT...]

Runs the command, such as `tangram gemm --size 2048 --tile 256`, on an emulated node: RAM with
one CPU worker, and three OpenCL devices that PoCL emulates on the CPU. Each device has memory
of its own and real copies, so results and bytes are real; but all share the cores of this
machine, so times say little. Accelerators of the machine itself are not used.

It sets variables of PoCL and StarPU for the command alone. With `bash` as the command they
last until `exit`. StarPU's measurements of this node are kept apart, in build/emulated-node;
STARPU_PERF_MODEL_DIR=FOLDER keeps them elsewhere.
Exit status: that of the command, 2 without one.
END_OF_USAGE
}

case ${1:-} in
-h | --help)
    usage
    exit
    ;;
'') bad_usage "a command is missing" ;;
esac

export POCL_DEVICES="basic basic basic" STARPU_OPENCL_ON_CPUS=1 STARPU_WORKERS_NOBIND=1
export STARPU_NCPU=1 STARPU_NOPENCL=3 STARPU_NCUDA=0 STARPU_SILENT=1
export STARPU_PERF_MODEL_DIR=${STARPU_PERF_MODEL_DIR:-$root/build/emulated-node}
mkdir -p "$STARPU_PERF_MODEL_DIR"
exec "$@"
