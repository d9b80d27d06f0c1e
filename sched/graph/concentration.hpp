#pragma once

/// Whether unclaimed tasks (claims.hpp) are better executed by one accelerator alone: where they take less time than
/// the data that accelerators write for each other take to move, as in a stencil that is limited by memory.
///
/// Each task's time is set against the time to move what it reads and other accelerators wrote. What moving takes more
/// is lost: one accelerator alone would do without. What tasks take more is gained, so that a phase which loses, such
/// as the sum at the end of each step, must lose more than the others have gained; but no more gains are kept than
/// moving all data takes. No more is lost than what passed by the clock, while accelerators had work, beyond the tasks'
/// time on the one that is fastest for each: many links at once may move data for longer than tasks take, and all
/// together still be faster than one.
///
/// When so much is lost that bringing the data to the accelerator that has most of them costs little beside it, that
/// one goes on alone. So a program that ends soon loses little, and one that goes on gains (as in ski rental: Karlin,
/// Manasse, Rudolph and Sleator 1988). While all take part, each new datum begins the count anew, as all accelerators
/// fetch what is new, and nothing is decided soon after it. All take part again when tasks take longer, compared with
/// the data that they use, or when the data do not fit into that accelerator's memory: when as much is lost by fetching
/// data again; then twice as much must be lost before one goes on alone once more.

#include "sched/graph/data_places.hpp"
#include "sched/graph/machine_view.hpp"
#include "sched/graph/moved_bytes.hpp"
#include "sched/graph/task_graph.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace tangram::sched::graph {

class Concentration {
  public:
    /// places must outlive this.
    Concentration(const MachineView& machine, const DataPlaces& places);

    /// An unclaimed task was given to a node. seconds: that it takes, by node; only accelerators that are fastest for
    /// it may go on alone. O(uses + nodes), and O(nodes) for each new datum.
    void executed(std::span<const Use> uses, Node node, std::span<const double> seconds);

    /// No accelerator has work: until one is given a task again, time does not count.
    void pause();

    /// The accelerator that is to execute all unclaimed tasks that it can; nothing if all take part.
    [[nodiscard]] std::optional<Node> alone() const { return alone_; }

  private:
    /// Of the last tasks, older ones counting less.
    struct Recent {
        double seconds = 0;
        double bytes = 0; ///< that they used
    };
    struct Datum {
        double bytes = 0;
        Node node = home; ///< that used it last
        bool is_known = false;
    };

    void count_time();
    void begin_count();
    [[nodiscard]] double seconds_alone(std::span<const double> seconds) const;
    void remember(std::span<const Use> uses, Node node, double seconds);
    void set_place(DataId data, Node node);
    [[nodiscard]] bool is_worth_moving(double bytes, Node node) const;
    void consider_one(std::span<const double> seconds);
    void consider_all();

    std::vector<HomeLink> links_;
    std::vector<double> workers_; ///< by node
    std::function<double()> clock_;
    std::optional<double> counted_until_; ///< by the clock; nothing while no accelerator has work
    const DataPlaces& places_;
    MovedBytes moved_;
    std::vector<Datum> data_;
    std::vector<double> held_; ///< by node: bytes of the data that it used last
    double all_bytes_ = 0;
    Recent recent_;
    double lost_ = 0;   ///< seconds since the last new datum, or decision; negative: gained
    double behind_ = 0; ///< meanwhile, by the clock: what all took longer than one alone; limits what is lost
    // NOLINTNEXTLINE(modernize-use-default-member-init): the first one is the source's
    double part_; ///< of the time to move the data, that must be lost
    int tasks_since_new_data_ = 0;
    std::optional<Node> alone_;
    Recent when_decided_;
    bool has_room_ = true; ///< an accelerator's memory has held all data so far
};

} // namespace tangram::sched::graph
