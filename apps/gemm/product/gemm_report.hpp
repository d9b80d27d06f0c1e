#pragma once

/// What a product took: time, transfers, tasks; by node, by worker, and task by task.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/product/timeline.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "partition/base/allocation.hpp"
#include "sched/base/policy.hpp"
#include "sched/base/task.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace tangram::apps {

/// How far a node's kernels were from what was expected of them.
struct Drift {
    double ratio = 1;            ///< measured time of a full tile, the median, by the expected
    double mean = 1;             ///< the same, of the mean time, without workers' first tiles if they had others
    double middle = 1;           ///< the same, of the mean of the middle half of these
    double expected_seconds = 0; ///< of a full tile: by the model, or corrected (NodeReport::correction)
    std::size_t tiles = 0;       ///< measured
};

/// What one memory node did.
struct NodeReport {
    MemoryNode node;
    double flops_per_second = 0;               ///< planned with
    std::uint64_t tasks = 0;                   ///< executed
    std::optional<std::uint64_t> planned = {}; ///< by the allocation, if there is one
    std::optional<std::uint64_t> stolen = {};  ///< executed though planned elsewhere
    std::uint64_t reductions = 0;              ///< additions of auxiliary tiles executed, which are no tasks above
    std::optional<Drift> drift = {};           ///< nothing if it computed no full tile

    /// Bytes that StarPU may fill; infinite at home, where the matrices are, and without a limit.
    double memory = std::numeric_limits<double>::infinity();

    /// The expected seconds of a full tile by the model's: not 1 if earlier products showed that the model is off.
    double correction = 1;

    /// Has a zone, or computed.
    [[nodiscard]] bool takes_part() const { return tasks > 0 || planned.value_or(0) > 0; }
};

/// What one worker did.
struct WorkerReport {
    unsigned worker = 0;          ///< StarPU's number
    sched::Node node = 0;         ///< position in GemmReport::nodes
    std::uint64_t tasks = 0;      ///< tile products
    std::uint64_t reductions = 0; ///< additions
    double busy_seconds = 0;      ///< in kernels, additions included
};

/// How a product came by its plan.
struct PlanningReport {
    double seconds = 0;  ///< before the first task, of the machine that plans, also in simulation
    bool reused = false; ///< an earlier product of the Runtime had made it
    std::string reason;  ///< how auto chose; else empty
};

struct GemmReport {
    std::int64_t m = 0, n = 0, k = 0;
    std::int64_t tile = 0;
    std::string tile_reason; ///< how it was chosen, if by measuring; else empty
    Precision precision = Precision::double_precision;
    bool reads_c = false;                   ///< beta is not 0
    std::string sched;                      ///< the policy that StarPU really used
    std::optional<std::string> partition;   ///< the allocation's name
    std::optional<PlanningReport> planning; ///< nothing without a plan, and if the caller gave the allocation
    double seconds = 0;                     ///< first task submitted until last task done
    double seconds_total = 0;               ///< ... and C is back in its home node
    double page_locking_seconds = 0; ///< before and behind seconds_total, of the matrices or of buffers for staging
    unsigned staging_threads = 0;    ///< that copied the matrices to and from CUDA devices; 0: CUDA did
    double seconds_bound = 0;        ///< ProductBounds::seconds of all nodes, whether they take part or not
    std::optional<double> scheduling_seconds;  ///< inside our policy, summed over threads
    std::optional<sched::Decisions> decisions; ///< of our policy
    std::vector<TransferredBytes> bytes_by_link;
    double bytes_bound = 0;            ///< ProductBounds::bytes of all nodes, whether they take part or not
    std::uint64_t tasks = 0;           ///< products of tiles
    std::uint64_t reductions = 0;      ///< additions of auxiliary tiles to C
    std::uint64_t auxiliary_bytes = 0; ///< of all auxiliary tiles that were made; they do not live all at once
    std::vector<NodeReport> nodes;
    std::vector<WorkerReport> workers; ///< by node
    Timeline timeline;
    bool calibrated_now = false;
    bool speeds_corrected = false; ///< earlier products of the Runtime said that models were wrong (MeasuredSpeeds)

    /// Tasks that each node executed for each tile of C, rows x columns x nodes.
    std::vector<std::uint32_t> executions;
    std::size_t tile_rows = 0;
    std::size_t tile_columns = 0;
    std::optional<partition::Allocation> allocation;

    [[nodiscard]] double flops() const {
        return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    }
    [[nodiscard]] double gflops() const { return seconds > 0 ? flops() / seconds * 1e-9 : 0; }
    [[nodiscard]] std::uint64_t bytes_total() const;
    [[nodiscard]] std::optional<std::uint64_t> steals() const;

    /// The part of the time until the last task that the node's workers did not compute, 0 to 1.
    [[nodiscard]] double idle_share(sched::Node node) const;
};

} // namespace tangram::apps
