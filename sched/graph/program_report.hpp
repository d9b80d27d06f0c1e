#pragma once

/// What a program's tasks moved and why, and what no schedule can beat: for reports, not for decisions.
///
/// Bytes are those of what tasks read where it is not, as the scheduler sees it when it gives the tasks away. A copy by
/// way of RAM counts once.

#include "sched/base/task.hpp"
#include "sched/graph/data_places.hpp"
#include "sched/graph/machine_view.hpp"
#include "sched/graph/product_traffic.hpp"
#include "sched/graph/task_graph.hpp"
#include "sched/graph/update_kernel.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tangram::sched::graph {

class ProgramReport {
  public:
    /// places must outlive the report.
    ProgramReport(MachineView machine, const DataPlaces& places);

    /// What is known of a task besides its data.
    struct Known {
        bool seconds = true; ///< by a performance model, not guessed: else there is no bound
        bool order = true;   ///< uses of a datum follow each other as submitted: not for reductions
    };

    /// A program submits a task, which has this number until it has ended. seconds as for GraphScheduler::submitted.
    /// O(log data), amortised.
    void submitted(TaskId task, std::span<const Use> uses, const Seconds& seconds, const Known& known);

    /// The task was given to a worker of this node. O(uses nodes).
    void executed(TaskId task, Node node);

    /// Bytes by why they moved to a node.
    struct Bytes {
        double first = 0;           ///< the node never had the datum
        double again = 0;           ///< it had this version and lost it: evicted, or written by others than these tasks
        double written = 0;         ///< it had an older version: another node has written since
        double between_devices = 0; ///< of all these: no task had brought this version home

        [[nodiscard]] double all() const { return first + again + written; }
    };
    [[nodiscard]] const Bytes& bytes() const { return bytes_; }

    /// The greater of the area bound and the longest chain of tasks, each on the fastest worker; nothing if the time of
    /// some task is not known.
    [[nodiscard]] std::optional<double> seconds_bound() const;

    /// What accelerators are sent at least, to first order: see ProductTraffic. Speeds are those of
    /// accelerators in updates (UpdateKernel). Nothing if the time of some task is not known, or the tasks are
    /// something else.
    [[nodiscard]] std::optional<double> bytes_bound() const;

  private:
    /// Versions of a datum, counted from 1; by node the one that it had last, 0 for none.
    struct Versions {
        std::uint64_t now = 1;
        std::vector<std::uint64_t> had;
    };
    /// When, at the earliest, the last writer and the last reader of a datum have ended.
    struct Ends {
        double writer = 0;
        double readers = 0;
    };

    Versions& versions(DataId data);
    void count_read(DataId data, Node node);

    MachineView machine_;
    const DataPlaces& places_;
    std::vector<std::vector<Use>> uses_;                        ///< by task
    std::vector<Versions> versions_;                            ///< by datum
    std::vector<Ends> ends_;                                    ///< by datum
    std::vector<std::pair<const Seconds*, double>> kernels_;    ///< and how many tasks, in the order of submission
    std::unordered_map<const Seconds*, std::size_t> kernel_of_; ///< position
    bool knows_seconds_ = true;
    double longest_chain_ = 0;
    Bytes bytes_;
    ProductTraffic traffic_;
    UpdateKernel update_;
};

} // namespace tangram::sched::graph
