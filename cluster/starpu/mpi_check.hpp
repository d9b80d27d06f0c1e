#pragma once

#include "base/error.hpp"

#include <fmt/format.h>

namespace tangram::cluster {

/// Throws RunFailure if a call of StarPU-MPI's has returned an error.
inline void check_starpu_mpi(int code) {
    if (code != 0) {
        throw RunFailure(fmt::format("StarPU-MPI refuses a message (error {})", code));
    }
}

} // namespace tangram::cluster
