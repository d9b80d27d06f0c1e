#pragma once

/// What static partitioners send, counted as for dynamic strategies: zones of a grid of
/// tasks, made with the speeds that no dynamic strategy knows.

#include "model/engine.hpp"
#include "sched/policies/strategies.hpp"

#include <cstdint>

namespace tangram::model {

/// One run in which each processor is given the tasks of its zone at once, and all the blocks
/// that they touch; `seconds` has the time for the zones. Two-dimensional kinds are for the
/// outer product, three-dimensional ones for the matrix product; else throws InvalidInput.
RunResult static_reference(const sched::AllocationKind& kind, const sched::AffinityProblem& problem,
                           const ProcessorSpeeds& speeds, std::uint64_t seed);

} // namespace tangram::model
