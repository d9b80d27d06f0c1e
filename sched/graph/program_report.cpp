#include "sched/graph/program_report.hpp"

#include "sched/graph/area_bound.hpp"

#include <algorithm>
#include <utility>

namespace tangram::sched::graph {

ProgramReport::ProgramReport(MachineView machine, const DataPlaces& places)
    : machine_(std::move(machine)), places_(places), update_(machine_) {}

ProgramReport::Versions& ProgramReport::versions(DataId data) {
    if (data >= versions_.size()) {
        versions_.resize(std::size_t{data} + 1);
        ends_.resize(versions_.size());
    }
    Versions& found = versions_[data];
    if (found.had.empty()) {
        found.had.assign(machine_.nodes(), 0);
        found.had[home] = found.now;
    }
    return found;
}

void ProgramReport::submitted(TaskId task, std::span<const Use> uses, const Seconds& seconds, const Known& known) {
    uses_.resize(std::max<std::size_t>(uses_.size(), std::size_t{task} + 1));
    uses_[task].assign(uses.begin(), uses.end());
    traffic_.submitted(uses, places_);
    update_.submitted(seconds);
    const auto [kernel, is_new] = kernel_of_.try_emplace(&seconds, kernels_.size());
    if (is_new) {
        kernels_.emplace_back(&seconds, 0);
    }
    kernels_[kernel->second].second += 1;
    knows_seconds_ = knows_seconds_ && known.seconds;
    double start = 0;
    for (const Use& use : uses) {
        versions(use.data);
        const Ends& before = ends_[use.data];
        start = std::max({start, before.writer, use.writes ? before.readers : 0});
    }
    const double end = start + *std::min_element(seconds.begin(), seconds.end());
    for (const Use& use : known.order ? uses : std::span<const Use>()) {
        double& last = use.writes ? ends_[use.data].writer : ends_[use.data].readers;
        last = std::max(last, end);
    }
    longest_chain_ = std::max(longest_chain_, end);
}

void ProgramReport::count_read(DataId data, Node node) {
    const Versions& known = versions(data);
    const std::uint64_t had = known.had[node];
    if (had == known.now && places_.state(data, node) != DataPlaces::State::absent) {
        return;
    }
    const double size = places_.bytes(data);
    (had == 0 ? bytes_.first : had == known.now ? bytes_.again : bytes_.written) += size;
    bytes_.between_devices += node != home && known.had[home] != known.now ? size : 0;
}

/// What was fetched ahead may be there already: it counts when the task begins, by the versions that the node had.
void ProgramReport::executed(TaskId task, Node node) {
    for (const Use& use : uses_[task]) {
        if (use.reads) {
            count_read(use.data, node);
            versions(use.data).had[node] = versions(use.data).now; // it may read the datum twice
        }
    }
    for (const Use& use : uses_[task]) {
        Versions& known = versions(use.data);
        known.now += use.writes ? 1 : 0;
        known.had[node] = known.now;
    }
}

std::optional<double> ProgramReport::seconds_bound() const {
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

std::optional<double> ProgramReport::bytes_bound() const {
    std::vector<double> speeds;
    for (const Node node : update_.nodes()) {
        speeds.push_back(1 / update_.seconds_on(node));
    }
    return knows_seconds_ ? traffic_.bytes_bound(speeds) : std::nullopt;
}

} // namespace tangram::sched::graph
