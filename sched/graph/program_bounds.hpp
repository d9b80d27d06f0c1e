#pragma once

/// What no schedule of a program's tasks can beat, in time and in traffic: for reports, not for decisions.

#include "sched/graph/data_places.hpp"
#include "sched/graph/machine_view.hpp"
#include "sched/graph/product_traffic.hpp"
#include "sched/graph/task_graph.hpp"
#include "sched/graph/update_kernel.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tangram::sched::graph {

class ProgramBounds {
  public:
    /// places must outlive it.
    ProgramBounds(MachineView machine, const DataPlaces& places);

    /// What is known of a task besides its data.
    struct Known {
        bool seconds = true; ///< by a performance model, not guessed: else there is no bound
        bool order = true;   ///< uses of a datum follow each other as submitted: not for reductions
    };

    /// A program submits a task. seconds as for GraphScheduler::submitted. O(log data), amortised.
    void submitted(std::span<const Use> uses, const Seconds& seconds, const Known& known);

    /// The greater of the area bound and the longest chain of tasks, each on the fastest worker; nothing if the time of
    /// some task is not known.
    [[nodiscard]] std::optional<double> seconds() const;

    /// What accelerators are sent at least, to first order: see ProductTraffic. Speeds are those of
    /// accelerators in updates (UpdateKernel). Nothing if the time of some task is not known, or the tasks are
    /// something else.
    [[nodiscard]] std::optional<double> bytes() const;

  private:
    /// When, at the earliest, the last writer and the last reader of a datum have ended.
    struct Ends {
        double writer = 0;
        double readers = 0;
    };

    Ends& ends(DataId data);
    void extend_chains(std::span<const Use> uses, double seconds, bool is_ordered);

    MachineView machine_;
    const DataPlaces& places_;
    std::vector<Ends> ends_;                                    ///< by datum
    std::vector<std::pair<const Seconds*, double>> kernels_;    ///< and how many tasks, in the order of submission
    std::unordered_map<const Seconds*, std::size_t> kernel_of_; ///< position
    bool knows_seconds_ = true;
    double longest_chain_ = 0;
    ProductTraffic traffic_;
    UpdateKernel update_;
};

} // namespace tangram::sched::graph
