#pragma once

/// What a process has done, counted from the actions that its engine carries out: the same in all engines.

#include "cluster/exchange/message.hpp"
#include "cluster/fronts/assembly_tree.hpp"
#include "cluster/solver/solver_process.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace tangram::solver {

struct Tally {
    std::size_t decisions = 0;                                   ///< selections of slaves, as their master
    std::size_t slaves = 0;                                      ///< that were selected, in all of them
    std::array<std::size_t, exchange::message_kinds> messages{}; ///< of the exchange, sent, by exchange::MessageKind
    std::size_t bytes = 0;                                       ///< of them: their payload
    std::size_t application_messages = 0;                        ///< sent
    std::size_t application_bytes = 0;
    std::int64_t flops = 0;       ///< of computations that have begun
    std::int64_t memory = 0;      ///< active memory, in matrix entries
    std::int64_t peak_memory = 0; ///< the most of it
    double seconds_frozen = 0;    ///< that it stood still as it was frozen, until it went on
    std::optional<double> stands_still_since{};

    /// To be called for each of the changes, in their order, then for the actions.
    void count(const Change& change);
    /// All but the changes. O(messages).
    void count(const Actions& actions, const fronts::AssemblyTree& tree);
    /// Whether it stands still from now on, in seconds: it is frozen, and does not compute.
    void stands_still(bool does, double now);

    bool operator==(const Tally&) const = default;
};

} // namespace tangram::solver
