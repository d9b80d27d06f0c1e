#pragma once

/// A machine as plans see it: memory nodes that have workers, and the links between them. Plain data, whoever fills it.

#include <optional>
#include <string>
#include <vector>

namespace tangram::sched {

enum class DeviceKind { cpu, cuda, opencl, other };

/// "CPU", "CUDA", "OpenCL", "other".
std::string to_string(DeviceKind kind);

/// A memory node that has workers.
struct MemoryNode {
    unsigned id = 0; ///< StarPU's number, main_memory for RAM
    DeviceKind kind = DeviceKind::other;
    bool is_home = false;     ///< RAM, where the matrices live
    bool is_emulated = false; ///< an OpenCL device that runs on the CPU
    std::string name;         ///< e.g. "CPU", "OpenCL 0"
    std::vector<unsigned> workers;

    bool operator==(const MemoryNode&) const = default;
};

/// StarPU's number of RAM.
inline constexpr unsigned main_memory = 0;

struct Link {
    unsigned from = 0; ///< StarPU's memory nodes
    unsigned to = 0;
    double bandwidth = 0; ///< bytes per second, as StarPU measured it

    bool operator==(const Link&) const = default;
};

/// Bytes per second from one of StarPU's memory nodes to another; nothing if StarPU did not measure it.
std::optional<double> bandwidth(const std::vector<Link>& links, unsigned from, unsigned to);

} // namespace tangram::sched
