#pragma once

/// Processes of one host and its cores, which StarPU would take for its own in each of them.

#include "apps/gemm/machines/machine.hpp"
#include "apps/gemm/runtime/temporary_variable.hpp"
#include "cluster/mpi/host_share.hpp"

#include <deque>
#include <string>

namespace tangram::cluster {

/// Sets variables of StarPU's, and the number of OpenMP's threads, as long as it lives; what the user has set stays.
/// Where processes share cores: as many workers as this process's share of them, bound to none, and as many threads of
/// OpenMP's: it waits for them in loops, which would take the cores from each other's. Where they do not, and there are
/// several processes: a core for the thread of StarPU-MPI, or no binding for it where the worker has the only one.
class SharedCores {
  public:
    /// processes: of all hosts. has_cpu_groups: whether the user says how many CPU workers there are.
    SharedCores(const mpi::HostShare& host, int processes, bool has_cpu_groups);
    ~SharedCores();
    SharedCores(const SharedCores&) = delete;
    SharedCores& operator=(const SharedCores&) = delete;

  private:
    void set_unless_given(const char* name, const std::string& value);

    std::deque<apps::TemporaryVariable> variables_;
    int openmp_threads_; ///< before
};

/// A line if mpirun has bound the processes of this host to a part of it: Open MPI binds each of two processes to a
/// core, and of more to a NUMA node.
void warn_of_binding(const mpi::HostShare& host, const apps::Notify& notify);

} // namespace tangram::cluster
