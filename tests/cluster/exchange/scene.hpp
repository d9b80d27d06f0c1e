#pragma once

/// What a few processes will do, in any order.

#include "cluster/exchange/load.hpp"

#include <vector>

namespace tangram::exchange {

/// What a mechanism promises beyond that nobody waits for ever, and that each process knows its own load.
enum class Promise {
    views_at_rest, ///< when no message is under way, masters' views are a threshold off at most
    fresh_answers  ///< who decides has all that was decided before in its view, of any process
};

/// Loads start at 0. A selection adds `reserved` to its slave's load; when the slave has done the task, the memory of
/// it is taken away again, and the flops stay: they count reservations.
template <class Process> struct Scene {
    std::vector<Process> processes;
    Promise promise = Promise::views_at_rest;
    bool reserves = true;       ///< a slave's load has a task from the decision on, not (naive) from its beginning
    std::vector<int> decisions; ///< by process
    Load reserved{1, 1};        ///< on each slave of a decision
    int most_slaves = 1;        ///< of a decision; any others may be slaves, at least one
    /// By process, by what its own tasks will change its load, in this order; or empty.
    std::vector<std::vector<Load>> changes{};
    bool executes_tasks =
        false; ///< slaves begin and end their tasks, and may begin before they know of the reservation
    bool ends_mastership = false; ///< a process says so after its last decision; those without any say so at the start
    Load threshold{};             ///< of updates
    /// Nothing else happens before all that will decide have made their first request.
    bool starts_together = false;
    /// States differ in their past, too: the number of messages, and which requests were answered (each one once at
    /// most).
    bool keeps_record = false;
};

} // namespace tangram::exchange
