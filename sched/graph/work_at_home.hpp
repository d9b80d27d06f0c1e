#pragma once

/// Whether tasks are better left to CPU workers, because these end them before the data could reach the accelerators,
/// as in a map over vectors.
///
/// Only *light* tasks count: CPU workers end many of the kind sooner than all links bring their data, if no two tasks
/// read the same; data that take a link less time than its latency do not count there, as a solver's small vectors go
/// where its matrix is. Of those that have not ended, and of the data that they read and no accelerator has, two times
/// are compared:
///
///     at home      the tasks' seconds on CPU workers, shared by all of these; at least the chain that hangs on a task
///     to move      the bytes, over all links at once
///
/// Of a task that reads several data each has an equal part.
///
/// Data that are used again and again pay for their way in the end: tasks go once the time at home that was spent on
/// such data is as long as these take over one link (links may share a bus), if accelerators are faster. That is ski
/// rental (Karlin, Manasse, Rudolph and Sleator 1988): who rents until the price is paid, and buys then, pays at most
/// twice as much as with the better choice.
///
/// An accelerator that uses a datum has it until home writes it; where a datum is when the first light task that reads
/// it is submitted, places say.

#include "sched/graph/data_places.hpp"
#include "sched/graph/machine_view.hpp"
#include "sched/graph/task_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tangram::sched::graph {

class WorkAtHome {
  public:
    /// places must outlive this.
    WorkAtHome(const MachineView& machine, const DataPlaces& places);

    /// A task, as it was when it was submitted.
    struct Length {
        double at_home = never;        ///< seconds on a CPU worker
        double at_accelerator = never; ///< seconds on the accelerator that is fastest for it
        bool is_light = false;
    };

    /// Seconds are `never` where the task cannot be executed. One whose time is not known yet (unknown_seconds) is not
    /// light. O(uses accelerators).
    [[nodiscard]] Length submitted(std::span<const Use> uses, double at_home, double at_accelerator);
    /// The task was given to a node. O(uses), as all that follow.
    void started(std::span<const Use> uses, const Length& length, Node node);
    /// The task has ended, wherever it was executed, and whether or not it was started here.
    void finished(std::span<const Use> uses, const Length& length);

    /// Whether a task is better left to CPU workers. chain: seconds of the longest chain that begins with it, on the
    /// fastest workers.
    [[nodiscard]] bool is_better(std::span<const Use> uses, const Length& length, double chain) const;

    /// Whether light tasks as such are, now.
    [[nodiscard]] bool is_better() const;

    /// Whether others that have not ended use what a task reads, but for small data.
    [[nodiscard]] bool shares_data(std::span<const Use> uses) const;

    /// Until CPU workers have ended all light tasks whose data no accelerator has.
    [[nodiscard]] double seconds() const { return to_move_.at_home / cpu_workers_; }

  private:
    /// Of data, and of the parts of light tasks that read them.
    struct Work {
        double bytes = 0;
        double at_home = 0;         ///< seconds on a CPU worker, of tasks that have not ended
        double at_accelerators = 0; ///< the same, on the fastest accelerators
        double spent = 0;           ///< at home, while no accelerator had the data
    };

    struct Datum {
        std::size_t tasks = 0;          ///< that use it and have not ended
        std::size_t readers = 0;        ///< of these, light ones that read it
        std::size_t writers = 0;        ///< of these, those that overwrite it before the readers, and have not started
        bool is_at_accelerator = false; ///< at one at least
        bool is_to_move = false;        ///< its work is counted in to_move_
        Work work;
        std::uint64_t call = 0; ///< that merged uses last
        std::size_t place = 0;  ///< among these
    };

    std::span<const Use> merged(std::span<const Use> uses);
    [[nodiscard]] bool is_light(std::span<const Use> uses, double at_home, double at_accelerator) const;
    [[nodiscard]] bool is_at_accelerator(DataId data) const;
    void count(DataId data);
    void add(DataId data, const Work& work);
    void add_parts(std::span<const Use> uses, const Work& work);

    const DataPlaces& places_;
    std::vector<Node> accelerators_;
    double cpu_workers_;
    HomeLink link_;        ///< the fastest one
    double bandwidth_ = 0; ///< of all
    std::vector<Datum> data_;
    std::vector<Use> merged_;
    std::uint64_t calls_ = 0;
    Work to_move_;
};

} // namespace tangram::sched::graph
