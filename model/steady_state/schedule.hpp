#pragma once

/// A periodic schedule that sustains given rates: what each processor computes and each link carries in a period, and
/// when. Beaumont, Legrand and Robert 2003, section 3; docs/references.md.
///
/// An activity (a task on a processor, a file on a link) uses in a period only what lay in its processor's buffers when
/// the period began. So tasks and transfers of one period may take place in any order, and an activity of depth d (the
/// longest chain of activities that feed it) starts in period d, counted from 0, and goes on for ever.

#include "model/steady_state/rates.hpp"

#include <cstddef>
#include <vector>

namespace tangram::model::steady_state {

/// Files of one kind that a link carries in a slot. Not always whole: a file may be cut, and go on in a later slot.
struct Load {
    std::size_t file;
    Rational count;
};

struct Transfer {
    std::size_t link;
    std::vector<Load> loads; ///< in the order in which they are sent
};

/// Links that transfer at the same time. Among one-port links no two have one sender, and no two one receiver. A link
/// that is not one-port transfers in all slots that have a length, in each as much of each file as its part of the
/// period.
struct Slot {
    Rational length; ///< time; no link, port or resource needs more for the transfers
    std::vector<Transfer> transfers;
};

struct Schedule {
    Rational period;                                     ///< time
    std::vector<std::vector<Integer>> computed;          ///< in a period, by processor and task
    std::vector<std::vector<Integer>> sent;              ///< in a period, by link and file
    std::vector<Slot> slots;                             ///< one after the other; together not longer than the period
    std::vector<std::vector<std::size_t>> depth_of_task; ///< by processor and task; 0 where it is not executed
    std::vector<std::vector<std::size_t>> depth_of_sent; ///< by link and file; 0 where it is not sent
    /// The greatest depth plus 1; 0 if nothing takes place. Activities of depth depth-1 start in period number depth
    /// (counted from 1), so jobs are done in full from then on.
    std::size_t depth = 0;
    Rational throughput; ///< jobs per time unit, once all activities take place
    Rational loss;       ///< what rounding to the period took from the rates' throughput
};

/// The schedule of the shortest period of a whole number of time units in which all activities are whole numbers. It
/// has no loss. The rates must be a steady state of the problem without circulations (first_fault(),
/// without_circulations()); else InvalidInput is thrown. At most |links| + 2 |processors| slots; O(slots x links x
/// processors) operations on numbers as long as the period.
[[nodiscard]] Schedule periodic_schedule(const Problem& problem, const Rates& rates);

/// The schedule of a given period: whole jobs, each a tree of paths from a master to where its outputs end, within what
/// the rates amount to in a period, rounded down. At most (activities) / period is lost, activities being the tasks on
/// processors and files on links whose rates are positive; with joint ends, at most the number of leaves times that, as
/// leaves that a processor executes more often than others count for nothing. A multiple of shortest_period() loses
/// nothing. Throws InvalidInput as above, and unless the period is positive.
[[nodiscard]] Schedule periodic_schedule(const Problem& problem, const Rates& rates, const Rational& period);

/// The shortest period of a whole number of time units: the least common multiple of the denominators of all rates.
/// O(rates).
[[nodiscard]] Integer shortest_period(const Rates& rates);

/// Jobs done at the end of period n (the first is 1): each activity of depth d has taken place in max(0, n - d)
/// periods. Joint ends: on each processor, the fewest executions among its leaves, summed; ends for each leaf: the
/// fewest executions of a leaf; gathered: the fewest outputs of a leaf that have come. O(processors x tasks + links x
/// files).
[[nodiscard]] Integer done_by_formula(const Problem& problem, const Schedule& schedule, const Integer& periods);

} // namespace tangram::model::steady_state
