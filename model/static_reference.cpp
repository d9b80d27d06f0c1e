#include "model/static_reference.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>
#include <vector>

namespace tangram::model {

namespace {

/// Hands out the zones of an allocation, whose tiles are tasks.
class ZonesAtOnce final : public sched::AffinityStrategy {
  public:
    ZonesAtOnce(const partition::Allocation& allocation, sched::Kernel kernel)
        : tasks_(allocation.processors), blocks_(allocation.processors) {
        const std::vector<partition::Footprint> footprints = allocation.footprints();
        const std::vector<std::size_t> counts = allocation.tile_counts();
        for (std::size_t processor = 0; processor < allocation.processors; ++processor) {
            const auto& [a, b, c] = footprints[processor];
            blocks_[processor] = a + b + (kernel == sched::Kernel::matrix ? c : 0);
            tasks_[processor].reserve(counts[processor]);
        }
        for (std::size_t task = 0; task < allocation.owners.size(); ++task) {
            tasks_[allocation.owners[task]].push_back(static_cast<sched::TaskNumber>(task));
        }
    }

    std::uint64_t next(sched::Node processor, std::vector<sched::TaskNumber>& tasks) override {
        const std::vector<sched::TaskNumber> zone = std::exchange(tasks_[processor], {});
        tasks.insert(tasks.end(), zone.begin(), zone.end());
        return std::exchange(blocks_[processor], 0);
    }

  private:
    std::vector<std::vector<sched::TaskNumber>> tasks_; ///< by processor, not yet given
    std::vector<std::uint64_t> blocks_;                 ///< ... and what they need
};

partition::Allocation allocation_of(const sched::AllocationKind& kind, const sched::AffinityProblem& problem,
                                    const ProcessorSpeeds& speeds) {
    if (kind.is_3d() != (problem.kernel == sched::Kernel::matrix)) {
        throw InvalidInput(fmt::format("{} is for the {} product", kind.name, kind.is_3d() ? "matrix" : "outer"));
    }
    const partition::Problem zones{.speeds = speeds.tasks_per_second,
                                   .height = static_cast<double>(problem.rows),
                                   .width = static_cast<double>(problem.columns),
                                   .depth = static_cast<double>(problem.depth)};
    return kind.allocate(zones, problem.rows, problem.columns, problem.depth);
}

} // namespace

RunResult static_reference(const sched::AllocationKind& kind, const sched::AffinityProblem& problem,
                           const ProcessorSpeeds& speeds, std::uint64_t seed) {
    const auto start = std::chrono::steady_clock::now();
    ZonesAtOnce zones(allocation_of(kind, problem, speeds), problem.kernel);
    RunResult result = simulate(problem, zones, speeds, seed);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

} // namespace tangram::model
