#pragma once

/// How long StarPU's tasks take on each kind of worker: by their performance models, as they are when they first know;
/// without a model, as long as the shortest execution so far, its wait for data included.

#include "sched/graph/machine_view.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include <starpu.h>

namespace tangram::sched::starpu {

/// Not thread-safe.
class TaskSeconds {
  public:
    /// Of the workers that there are.
    TaskSeconds();

    [[nodiscard]] graph::WorkerKind kind_of(unsigned worker) const { return kinds_[worker]; }

    /// Of tasks of one codelet, with data of the same sizes.
    struct Entry {
        graph::Seconds seconds;
        std::vector<bool> is_known; ///< by kind
        bool all_known = false;
        bool is_by_kind = true; ///< whether workers of a kind are alike
    };

    /// Of tasks like this. What is not known yet counts as a millisecond. Null if no worker can execute it, or not all
    /// of a kind. Valid as long as this object. O(log codelets); O(workers) for the first, and O(kinds) as long as
    /// something is not known.
    Entry* of(starpu_task* task);

    /// A task like that has taken this long on the worker.
    void measured(Entry& entry, unsigned worker, double seconds) const;

  private:
    /// Codelet, footprint, and kernels: a codelet may be at the address of an earlier one.
    using Key = std::tuple<const starpu_codelet*, std::uint32_t, std::uint32_t, starpu_cpu_func_t, starpu_opencl_func_t,
                           starpu_cuda_func_t>;

    [[nodiscard]] bool is_by_kind(starpu_task* task) const;
    Entry& entry(starpu_task* task);
    void ask(starpu_task* task, Entry& entry) const;

    std::vector<graph::WorkerKind> kinds_; ///< by worker
    std::vector<unsigned> examples_;       ///< a worker of each kind
    std::map<Key, std::unique_ptr<Entry>> entries_;
};

} // namespace tangram::sched::starpu
