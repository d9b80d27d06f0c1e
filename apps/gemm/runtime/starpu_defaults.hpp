#pragma once

/// What StarPU's variables should be when it starts for products; the user's values win.

#include "apps/gemm/machines/machine.hpp"
#include "apps/gemm/runtime/temporary_variable.hpp"

#include <list>
#include <vector>

namespace tangram::apps {

/// Sets them for as long as it lives:
///
/// * StarPU copies tiles that are still being worked on back to RAM, so that 5 to 10% of each device's buffers are
///   clean when memory runs short (memalloc.c). That adds a tenth to the traffic without any use: a tile of C goes home
///   once, when it is done. Off, for StarPU's own policies as well.
/// * By default StarPU takes all cores, also where the process is bound to some (taskset, containers).
/// * CUDA devices are used only as far as others leave their memory free (memory_limits), which `notify` is told, if
///   given.
/// * A list of CUDA devices (STARPU_WORKERS_CUDAID) is the number of them, too: else StarPU starts as many as there
///   are, some of them twice, and waits for ever.
/// * No workers start that this build has no kernels for.
class StarpuDefaults {
  public:
    /// Throws Unavailable or InvalidInput as check_cuda_count, check_cuda_ids, check_free_memory and check_opencl_ids
    /// do.
    explicit StarpuDefaults(const Notify& notify);

  private:
    void set_unless_given(const char* name, const char* value);
    void start_listed_cuda(int count);
    std::vector<int> limit_cuda(const Notify& notify); ///< the devices that StarPU will start

    std::list<TemporaryVariable> variables_;
};

} // namespace tangram::apps
