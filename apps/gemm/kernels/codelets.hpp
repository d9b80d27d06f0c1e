#pragma once

/// The GEMM task as StarPU sees it: kernels for each kind of device and models of
/// its time. A task's buffers are the tiles op(A)(i,k), op(B)(k,j), C(i,j). How to add a
/// kernel: docs/kernels.md.

#include "apps/gemm/kernels/kernel_failure.hpp"
#include "apps/gemm/matrix/matrix.hpp"

#include <cstdint>
#include <string>

#include <starpu.h>

namespace tangram::apps {

/// What the tasks of one product share; must outlive them.
struct GemmTaskArguments {
    Transpose transa = Transpose::no;
    Transpose transb = Transpose::no;
    double alpha = 1;
    double beta = 1;
    bool commutes = false; ///< may change places with others that add to the same tile (not where beta is 0)
    bool shares_c = false; ///< accumulates in its worker's copy (SharedC), beta is 1
    int cores_per_cpu_worker = 1;
    KernelFailure* failure = nullptr;

    /// The full tile that edge tiles are compared with: its history model, its
    /// footprint there and its work. Unused by other tasks.
    starpu_perfmodel* full_model = nullptr;
    std::uint32_t full_footprint = 0;
    double full_flops = 0;
};

/// What StarPU calls the history model of full tiles.
std::string model_symbol(Precision precision, unsigned cores_per_cpu_worker);

/// The codelets of one precision for CPU workers of a given number of cores.
/// Static, as StarPU writes the models when it shuts down.
///
/// Full tiles have a history-based model, the one whose speeds are planned with.
/// Edge tiles are estimated from it by their work, so that a policy of StarPU's
/// (dmda) does not start to calibrate in the middle of a product because of them.
class GemmCodelets {
  public:
    static GemmCodelets& of(Precision precision, unsigned cores_per_cpu_worker);

    GemmCodelets(const GemmCodelets&) = delete;
    GemmCodelets& operator=(const GemmCodelets&) = delete;
    ~GemmCodelets() = default;

    starpu_codelet full{};
    starpu_codelet edge{};
    starpu_codelet warm_up{}; ///< without a model: leaves no trace in it
    starpu_perfmodel model{};

  private:
    GemmCodelets(Precision precision, unsigned cores_per_cpu_worker);

    std::string symbol_;
    starpu_perfmodel edge_model_{};
};

/// How a task that adds to a tile accesses it.
starpu_data_access_mode accumulation_mode(bool commutes);

/// Floating-point operations of one task: 2 m n k of its tiles.
double task_flops(starpu_data_handle_t a, starpu_data_handle_t c, Transpose transa);

/// What the history model knows a GEMM task by: m, n and k. So transposed tiles share the history of the others, which
/// is calibrated: kernels take about the same time for all, and StarPU's own footprint of tiles as they are stored
/// would leave oblong ones without a model. Where nothing is transposed it is that footprint.
std::uint32_t gemm_footprint(starpu_task* task);

/// Makes the task C += op(A) op(B) on three tiles, not yet submitted. C is not
/// read where arguments.beta = 0.
starpu_task* make_gemm_task(starpu_codelet& codelet, starpu_data_handle_t a, starpu_data_handle_t b,
                            starpu_data_handle_t c, GemmTaskArguments& arguments);

} // namespace tangram::apps
