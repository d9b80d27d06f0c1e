#pragma once

/// Programs that test under MPI.

#include "tests/cluster/end_all.hpp"

#include <mpi.h>

namespace tangram::cluster {

using test::or_end_all;
using test::require;

/// MPI, as main() starts it.
class Mpi {
  public:
    Mpi(int& argc, char**& argv) {
        int level = 0;
        MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    }
    ~Mpi() { MPI_Finalize(); }
    Mpi(const Mpi&) = delete;
    Mpi& operator=(const Mpi&) = delete;
};

} // namespace tangram::cluster
