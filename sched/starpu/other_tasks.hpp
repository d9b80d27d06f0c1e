#pragma once

/// Ready tasks that are neither tiles of a product nor a GraphScheduler's: calibration, what is bound to some workers,
/// tasks beside a product. By priority, then in the order in which they became ready; each waits for a worker that can
/// execute it.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <vector>

#include <starpu.h>

namespace tangram::sched::starpu {

/// Not thread-safe.
class OtherTasks {
  public:
    /// workers: those that can execute the task, ascending. O(workers log(groups)), where
    /// tasks that the same workers can execute are one group: programs have few.
    void push(starpu_task* task, std::vector<unsigned> workers);

    /// The task that the worker shall execute, nothing if there is none for it of this
    /// priority or a higher one.
    starpu_task* pop(unsigned worker, int lowest_priority);

    [[nodiscard]] std::size_t size() const { return size_; }

  private:
    struct Entry {
        starpu_task* task;
        std::uint64_t number; ///< in the order of push
    };
    using Queue = std::map<int, std::deque<Entry>, std::greater<>>; ///< by priority

    struct Group {
        std::vector<unsigned> workers;
        Queue queue;
    };

    std::vector<Group> groups_;
    std::map<std::vector<unsigned>, std::size_t> group_of_; ///< position in groups_
    std::uint64_t pushed_ = 0;
    std::size_t size_ = 0;
};

} // namespace tangram::sched::starpu
