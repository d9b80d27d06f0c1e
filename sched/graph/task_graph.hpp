#pragma once

/// The tasks that a program has submitted and that have not ended, what they wait for, and how urgent they are.
///
/// Dependencies follow from data alone, in the order of submission: a task waits for the last one that wrote what it
/// uses, and a writer for all that have read it since. Runtimes know more (tags, explicit dependencies) and say
/// themselves when a task is ready; here dependencies serve to find how much work hangs on each task.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tangram::sched::graph {

/// Dense numbers, given by whoever makes the graph.
using DataId = std::uint32_t;

/// Dense as well; given by the graph, and given again when a task has ended.
using TaskId = std::uint32_t;

/// How a task uses one of its data.
struct Use {
    DataId data = 0;
    bool reads = false;
    bool writes = false;
    bool reduces = false; ///< writes a part of a sum, which others add to in any order, on their own nodes
};

class TaskGraph {
  public:
    /// A task of this many seconds on the fastest worker. O(uses, and readers that a write waits for).
    TaskId submit(std::span<const Use> uses, double seconds);

    /// The task has ended. O(its uses).
    void finish(TaskId id);

    [[nodiscard]] std::span<const Use> uses(TaskId task) const { return tasks_[task].uses; }
    [[nodiscard]] double seconds(TaskId task) const { return tasks_[task].seconds; }
    [[nodiscard]] std::size_t unfinished() const { return unfinished_; }

    /// Seconds of the longest chain of tasks that begins with this one (its bottom level), among those that had been
    /// submitted when they were made last; a task submitted since counts alone.
    [[nodiscard]] double bottom_level(TaskId task) const { return tasks_[task].bottom_level; }

    /// Makes bottom levels anew if it is worth it: if a task was submitted since, and submissions and decisions since
    /// are an eighth of the tasks that have not ended. So that costs O(1) for each task and decision, over all. Whether
    /// they were made.
    bool refresh_bottom_levels();

    /// Tasks whose bottom levels differ since they were made last.
    [[nodiscard]] const std::vector<TaskId>& changed() const { return changed_; }

  private:
    /// A task, as long as it has not ended.
    struct Reference {
        TaskId task = 0;
        std::uint32_t generation = 0; ///< 0: none
    };

    struct Task {
        std::vector<Use> uses;
        std::vector<Reference> successors;
        double seconds = 0;
        double bottom_level = 0;
        std::uint32_t generation = 0; ///< even: free
        TaskId earlier = none;        ///< in the order of submission
        TaskId later = none;
    };

    static constexpr std::size_t few_readers = 16;

    /// Who used a datum last.
    struct Accesses {
        Reference writer;
        std::vector<Reference> readers; ///< since
        std::size_t purge_at = few_readers;
    };

    static constexpr TaskId none = static_cast<TaskId>(-1);

    [[nodiscard]] bool is_unfinished(const Reference& reference) const {
        return reference.generation != 0 && tasks_[reference.task].generation == reference.generation;
    }
    TaskId new_task();
    void follow(const Reference& before, const Reference& after);
    void depend(const Reference& task, const Use& use);
    void add_reader(Accesses& accesses, const Reference& task) const;
    void make_bottom_levels();

    std::vector<Task> tasks_;
    std::vector<TaskId> free_;
    std::vector<Accesses> accesses_; ///< by datum
    TaskId last_ = none;             ///< submitted
    std::size_t unfinished_ = 0;
    std::size_t submitted_since_ = 0; ///< bottom levels were made
    std::size_t asked_since_ = 0;
    std::vector<TaskId> changed_;
};

} // namespace tangram::sched::graph
