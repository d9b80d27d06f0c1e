#pragma once

/// The strategies of Beaumont and Marchal (2013 and 2014) for independent tasks that share data:
///
///     outer    T(i,j):   M(i,j) = a(i) b(j)            N^2 tasks, blocks a, b
///     matrix   T(i,j,k): C(i,j) += A(i,k) B(k,j)       N^3 tasks, blocks A, B, C
///
/// A processor that has nothing left to do asks; it is given tasks that nobody has been
/// given, and is sent those of their blocks that it lacks (of C: it will send them). Blocks
/// stay where they are, and nobody knows how fast the processors are. All decisions are
/// made here; when a processor asks is the engine's business (model/engine.hpp).
///
///     tasks that remain --------------+
///     blocks of each processor ---------+--> next(processor): tasks, blocks sent
///
/// A decision takes O(1) for each task that it gives, and O(side / 64) for each block whose tasks it
/// looks through: those that are sent (growth at random), some for each of these (DynBlocks, with
/// many choices as many more), or up to all (dyn_outer.hpp).

#include "sched/base/task.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::sched {

enum class Kernel : std::uint8_t { outer, matrix };

/// T(i,j,k) is number (i columns + j) depth + k, T(i,j) number i columns + j.
using TaskNumber = std::uint32_t;

/// What a strategy is made for.
struct AffinityProblem {
    Kernel kernel = Kernel::outer;
    std::uint32_t rows = 1; ///< of M or C, in blocks
    std::uint32_t columns = 1;
    std::uint32_t depth = 1; ///< products; 1 for the outer product
    std::size_t processors = 1;
    double beta = 0; ///< two phases: the second starts when at most exp(-beta) of the tasks remain
    std::uint64_t seed = 1;

    /// That of the papers: N blocks along each side.
    static AffinityProblem cube(Kernel kernel, std::uint32_t blocks, std::size_t processors) {
        return {kernel, blocks, blocks, kernel == Kernel::outer ? 1 : blocks, processors, 0, 1};
    }

    /// Must be below 2^32.
    [[nodiscard]] std::uint64_t tasks() const { return std::uint64_t{rows} * columns * depth; }
};

class AffinityStrategy {
  public:
    AffinityStrategy() = default;
    AffinityStrategy(const AffinityStrategy&) = delete;
    AffinityStrategy& operator=(const AffinityStrategy&) = delete;
    virtual ~AffinityStrategy() = default;

    /// Gives the processor its next tasks: appends them to `tasks`, at least one unless none
    /// is left. Returns how many blocks it is sent for them.
    virtual std::uint64_t next(Node processor, std::vector<TaskNumber>& tasks) = 0;
};

/// A row of the table of strategies.
struct AffinityKind {
    std::string name; ///< e.g. "dynamic-outer-2phases"
    std::string description;
    Kernel kernel;
    bool has_phases; ///< depends on AffinityProblem::beta
    std::function<std::unique_ptr<AffinityStrategy>(const AffinityProblem&)> make;
};

/// All of them, those of the outer product first.
const std::vector<AffinityKind>& affinity_kinds();

/// By name, without regard to case and dashes; null if there is none.
const AffinityKind* find_affinity_kind(std::string_view name);

} // namespace tangram::sched
