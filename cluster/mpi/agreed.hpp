#pragma once

#include "cluster/mpi/channel.hpp"

#include <mpi.h>

#include <exception>
#include <optional>

namespace tangram::mpi {

/// Collective: what `run` returns, if it succeeds on all processes. What fails on one may fail on all, as reading a
/// file does, and only one should say so: the first process where it failed throws. The others wait until that one ends
/// them (MPI_Abort).
template <class F> auto agreed(MPI_Comm communicator, const F& run) {
    std::optional<decltype(run())> result;
    std::exception_ptr failure;
    try {
        result.emplace(run());
    } catch (...) {
        failure = std::current_exception();
    }
    int me = 0;
    int processes = 0;
    check(MPI_Comm_rank(communicator, &me));
    check(MPI_Comm_size(communicator, &processes));
    int first_failed = failure ? me : processes;
    check(MPI_Allreduce(MPI_IN_PLACE, &first_failed, 1, MPI_INT, MPI_MIN, communicator));
    if (first_failed == me) {
        std::rethrow_exception(failure);
    }
    if (first_failed < processes) {
        check(MPI_Barrier(communicator));
    }
    return std::move(*result);
}

} // namespace tangram::mpi
