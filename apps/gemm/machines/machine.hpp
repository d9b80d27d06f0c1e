#pragma once

/// The machine of a product: memory nodes and links (sched/base/machine), and how its CPU cores become workers.

#include "sched/base/machine.hpp"

#include <functional>
#include <string>

namespace tangram::apps {

using sched::bandwidth;
using sched::DeviceKind;
using sched::Link;
using sched::MemoryNode;
using sched::to_string;

/// How the CPU cores become workers: each core one, each socket one, or a number
/// of groups of cores.
struct CpuGroups {
    enum class Kind { core, socket, number } kind = Kind::core;
    unsigned number = 0;

    /// Throws InvalidInput unless the text is "core", "socket" or a positive number.
    static CpuGroups from_string(const std::string& text);
};

/// Receives one-line messages for the user: warnings, and what takes its time. It is called on the calling thread
/// unless stated otherwise.
using Notify = std::function<void(const std::string&)>;

/// The name of the machine that this process runs on or simulates, as StarPU's
/// models know it (STARPU_HOSTNAME, else the host's name).
std::string platform_name();

} // namespace tangram::apps
