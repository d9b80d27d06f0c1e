#pragma once

/// The figures of a factorisation by several processes: the same from all engines.

#include "cluster/exchange/load.hpp"
#include "cluster/exchange/message.hpp"
#include "cluster/solver/mean_and_max.hpp"
#include "cluster/solver/slave_selection.hpp"
#include "cluster/solver/solver_process.hpp"
#include "cluster/solver/tally.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace tangram::solver {

struct Figures {
    std::size_t decisions = 0;                                   ///< selections of slaves
    std::size_t slaves = 0;                                      ///< that were selected, in all of them
    std::array<std::size_t, exchange::message_kinds> messages{}; ///< of the exchange, by exchange::MessageKind
    std::size_t bytes = 0;                                       ///< of the exchange: their payload
    std::size_t application_messages = 0;
    std::size_t application_bytes = 0;
    MeanAndMax peak_memory;               ///< over processes: the most active memory, in matrix entries
    double seconds = 0;                   ///< that the factorisation took
    double seconds_frozen = 0;            ///< mean over processes: how long it stood still as it was frozen
    std::optional<MeanAndMax> view_error; ///< as in ViewError: none if no decision counts
    std::int64_t flops = 0;

    [[nodiscard]] std::size_t messages_total() const; ///< of the exchange
};

/// By process; all but the seconds that it took and the error of views.
[[nodiscard]] Figures summed_up(std::span<const Tally> tallies);

/// What happened at a process, as far as ViewError asks.
struct Event {
    double seconds = 0; ///< since all processes have begun
    std::variant<Change, Decision> what;

    bool operator==(const Event&) const = default;
};

/// How it went at a process whose engine sees no other one.
struct Course {
    Tally tally;
    std::vector<Event> events; ///< in their order
    double seconds = 0;        ///< until the end

    bool operator==(const Course&) const = default;
};

/// Of all processes' courses. Events count in the order of their time, so the error of views is as exact as the
/// processes' clocks agree. initial: the loads at the start, by process. O(events log events).
[[nodiscard]] Figures figures_of(std::span<const Course> courses, Strategy strategy,
                                 std::vector<exchange::Load> initial);

} // namespace tangram::solver
