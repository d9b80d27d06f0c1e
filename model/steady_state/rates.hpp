#pragma once

/// How often each activity takes place in the steady state.

#include "model/steady_state/problem.hpp"

#include <string>
#include <vector>

namespace tangram::model::steady_state {

/// Per time unit. Plain data, whose tables must have the problem's sizes; whether they are a steady state of it is what
/// first_fault() says.
struct Rates {
    Rational throughput;                         ///< jobs
    std::vector<std::vector<Rational>> computed; ///< by processor and task: tasks
    std::vector<std::vector<Rational>> sent;     ///< by link and file: files
};

/// One constraint on the rates: the time that its activities take in a time unit is at most 1.
struct Capacity {
    enum class Kind { cpu, out, in, link, resource };
    Kind kind;
    std::size_t which; ///< processor, link or resource

    bool operator==(const Capacity&) const = default;
};

/// "cpu P1", "out P1", "in P4", "link P1->P2", "bus".
[[nodiscard]] std::string name_of(const Platform& platform, const Capacity& capacity);

/// Those of a platform: a cpu, an out and an in for each processor (no ports for those that have no one-port link), a
/// link for each that is not one-port, its resources.
[[nodiscard]] std::vector<Capacity> capacities(const Platform& platform);

/// The time per unit of data that a link, by its index, takes of a capacity; 0 if it takes none.
[[nodiscard]] Rational time_per_data(const Platform& platform, const Capacity& capacity, std::size_t link);

/// By capacity of capacities(), the part of it that the rates take: 0 to 1 in a schedule.
[[nodiscard]] std::vector<Rational> busy(const Problem& problem, const Rates& rates);

/// Whether a file may be sent by a link: no input to a master, which has its own, no output where outputs stay, none
/// from the processor that gathers them.
[[nodiscard]] bool may_send(const Problem& problem, const Link& link, const File& file);

/// Empty if the rates are a steady state of the problem, exactly: at each processor as many files of a kind are made or
/// received as are read, sent on or (outputs where they belong, all leaves equally often) ended; inputs are made at
/// masters alone; no capacity is exceeded, nothing is negative, impossible tasks and transfers are left out, and as
/// many jobs end as the throughput says. Else one line that says what is wrong.
[[nodiscard]] std::string first_fault(const Problem& problem, const Rates& rates);

/// The same rates without files that run in circles, which cannot start from empty buffers. The throughput stays, no
/// rate grows. Each circle that is found ends on at least one link, so that there are at most links x files of them,
/// each found in O(processors x links).
[[nodiscard]] Rates without_circulations(const Problem& problem, Rates rates);

} // namespace tangram::model::steady_state
