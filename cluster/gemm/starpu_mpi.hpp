#pragma once

#include <starpu_mpi.h>

namespace tangram::cluster {

/// Throws InvalidInput for a variable that lets StarPU-MPI do something else than to move tiles.
void check_starpu_mpi_environment();

/// StarPU-MPI on a StarPU and an MPI that run already, from here to the end of the scope. Its thread calls MPI while
/// others do: MPI_THREAD_MULTIPLE.
class StarpuMpi {
  public:
    /// Collective. communicator: on which tiles go; StarPU-MPI lets its calls return errors. Throws RunFailure if
    /// StarPU-MPI does not start.
    explicit StarpuMpi(MPI_Comm communicator = MPI_COMM_WORLD);
    /// Collective: waits for all tasks and messages of all processes.
    ~StarpuMpi();
    StarpuMpi(const StarpuMpi&) = delete;
    StarpuMpi& operator=(const StarpuMpi&) = delete;
};

} // namespace tangram::cluster
