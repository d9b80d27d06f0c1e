#pragma once

/// What a few processes will do, in any order.

#include "cluster/exchange/load.hpp"

#include <vector>

namespace tangram::exchange {

/// What a mechanism promises beyond that nobody waits for ever, and that each process knows its own load.
enum class Promise {
    nothing_more,
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
    int least_slaves = 1;       ///< of a decision, if there are as many others; any of them may be slaves
    int most_slaves = 1;        ///< of a decision
    /// By process, by what its own tasks will change its load, in this order; or empty.
    std::vector<std::vector<Load>> changes{};
    /// Slaves begin and end their tasks, and may begin before they know of the reservation.
    bool executes_tasks = false;
    bool ends_mastership = false; ///< a process says so after its last decision; those without any say so at the start
    Load threshold{};             ///< of updates
    /// Nothing else happens before all that will decide have made their first request.
    bool starts_together = false;
    /// States differ in their past, too: in the number of messages, and in what the record has. Otherwise one of all
    /// ways to a state goes on.
    bool keeps_record = false;
};

} // namespace tangram::exchange
