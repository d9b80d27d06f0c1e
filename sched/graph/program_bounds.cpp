#include "sched/graph/program_bounds.hpp"

#include "sched/graph/area_bound.hpp"

#include <algorithm>
#include <utility>

namespace tangram::sched::graph {

ProgramBounds::ProgramBounds(MachineView machine, const DataPlaces& places)
    : machine_(std::move(machine)), places_(places), update_(machine_) {}

ProgramBounds::Ends& ProgramBounds::ends(DataId data) {
    if (data >= ends_.size()) {
        ends_.resize(std::size_t{data} + 1);
    }
    return ends_[data];
}

void ProgramBounds::extend_chains(std::span<const Use> uses, double seconds, bool is_ordered) {
    double start = 0;
    for (const Use& use : uses) {
        const Ends& before = ends(use.data);
        start = std::max({start, before.writer, use.writes ? before.readers : 0});
    }
    const double end = start + seconds;
    for (const Use& use : is_ordered ? uses : std::span<const Use>()) {
        double& last = use.writes ? ends(use.data).writer : ends(use.data).readers;
        last = std::max(last, end);
    }
    longest_chain_ = std::max(longest_chain_, end);
}

void ProgramBounds::submitted(std::span<const Use> uses, const Seconds& seconds, const Known& known) {
    traffic_.submitted(uses, places_);
    update_.submitted(seconds);
    const auto [kernel, is_new] = kernel_of_.try_emplace(&seconds, kernels_.size());
    if (is_new) {
        kernels_.emplace_back(&seconds, 0);
    }
    kernels_[kernel->second].second += 1;
    knows_seconds_ = knows_seconds_ && known.seconds;
    extend_chains(uses, *std::min_element(seconds.begin(), seconds.end()), known.order);
}

std::optional<double> ProgramBounds::seconds() const {
    if (!knows_seconds_) {
        return std::nullopt;
    }
    std::vector<std::size_t> workers;
    for (const Worker& worker : machine_.workers) {
        workers.resize(std::max(workers.size(), worker.kind + 1), 0);
        ++workers[worker.kind];
    }
    return std::max(longest_chain_, area_bound(kernels_, workers));
}

std::optional<double> ProgramBounds::bytes() const {
    std::vector<double> speeds;
    for (const Node node : update_.nodes()) {
        speeds.push_back(1 / update_.seconds_on(node));
    }
    return knows_seconds_ ? traffic_.bytes_bound(speeds) : std::nullopt;
}

} // namespace tangram::sched::graph
