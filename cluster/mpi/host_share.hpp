#pragma once

/// What the processes of one host have in common.

#include <mpi.h>

#include <cstdint>

namespace tangram::mpi {

struct HostShare {
    int processes = 1;         ///< on this host, of the communicator
    bool shares_cores = false; ///< whether another one may run on a hardware thread that this one may use, too
    double share = 1;          ///< of the hardware threads that it may use: each one by its users
    int threads = 1;           ///< hardware threads that all of them together may use
    int launcher_threads = 1;  ///< those that this one's parent may use, which mpirun has started them from
};

/// Collective.
[[nodiscard]] HostShare host_share(MPI_Comm communicator);

/// Collective: the sum over the processes of this host.
[[nodiscard]] std::uint64_t sum_over_host(MPI_Comm communicator, std::uint64_t value);

} // namespace tangram::mpi
