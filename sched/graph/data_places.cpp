#include "sched/graph/data_places.hpp"

namespace tangram::sched::graph {

namespace {

bool is_missing(const Use& use, Node node, const DataPlaces& places) {
    return use.reads && places.state(use.data, node) == DataPlaces::State::absent;
}

} // namespace

double missing_bytes(std::span<const Use> uses, Node node, const DataPlaces& places) {
    double bytes = 0;
    for (const Use& use : uses) {
        bytes += is_missing(use, node, places) ? places.bytes(use.data) : 0;
    }
    return bytes;
}

double fetch_seconds(std::span<const Use> uses, Node node, const DataPlaces& places, const HomeLink& link) {
    double seconds = 0;
    for (const Use& use : uses) {
        seconds += is_missing(use, node, places) ? link.latency + places.bytes(use.data) / link.bandwidth : 0;
    }
    return seconds;
}

} // namespace tangram::sched::graph
