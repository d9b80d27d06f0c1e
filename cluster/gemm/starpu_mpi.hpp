#pragma once

#include <starpu_mpi.h>

namespace tangram::cluster {

/// StarPU-MPI on a StarPU and an MPI that run already, from here to the end of the scope. Its thread calls MPI while
/// others do: MPI_THREAD_MULTIPLE.
class StarpuMpi {
  public:
    /// Collective. Throws RunFailure if StarPU-MPI does not start.
    StarpuMpi();
    /// Collective: waits for all tasks and messages of all processes.
    ~StarpuMpi();
    StarpuMpi(const StarpuMpi&) = delete;
    StarpuMpi& operator=(const StarpuMpi&) = delete;
};

} // namespace tangram::cluster
