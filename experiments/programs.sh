#!/usr/bin/env bash
# Programs that are not Tangram's, in simulation and on the emulated node: StarPU's schedulers and Tangram's `auto`.
set -euo pipefail

# shellcheck source=experiments/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END_OF_USAGE'
Usage: experiments/programs.sh [--quick] [--out FOLDER] [--report FOLDER] [--jobs N]
                               [--scheduling-cost 0|1] [--simulator FILE] [--tangram-sim FILE]
                               [--native FILE]

Does its own set-up (as experiments/quickstart.sh), builds libtangram_preload_sim.so and tangram-sim
in build/release, and against StarPU's SimGrid flavour LU, Cholesky, the product, conjugate
gradients, the stencil and the heat propagation of StarPU's source package, unmodified, and
experiments/programs/plain.c, tiled algorithms written with StarPU alone. It runs them on the
simulated sirocco and mirage, and on synthetic nodes of 1, 2 and 8 GPUs with and without CPU workers,
under dmda, dmdas, dmdar, lws, heteroprio (where it runs) and Tangram's auto, and some under
Tangram's strategies that leave out rules of auto. A plain product is compared with tangram-sim gemm
on nodes of 2 to 4 GPUs. LU and Cholesky are executed, too, on the node of
experiments/emulated-node.sh, and verify their results. Then it draws figures, Gantt charts among
them, and writes tables. All of it takes some 13 minutes of processor time; a line on stderr says
how much is left. Interrupted, the same command goes on where it was: finished runs are kept until
Tangram or StarPU is built anew from other sources.

  --quick             a few small ones on sirocco, a synthetic node and the emulated one, under
                      dmdas and auto: a minute
  --out FOLDER        StarPU's source (source/), its programs (bin/, and native/ for the emulated
                      node), models of the synthetic nodes (nodes/), finished runs (runs/) and
                      programs.json (default build/programs)
  --report FOLDER     programs.md, programs*.svg and programs.csv (default: as --out)
  --jobs N            simulations at a time (default: number of processors)
  --scheduling-cost N 1: decisions take the time that they take here; then use --jobs 1 on an
                      idle machine (default 0: they take none)
  --simulator FILE    this libtangram_preload_sim.so instead of building one
  --tangram-sim FILE  this tangram-sim instead of building one
  --native FILE       this libtangram_preload.so instead of building one
Exit status: 0 done, 1 something failed, 2 bad arguments, 77 set-up is not possible here,
130 interrupted.
END_OF_USAGE
}

option() {
    case $1 in
    --quick) chosen+=("$1") words=1 ;;
    --scheduling-cost)
        [[ $2 == [01] ]] || bad_usage "--scheduling-cost needs 0 or 1, not '$2'"
        chosen+=("$1" "$2")
        ;;
    --tangram-sim | --native) path_option "$@" ;;
    *) campaign_option "$@" ;;
    esac
}

# unpack: StarPU's source in $out/source.
unpack() {
    local archive
    archive=$(tangram_cache)/source-1.3.10
    [[ -d $archive ]] || die 77 "$archive is missing: remove $starpu and run cmake/build-starpu.sh simgrid"
    mkdir -p "$out/source" "$out/bin" "$out/native" "$out/without-cuda"
    printf '#include_next <starpu_config.h>\n#undef STARPU_USE_CUDA\n' >"$out/without-cuda/starpu_config.h"
    quietly "unpacking StarPU's source in $out/source" \
        tar -xf "$archive"/starpu_*.orig.tar.* -C "$out/source" --strip-components=1
}

# compile NAME ARGUMENT...: $out/bin/NAME by gcc, $out/native/NAME where the StarPU is the native one; sources are named
# from StarPU's examples/. Those include two versions of cuBLAS's header, which newer ones refuse: as without CUDA.
compile() {
    local name=$1 folder=bin flags
    shift
    [[ $starpu == *-simgrid ]] || folder=native
    cd "$out/source/examples" || exit
    read -ra flags < <(PKG_CONFIG_PATH=$starpu/lib/pkgconfig pkg-config --cflags starpu-1.3)
    [[ $folder == bin ]] || flags=(-I"$out/without-cuda" "${flags[@]}")
    quietly "compiling $folder/$name" gcc -O1 -DSTARPU_OPENBLAS -I. "${flags[@]}" "$@" -o "$out/$folder/$name" \
        -L"$starpu/lib" -Wl,-rpath,"$starpu/lib" -lstarpu-1.3 -lopenblas -lm -lpthread -ldl
}

compile_all() {
    local simulated=$root/experiments/programs/simulated.c emulated=$root/experiments/programs/emulated.c
    local lu=(-w lu/{lu_example_double,dlu_implicit,dlu_implicit_pivot,dlu_kernels}.c common/blas.c)
    local cholesky=(-w cholesky/cholesky_{implicit,models,kernels}.c sched_ctx_utils/sched_ctx_utils.c common/blas.c)
    unpack
    compile lu "${lu[@]}"
    compile cholesky "${cholesky[@]}"
    compile dgemm -w mult/dgemm.c common/blas.c
    compile cg -w cg/{cg,cg_kernels}.c common/blas.c "$simulated"
    compile stencil -w stencil/{life,stencil,stencil-blocks,stencil-kernels,stencil-tasks}.c "$simulated"
    compile heat -w heat/{heat,dw_factolu,dw_factolu_grain,dw_factolu_kernels,dw_factolu_tag,dw_sparse_cg}.c \
        heat/{dw_sparse_cg_kernels,heat_display,lu_kernels_model}.c common/blas.c "$simulated"
    compile plain -Wall -Wextra -Werror "$root/experiments/programs/plain.c"
    local starpu=${starpu%-simgrid}-native
    compile lu "${lu[@]}" "$emulated"
    compile cholesky "${cholesky[@]}" "$emulated"
    cd "$root" || exit
}

chosen=() tangram_sim='' native='' simulator_kind=library
parse_campaign option "$@"

starpu=$(tangram_cache)/starpu-simgrid
start_log "$out"
missing=()
[[ -n $simulator ]] || missing+=(tangram_preload_sim)
[[ -n $tangram_sim ]] || missing+=(tangram_sim_command)
[[ -n $native ]] || missing+=(tangram_preload)
((${#missing[@]} == 0)) || build_release "$jobs" "${missing[@]}"
: "${simulator:=$root/build/release/sched/starpu/libtangram_preload_sim.so}"
: "${tangram_sim:=$root/build/release/apps/tangram-sim}"
: "${native:=$root/build/release/sched/starpu/libtangram_preload.so}"
[[ -f $native ]] || bad_usage "--native needs a library, not '$native'"
[[ -f $tangram_sim && -x $tangram_sim ]] || bad_usage "--tangram-sim needs a program, not '$tangram_sim'"
compile_all

run_simulations programs --starpu "$starpu" --tangram-sim "$tangram_sim" --native "$native" "${chosen[@]}"
