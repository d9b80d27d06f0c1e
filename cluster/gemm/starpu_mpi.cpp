#include "cluster/gemm/starpu_mpi.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

namespace tangram::cluster {

StarpuMpi::StarpuMpi() {
    constexpr int mpi_runs_already = 0;
    if (const int failed = starpu_mpi_init_comm(nullptr, nullptr, mpi_runs_already, MPI_COMM_WORLD); failed != 0) {
        throw RunFailure(fmt::format("StarPU-MPI does not start (error {})", failed));
    }
}

StarpuMpi::~StarpuMpi() {
    starpu_mpi_shutdown();
}

} // namespace tangram::cluster
