#pragma once

/// Where whole jobs go without a schedule: who computes them, and by which links their files come and go.

#include "model/steady_state/rates.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tangram::model::steady_state {

/// How long a file keeps a capacity busy.
struct Use {
    std::size_t capacity; ///< index in capacities()
    Rational time;
};

/// A link that files of one kind take.
struct Route {
    std::size_t from;
    std::size_t to;
    std::size_t file;
    Rational pace;         ///< time per unit of data, until it has arrived: of the slowest that the link uses
    std::vector<Use> uses; ///< by one file; none if it has no data
};

struct JobRoutes {
    std::size_t input;                              ///< the file that a job reads
    std::size_t output;                             ///< the file that it makes
    std::vector<std::optional<Rational>> durations; ///< by processor, of a job; nothing: it computes none
    std::vector<Route> routes;                      ///< outputs first, then inputs; of these the fastest link first
};

/// A processor receives inputs from all neighbours that are nearer to a master than itself, in time per unit of data,
/// but by no link that alone is slower than its fastest path: such a link would keep its port from faster ones for too
/// long. Outputs go along paths of least time to where they are gathered. Whoever can, computes, unless its outputs
/// cannot be gathered; and no input goes where neither the processor nor one behind it computes. `coarse` is what
/// coarse() made. O(processors x links + links x capacities).
[[nodiscard]] JobRoutes job_routes(const Problem& coarse);

} // namespace tangram::model::steady_state
