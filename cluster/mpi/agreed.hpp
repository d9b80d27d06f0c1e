#pragma once

#include "base/error.hpp"
#include "cluster/mpi/channel.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace tangram::mpi {

/// Collective: returns if all processes give null. Else the first one that does not throws what it gives; the others
/// wait until that one ends them (MPI_Abort).
inline void require_all_succeeded(MPI_Comm communicator, const std::exception_ptr& failure) {
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
}

/// Collective: what `run` returns, if it succeeds on all processes. What fails on one may fail on all, as reading a
/// file does, and only one should say so.
template <class F> auto agreed(MPI_Comm communicator, const F& run) {
    using Returned = decltype(run());
    std::conditional_t<std::is_void_v<Returned>, std::optional<int>, std::optional<Returned>> result;
    std::exception_ptr failure;
    try {
        if constexpr (std::is_void_v<Returned>) {
            run();
        } else {
            result.emplace(run());
        }
    } catch (...) {
        failure = std::current_exception();
    }
    require_all_succeeded(communicator, failure);
    if constexpr (!std::is_void_v<Returned>) {
        return std::move(*result);
    }
}

/// Collective: the first process whose value is not that of process 0 throws InvalidInput with this message.
inline void require_as_on_first(MPI_Comm communicator, std::uint64_t value, const std::string& message) {
    std::uint64_t first = value;
    check(MPI_Bcast(&first, 1, MPI_UINT64_T, 0, communicator));
    agreed(communicator, [&] {
        if (value != first) {
            throw InvalidInput(message);
        }
    });
}

/// Collective: process 0's text.
inline std::string broadcast(MPI_Comm communicator, std::string text) {
    int size = static_cast<int>(text.size());
    check(MPI_Bcast(&size, 1, MPI_INT, 0, communicator));
    text.resize(static_cast<std::size_t>(size));
    check(MPI_Bcast(text.data(), size, MPI_CHAR, 0, communicator));
    return text;
}

} // namespace tangram::mpi
