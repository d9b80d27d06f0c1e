#pragma once

/// Schedules the tasks of any program by owners: who executes what, and when, for little time and little traffic.
///
///     submitted(task) -> ProgramState: what hangs on it, and the structure of its data
///     ready(task)     -> ProgramState: an owner, by the structure, else the accelerator that ends the task first; in a
///                        program of little structure nobody, until somebody who needs work claims it (Claims)
///     next(worker)    -> accelerators: own tasks, the most urgent whose data have arrived; then Thefts
///                        CPU workers: what only they can execute; what is left to them, as its data move for longer
///                        (WorkAtHome); of home's share what they end in time; Claims; then
///                        Thefts
///     finished(task)
///
/// Accelerators own the tiles, as a tile that stays is not moved. Home, where CPU workers are, has a share of products
/// only: CPU workers are too slow to own a part of what shrinks (the rest of a factorisation), and steal there. What a
/// theft by a CPU worker, or a task of home's share, may cost is bounded by the work that accelerators have left
/// (delays_all).
///
/// Decisions take O(log tasks), amortised: each looks at a few tasks at the ends of ordered sets, and at the nodes; now
/// and then bottom levels are made anew, and ready tasks sorted by them, or zones of a product are searched for.

#include "sched/base/balancing.hpp"
#include "sched/graph/claims.hpp"
#include "sched/graph/data_places.hpp"
#include "sched/graph/graph_scheduler.hpp"
#include "sched/graph/machine_view.hpp"
#include "sched/graph/owners.hpp"
#include "sched/graph/program_state.hpp"
#include "sched/graph/structure.hpp"
#include "sched/graph/submission_phase.hpp"
#include "sched/graph/task_graph.hpp"
#include "sched/graph/thefts.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tangram::sched::graph {

/// What the name of a strategy says about the tasks of any program.
struct GraphRules {
    /// The zones of products.
    const AllocationKind* zones = &automatic_zones();

    /// Nothing: as `auto` does. Accelerators steal from the one with most work, CPU workers what they are best at
    /// compared with the owner, and accelerators leave tasks to them.
    std::optional<Balancing> balancing = std::nullopt;

    std::uint64_t seed = 1; ///< of Balancing::random

    bool claims = true; ///< under `auto`: in programs of little structure tasks wait for whoever claims them (Claims)
};

class GraphPolicy final : public GraphScheduler {
  public:
    /// places must outlive the policy.
    GraphPolicy(MachineView machine, const DataPlaces& places, const GraphRules& rules = {});

    TaskId submitted(std::span<const Use> uses, const Seconds& seconds, int priority) override;

    /// Returns the task's owner; of an unclaimed task, an accelerator that lacks least for it.
    Node ready(TaskId id) override;

    Choice next(std::size_t worker) override;
    void prefetched(std::span<const TaskId> tasks) override;
    void finished(TaskId id) override;
    std::vector<TaskId> release() override;

    [[nodiscard]] Counts counts() const override { return counts_; }
    [[nodiscard]] std::vector<Structure> structures() const override { return program_.owners().structures(); }
    [[nodiscard]] std::size_t waiting() const override { return program_.queues().size(); }

  private:
    [[nodiscard]] double saved_by_deferring(TaskId id, Node node) const;
    [[nodiscard]] bool is_deferred_to_cpus(TaskId id, Node node) const;
    Choice next_own(Node node);
    std::vector<TaskId> hold_for_prefetch(std::span<const TaskId> waiting, std::optional<TaskId> chosen, Node node);

    [[nodiscard]] bool is_for_accelerators_now(TaskId id) const;
    [[nodiscard]] std::optional<TaskId> next_of_share() const;
    std::optional<TaskId> next_for_cpu();
    std::optional<TaskId> stolen_by_accelerator(Node thief);

    bool steals_as_auto_;
    bool has_thieves_;
    ProgramState program_;
    Claims claims_; ///< refers to program_
    Thefts thefts_; ///< refers to program_
    Counts counts_;
    SubmissionPhase submission_;
};

} // namespace tangram::sched::graph
