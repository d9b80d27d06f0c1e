#pragma once

/// Programs that test under MPI: main() and how a fault ends all processes.

#include <fmt/format.h>
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

namespace tangram::cluster {

inline void require(bool holds, const std::string& what) {
    if (!holds) {
        throw std::runtime_error(what);
    }
}

/// Calls run(). What it throws is said in a line, and ends all processes, before objects go that wait for the others.
template <class Run> void or_end_all(const std::string& where, const Run& run) {
    try {
        run();
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}{}\n", where, error.what());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

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
