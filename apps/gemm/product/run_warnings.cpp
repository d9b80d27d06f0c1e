#include "apps/gemm/product/run_warnings.hpp"

#include "apps/gemm/runtime/device_memory.hpp"
#include "apps/gemm/support/format_bytes.hpp"
#include "sched/plan/misfit.hpp"
#include "sched/plan/nodes_that_keep_up.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

namespace tangram::apps {

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
