#include "cluster/solver/tally.hpp"

#include <algorithm>

namespace tangram::solver {

void Tally::count(const Change& change) {
    memory += change.load.memory;
    peak_memory = std::max(peak_memory, memory);
}

void Tally::count(const Actions& actions, const fronts::AssemblyTree& tree) {
    if (actions.decision) {
        ++decisions;
        slaves += actions.decision->slaves.size();
    }
    for (const exchange::Envelope& envelope : actions.state_messages) {
        ++messages.at(static_cast<std::size_t>(exchange::kind_of(envelope.message)));
        bytes += exchange::payload_bytes(envelope.message);
    }
    for (const Envelope& envelope : actions.messages) {
        ++application_messages;
        application_bytes += payload_bytes(envelope.message, tree);
    }
    flops += actions.computation ? actions.computation->flops : 0;
}

void Tally::stands_still(bool does, double now) {
    if (stands_still_since && !does) {
        seconds_frozen += now - *stands_still_since;
        stands_still_since.reset();
    } else if (!stands_still_since && does) {
        stands_still_since = now;
    }
}

} // namespace tangram::solver
