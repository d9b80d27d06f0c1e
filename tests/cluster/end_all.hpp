#pragma once

/// How a program that tests under MPI ends where a process finds a fault.

#include <fmt/format.h>
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

namespace tangram::test {

inline void require(bool holds, const std::string& what) {
    if (!holds) {
        throw std::logic_error(what);
    }
}

/// Calls run(). What it throws is said in a line, and ends all processes: the others may wait for this one, as may
/// objects that would go here.
template <class Run> void or_end_all(const std::string& scene, const Run& run) {
    try {
        run();
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: {}\n", scene, error.what());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

} // namespace tangram::test
