#include "apps/gemm/product/scheduled_product.hpp"

#include "model/analysis.hpp"
#include "sched/starpu/still_there.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tangram::apps {

namespace {

/// When strategies in two phases change: as the settings say, or as the analysis advises for a cube of as many tiles.
double phase_beta(const sched::Strategy::Affinity* affinity, const std::optional<double>& given,
                  const sched::PlannedProduct& product) {
    if (affinity == nullptr || !affinity->kind->has_phases) {
        return 0;
    }
    if (given) {
        return *given;
    }
    const double tiles = static_cast<double>(product.rows) * static_cast<double>(product.columns);
    const sched::Kernel kernel = affinity->kind->kernel;
    const double side =
        kernel == sched::Kernel::outer ? std::sqrt(tiles) : std::cbrt(tiles * static_cast<double>(product.depth));
    return model::best_beta(kernel, static_cast<std::uint32_t>(std::lround(side)),
                            model::relative_speeds(product.problem.speeds));
}

std::vector<unsigned> memory_nodes(const std::vector<MemoryNode>& nodes) {
    std::vector<unsigned> ids;
    ids.reserve(nodes.size());
    for (const MemoryNode& node : nodes) {
        ids.push_back(node.id);
    }
    return ids;
}

} // namespace

sched::starpu::ScheduledProduct scheduled_product(const Runtime& runtime, const sched::PlannedProduct& product,
                                                  const sched::ProductPlan& plan) {
    const sched::Strategy& strategy = runtime.strategy().value();
    const sched::Settings& settings = runtime.settings();
    sched::Workload work = plan.workload;
    work.beta = phase_beta(strategy.as<sched::Strategy::Affinity>(), settings.beta, product);
    if (plan.memory_may_run_short) {
        work.start.still_there = sched::starpu::still_there(memory_nodes(product.nodes));
    }
    return {.policy = strategy.make(work),
            .shape = work.shape,
            .node_of_memory_node = runtime.node_of_memory_node(),
            .window = settings.window,
            .window_at_home = settings.window_at_home(),
            .late_tile_limit = plan.late_tile_limit};
}

} // namespace tangram::apps
