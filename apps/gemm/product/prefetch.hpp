#pragma once

/// Fetches the tiles of a zone to its node from the first submission on, in the order in
/// which its tasks will use them. A window of ready tasks (sched::Dispatcher) looks only as
/// far as tasks are ready, which is one product for each tile of C: too short for links
/// that are the bottleneck at the start, and idle later.
///
/// They are idle requests of StarPU's: one at a time for each device, when nothing else is
/// to be fetched. More at a time would have the thread that drives a device allocate memory
/// for all of them (up to a millisecond each) while it should start kernels: where links
/// are fast that costs 5% (simulated: four GPUs of 1000 GFlop/s) to 48% (of 7000).
///
/// Where links bring tiles faster than devices find memory for them, even one at a time is too much if it goes on: the
/// devices wait for each other's allocations, and kernels for the threads. There a tile is requested only a number of
/// products before its own (ProductPlan::products_ahead): the allocations are spread over the whole time.
///
/// Not where devices copy faster from each other than from RAM: StarPU chooses the source
/// when a tile is requested, and so early only RAM has it.

#include "apps/gemm/product/submission.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "sched/base/product_tiles.hpp"
#include "sched/base/task.hpp"
#include "sched/plan/product_plan.hpp"

#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

namespace tangram::apps {

class Prefetch {
  public:
    /// staged: threads copy the tiles, several at a time (cuda/staged_copies.hpp). product must outlive this.
    Prefetch(const Runtime& runtime, const TiledProduct& product, const sched::ProductPlan& plan, bool staged);

    Prefetch(const Prefetch&) = delete;
    Prefetch& operator=(const Prefetch&) = delete;
    ~Prefetch() = default;

    /// Requests, now or later, those tiles of T(i,j,k), about to be submitted, that the node has not and
    /// that were not requested for it before: not auxiliary ones, nor those that are
    /// written only or have at most ProductPlan::late_tile_limit bytes, nor more than there are bytes to fill.
    void request(const sched::Task& task, sched::Node node);

    /// A worker of the memory node has ended a product: what is due now is requested. Workers may call it at once.
    void product_ended(unsigned memory_node);

  private:
    /// A tile that is requested when the node has ended so many products.
    struct Later {
        starpu_data_handle_t handle;
        double products;
    };

    struct Destination {
        unsigned memory_node;        ///< StarPU's number
        double free_bytes;           ///< that may still be filled; 0 at home, where the tiles are
        double ahead;                ///< products
        std::vector<bool> requested; ///< by tile; those that are due later, too
        double planned = 0;          ///< products that request() was told of
        double ended = 0;
        std::deque<Later> later = {}; ///< the next one first
    };

    void request(sched::Tile tile, starpu_data_handle_t handle, Destination& to);
    void fetch(starpu_data_handle_t handle, unsigned memory_node) const;
    std::optional<starpu_data_handle_t> due(Destination& to);

    const TiledProduct& product_;
    std::size_t late_tile_limit_;
    bool staged_;
    sched::ProductTiles tiles_;
    std::vector<Destination> destinations_; ///< by node
    std::mutex mutex_;                      ///< of `ended` and `later` of all; not held while StarPU is called
};

} // namespace tangram::apps
