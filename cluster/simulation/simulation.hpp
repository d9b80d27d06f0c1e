#pragma once

/// The factorisation of cluster/solver on simulated processes, without numbers: computations take their flops' time.
/// Nothing is drawn at random: the same input has the same course.

#include "cluster/exchange/message.hpp"
#include "cluster/simulation/machine.hpp"
#include "cluster/solver/options.hpp"
#include "cluster/solver/problem.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tangram::simulation {

struct MeanAndMax {
    double mean = 0;
    double max = 0;
};

/// For pictures: what a process has from then on.
struct MemorySample {
    double seconds = 0;
    int process = 0;
    std::int64_t entries = 0;
};

struct Result {
    std::size_t decisions = 0;                                   ///< selections of slaves
    std::array<std::size_t, exchange::message_kinds> messages{}; ///< of the exchange, by exchange::MessageKind
    std::size_t messages_total = 0;                              ///< of the exchange
    std::size_t bytes = 0;                                       ///< of the exchange: their payload
    std::size_t application_messages = 0;
    std::size_t application_bytes = 0;
    MeanAndMax peak_memory;    ///< over processes: the most active memory, in matrix entries
    double seconds = 0;        ///< until the last computation has ended
    double seconds_frozen = 0; ///< mean over processes: how long it stood still as it was frozen
    MeanAndMax view_error;     ///< over decisions, as in ViewError
    std::int64_t flops = 0;
    std::vector<MemorySample> memory; ///< in the order of time, if it was asked for
};

struct Watch {
    bool memory = false; ///< fill Result::memory
};

/// Messages of the exchange and of the application travel in networks of their own. Throws InvalidInput as the
/// functions require_valid() of options and machine, RunFailure if processes wait for ever, which would be a fault of
/// their protocol. O(events log events).
[[nodiscard]] Result simulate(const solver::Problem& problem, const solver::Options& options, const Machine& machine,
                              const Watch& watch = {});

} // namespace tangram::simulation
