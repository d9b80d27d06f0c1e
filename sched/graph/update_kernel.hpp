#pragma once

/// The kind of task that is most of a program's work on accelerators: the tile product of a factorisation or a GEMM.

#include "sched/graph/machine_view.hpp"

#include <unordered_map>
#include <vector>

namespace tangram::sched::graph {

class UpdateKernel {
  public:
    explicit UpdateKernel(const MachineView& machine);

    /// A program submits a task. seconds: one object for each kind of task, which outlives this one. O(accelerators).
    void submitted(const Seconds& seconds);

    /// Whether a task has been submitted that an accelerator can execute. seconds_on() and times_as_long() are to be
    /// called only then.
    [[nodiscard]] bool is_known() const { return kernel_ != nullptr; }

    /// Seconds of an update on a worker of the node.
    [[nodiscard]] double seconds_on(Node node) const { return (*kernel_)[kind_of_[node]]; }

    /// On the fastest accelerator; 0: none is known yet.
    [[nodiscard]] double least_seconds() const { return is_known() ? least(*kernel_) : 0; }

    /// How many times as long as an update a task takes, each on the accelerator that is fastest for it; infinite if no
    /// accelerator can execute it.
    [[nodiscard]] double times_as_long(const Seconds& seconds) const { return least(seconds) / least_seconds(); }

    /// Accelerators that can execute updates; none before one is known.
    [[nodiscard]] std::vector<Node> nodes() const;

    /// Seconds of a task on the accelerator that is fastest for it; `never` if none can execute it.
    [[nodiscard]] double least(const Seconds& seconds) const;

  private:
    std::vector<Node> accelerators_;
    std::vector<WorkerKind> kind_of_;
    std::unordered_map<const Seconds*, double> work_; ///< seconds of all tasks of a kind, on the fastest accelerator
    const Seconds* kernel_ = nullptr;                 ///< the kind with most
    double most_work_ = 0;
};

} // namespace tangram::sched::graph
