#pragma once

#include <cstdint>

namespace tangram::apps {

/// Whether this process can start so many threads at once, by starting and ending them: limits on a user's processes
/// (ulimit -u) and those of a control group (pids.max) count them, with those of others.
bool can_start_threads(std::uint64_t threads);

} // namespace tangram::apps
