#include "apps/gemm/product/run_warnings.hpp"

#include "apps/gemm/matrix/tile_grid.hpp"
#include "apps/gemm/runtime/device_memory.hpp"
#include "apps/gemm/support/format_bytes.hpp"
#include "sched/plan/misfit.hpp"
#include "sched/plan/nodes_that_keep_up.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace tangram::apps {

namespace {

/// What computes tiles side by side.
struct Computing {
    std::int64_t count = 0;
    const char* name = "";
};

Computing computing_units(const std::vector<MemoryNode>& nodes) {
    std::int64_t devices = 0;
    std::int64_t cpu_workers = 0;
    for (const MemoryNode& node : nodes) {
        if (node.is_home) {
            cpu_workers += std::ssize(node.workers);
        } else {
            ++devices;
        }
    }
    return devices > 0 ? Computing{devices, "devices"} : Computing{cpu_workers, "CPU workers"};
}

} // namespace

void warn_of_nodes_behind(const Runtime& runtime, const PreparedProduct& prepared, const Notify& notify) {
    const bool is_new = prepared.planning && !prepared.planning->reused;
    if (!notify || !is_new || runtime.strategy()->as<sched::Strategy::Planned>() == nullptr) {
        return;
    }
    for (const std::string& name : nodes_behind(*prepared.plan.allocation(), prepared.planned)) {
        notify(fmt::format("warning: a worker of {} needs longer for one tile of C than the faster nodes for all; the "
                           "strategy auto would give it none",
                           name));
    }
}

void warn_of_misfit(const PreparedProduct& prepared, const GemmOptions& options) {
    if (!options.notify || !options.allocation) {
        return;
    }
    const std::optional<sched::Misfit> misfit = sched::misfit(*prepared.plan.allocation(), prepared.planned);
    if (!misfit) {
        return;
    }
    std::string shares;
    for (std::size_t node = 0; node < misfit->given.size(); ++node) {
        shares += fmt::format("{}{} {:.1f}%, has {:.1f}%", node == 0 ? "" : "; ", prepared.planned.nodes[node].name,
                              100 * misfit->fitting[node], 100 * misfit->given[node]);
    }
    options.notify(fmt::format("warning: allocation {} does not fit the speeds: its slowest node takes {:.1f} times as "
                               "long as with fitting shares ({})",
                               options.allocation->name, misfit->times, shares));
}

void warn_of_few_tiles(const Runtime& runtime, const PreparedProduct& prepared, const TileShape& size,
                       const GemmOptions& options) {
    const bool tiles_are_chains = !prepared.plan.shares_c && !prepared.plan.reduction;
    if (!options.notify || options.tile == 0 || !tiles_are_chains) {
        return;
    }
    const Computing computing = computing_units(runtime.nodes());
    const std::int64_t tiles = prepared.grid.rows * prepared.grid.columns;
    const std::int64_t most = Tiling{size.m, smallest_good_tile}.count() * Tiling{size.n, smallest_good_tile}.count();
    if (tiles < computing.count && most >= computing.count) {
        options.notify(fmt::format("warning: C is {} tile{} for {} {}, so some are idle; smaller tiles occupy more",
                                   tiles, tiles == 1 ? "" : "s", computing.count, computing.name));
    }
}

void warn_of_lost_memory(const Runtime& runtime, double matrix_bytes, const Notify& notify) {
    constexpr double little = 0.6; // less than what StarPU does not find as CUDA rounds tiles up, by half at most
    if (!notify) {
        return;
    }
    for (const DeviceRoom& room : rooms_on_devices(runtime.nodes())) {
        if (room.found < std::min(matrix_bytes, little * room.planned)) {
            notify(fmt::format("warning: {} has room for {} of tiles, not for the {} that were to be used: others may "
                               "have taken its memory, and tiles been moved more often",
                               room.name, format_bytes(room.found), format_bytes(room.planned)));
        }
    }
}

} // namespace tangram::apps
