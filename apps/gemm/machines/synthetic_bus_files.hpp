#pragma once

/// The links of a synthetic platform, as StarPU and SimGrid read them.

#include "apps/gemm/machines/synthetic_platform.hpp"

#include <string>

namespace tangram::apps {

/// The files that StarPU writes of a real machine when it has measured its links.
struct BusFiles {
    std::string bandwidth; ///< MB/s between all memory nodes
    std::string latency;   ///< microseconds
    std::string platform;  ///< SimGrid's hosts, links and routes
};

BusFiles bus_files(const SyntheticPlatform& platform);

} // namespace tangram::apps
