#include "cluster/gemm/starpu_mpi.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace tangram::cluster {

void check_starpu_mpi_environment() {
    if (std::getenv("STARPU_MPI_FAKE_SIZE") != nullptr) {
        throw InvalidInput("STARPU_MPI_FAKE_SIZE is set: StarPU-MPI would send and receive nothing");
    }
}

StarpuMpi::StarpuMpi(MPI_Comm communicator) {
    constexpr int mpi_runs_already = 0;
    if (const int failed = starpu_mpi_init_comm(nullptr, nullptr, mpi_runs_already, communicator); failed != 0) {
        throw RunFailure(fmt::format("StarPU-MPI does not start (error {})", failed));
    }
}

StarpuMpi::~StarpuMpi() {
    starpu_mpi_shutdown();
}

} // namespace tangram::cluster
