#pragma once

/// The baseline that has no plan: whole jobs, on demand.

#include "model/steady_state/executor.hpp"

namespace tangram::model::steady_state {

/// Runs whole jobs, those of coarse(), for so many periods of a given length, without any plan: a processor knows no
/// more than how far it is from a master. It asks the neighbours that are nearer (job_routes()) for a job whenever
/// fewer than three lie there or are on their way. It serves itself first, which takes no bandwidth, and then those
/// that ask, the one with the fastest link first, whatever its speed (bandwidth-centric: Beaumont, Carter, Ferrante,
/// Legrand and Robert 2002, docs/references.md). What has begun is not interrupted. One-port, with full overlap; each
/// link that is not one-port and each resource serves one file at a time.
///
/// Gathered outputs have precedence over inputs; a processor that has three, those on their way to it and that of its
/// present job included, takes no other and starts no job.
///
/// In the result, largest_buffers has the two files of coarse(), and the most that lay there at any time. What is done
/// is never more than the throughput of coarse() x time. Throws InvalidInput as require_valid(), and unless the period
/// is positive. O(events x (processors + links)).
[[nodiscard]] Execution run_demand_driven(const Problem& problem, const Rational& period, std::size_t periods);

} // namespace tangram::model::steady_state
