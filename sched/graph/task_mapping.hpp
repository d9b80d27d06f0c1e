#pragma once

/// Task mapping: which node owns a ready task that accelerators can execute. The first rule that applies counts:
///
///     its data have an owner by structure (Owners)    -> that one, if it can execute the task
///     little work has had an owner by structure       -> nobody: the task waits until somebody claims it (Claims);
///                                                        only with Rules::leaves_unclaimed, and not for a panel
///     else                                            -> the accelerator that ends it first, as in HEFT (Topcuoglu
///                                                        et al. 2002), but transfers have a price

#include "sched/base/task.hpp"
#include "sched/graph/data_places.hpp"
#include "sched/graph/machine_view.hpp"
#include "sched/graph/owners.hpp"
#include "sched/graph/task_graph.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tangram::sched::graph {

class TaskMapping {
  public:
    struct Rules {
        bool has_thieves = true;       ///< idle nodes steal: the mapping need not balance the load
        bool leaves_unclaimed = false; ///< in programs of little structure, what has no owner by it
    };

    /// places must outlive this.
    TaskMapping(const MachineView& machine, const DataPlaces& places, const Rules& rules);

    /// Nothing: the task stays unclaimed. Some accelerator must be able to execute it. load: by node, seconds of what
    /// it owns and executes. O(accelerators uses).
    [[nodiscard]] std::optional<Node> owner(std::span<const Use> uses, const Seconds& seconds,
                                            const Owners::Answer& by_structure, std::span<const double> load) const;

    /// A task that accelerators can execute became ready. work: its seconds, if they shared it.
    void count(double work, bool has_owner_by_structure);

  private:
    [[nodiscard]] double seconds_on(const Seconds& seconds, Node node) const { return seconds[kind_of_[node]]; }
    [[nodiscard]] Node first_to_finish(std::span<const Use> uses, const Seconds& seconds, std::span<const double> load,
                                       double price_of_moves) const;

    const DataPlaces& places_;
    Rules rules_;
    std::vector<Node> accelerators_;
    std::vector<WorkerKind> kind_of_; ///< by node
    std::vector<HomeLink> links_;     ///< by node
    double work_ = 0;                 ///< of tasks that have been ready; older ones count less
    double work_by_structure_ = 0;    ///< of these, of those that had an owner by the structure then
};

} // namespace tangram::sched::graph
