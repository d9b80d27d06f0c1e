#pragma once

/// Calls of CLBlast from the threads of several workers; for builds with OpenCL.

#include "partition/error.hpp"

#include <fmt/format.h>

#include <mutex>
#include <optional>

#include <clblast_c.h>

namespace tangram::apps {

inline std::once_flag& first_clblast_call() {
    static std::once_flag flag;
    return flag;
}

/// Calls a routine of CLBlast; throws RunFailure with its status, naming it.
///
/// CLBlast 1.5 fills its table of tuning parameters in the first call of all,
/// without a lock (its issue 486: status -2039 or a crash). That call is made alone;
/// the others wait for it.
template <class Call> void call_clblast(const char* name, Call call) {
    std::optional<CLBlastStatusCode> status;
    std::call_once(first_clblast_call(), [&] { status = call(); });
    if (!status) {
        status = call();
    }
    if (*status != CLBlastSuccess) {
        throw RunFailure(fmt::format("CLBlast's {} failed with status {}", name, static_cast<int>(*status)));
    }
}

} // namespace tangram::apps
