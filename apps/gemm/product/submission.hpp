#pragma once

/// A product's tasks on their way to StarPU. Each accumulates in C(i,j) or in an
/// auxiliary tile. Those of a reduction belong to the node that its tasks are planned on
/// and are added to C(i,j) behind the tile's products (sched::Reduction):
///
///     T(i,j,k) of the keeper      -> C(i,j) ----------+       (or C_aux, too: sched::AuxiliaryTiles::of_all)
///     T(i,j,k) of another node n  -> C_aux(i,j,n) --- add --> C(i,j) home
///
/// With a SharedC StarPU makes and adds the copies, as it is not known beforehand who
/// executes what. Without either there is one at most, for the time before C(i,j) is there; it is
/// added after the first product that accumulates in C(i,j) itself (sched::LateC).

#include "apps/gemm/kernels/add_codelet.hpp"
#include "apps/gemm/kernels/codelets.hpp"
#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/product/executions.hpp"
#include "apps/gemm/product/shared_c.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/runtime/speeds.hpp"
#include "apps/gemm/runtime/tiles.hpp"
#include "sched/base/task.hpp"
#include "sched/zones/reduction.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <starpu.h>

namespace tangram::apps {

/// C = alpha op(A) op(B) + beta C, tile by tile.
struct TiledProduct {
    const TiledMatrix& a;
    const TiledMatrix& b;
    const TiledMatrix& c;
    Precision precision;
    Transpose transa;
    Transpose transb;
    double alpha;
    double beta;
    TileShape full; ///< the shape of all tasks but those at the edges
};

class Submission {
  public:
    /// speeds: whose model the edge tiles are estimated by. reduction: who keeps the
    /// tiles of C; nothing if no two nodes accumulate in one. shared_c, if given: each worker
    /// accumulates in a copy of its own, and C holds beta C already. links_are_independent: what a
    /// device sends home holds up nothing on its way to a device. executions is told about each
    /// task. All but speeds must outlive the tasks, and so must this.
    Submission(const Runtime& runtime, const TiledProduct& product, const Speeds& speeds,
               const std::optional<sched::Reduction>& reduction, SharedC* shared_c, bool links_are_independent,
               Executions& executions);
    ~Submission();
    Submission(const Submission&) = delete;
    Submission& operator=(const Submission&) = delete;

    /// Submits T(i,j,k), which accumulates in its copy of C(i,j), and the tile's
    /// additions when they are due. Each task of the product once; of those on one copy
    /// the first applies beta, or starts from nothing. Throws RunFailure, with all
    /// tasks done, if StarPU refuses one.
    void submit(const sched::Task& task);

    /// Additions that come behind all products (sched::AuxiliaryTiles::of_all). To be called after the last submit().
    /// Throws as that does.
    void submit_additions();

    /// Throws RunFailure if a kernel failed. To be called when all tasks are done.
    void rethrow_failure() const { failure_.rethrow(); }

  private:
    struct Copy {
        std::uint32_t number; ///< sched::Task::copy
        starpu_data_handle_t handle;
    };

    /// A tile of C while its tasks are submitted.
    struct Tile {
        std::uint32_t products = 0;
        std::vector<Copy> copies; ///< that have a task
    };

    [[nodiscard]] GemmTaskArguments arguments(const Speeds& speeds, double beta);
    [[nodiscard]] starpu_data_handle_t new_auxiliary(const sched::Task& task) const;
    void share(Tile& tile, const sched::Task& task);
    void multiply(const sched::Task& task, starpu_data_handle_t copy, GemmTaskArguments& arguments);
    void add_copies(Tile& tile, std::uint32_t i, std::uint32_t j);
    [[nodiscard]] bool adds_behind_all() const {
        return reduction_ && reduction_->auxiliary() == sched::AuxiliaryTiles::of_all;
    }
    void send_home(starpu_data_handle_t c) const;
    static void submit_to_starpu(starpu_task* task);

    const Runtime& runtime_;
    TiledProduct product_;
    const std::optional<sched::Reduction>& reduction_;
    bool links_are_independent_;
    Executions& executions_;
    KernelFailure failure_;
    GemmCodelets& products_;
    AddCodelet& additions_;
    GemmTaskArguments first_;     ///< of the first task on C(i,j), which applies beta
    GemmTaskArguments first_aux_; ///< of the first task on an auxiliary tile
    GemmTaskArguments later_;
    SharedC* shared_c_;
    AddArguments add_;
    std::vector<Tile> tiles_;
};

} // namespace tangram::apps
