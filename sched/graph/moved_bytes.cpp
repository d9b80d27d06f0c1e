#include "sched/graph/moved_bytes.hpp"

namespace tangram::sched::graph {

MovedBytes::Versions& MovedBytes::versions(DataId data) {
    if (data >= versions_.size()) {
        versions_.resize(std::size_t{data} + 1);
    }
    Versions& found = versions_[data];
    if (found.had.empty()) {
        found.had.assign(nodes_, 0);
        found.had[home] = found.now;
    }
    return found;
}

void MovedBytes::count_read(DataId data, Node node) {
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
void MovedBytes::executed(std::span<const Use> uses, Node node) {
    for (const Use& use : uses) {
        if (use.reads) {
            count_read(use.data, node);
            versions(use.data).had[node] = versions(use.data).now; // it may read the datum twice
        }
    }
    for (const Use& use : uses) {
        Versions& known = versions(use.data);
        known.now += use.writes ? 1 : 0;
        known.had[node] = known.now;
    }
}

} // namespace tangram::sched::graph
