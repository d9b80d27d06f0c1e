#include "cluster/exchange/contract.hpp"

#include <fmt/format.h>

namespace tangram::exchange {

void require(bool condition, int process, std::string_view what) {
    if (!condition) {
        throw std::logic_error(fmt::format("process {}: {}", process, what));
    }
}

void require_other_processes(int me, int processes, std::span<const Reservation> slaves) {
    std::vector<bool> is_slave(static_cast<std::size_t>(processes), false);
    for (const Reservation& slave : slaves) {
        const bool is_other = slave.process >= 0 && slave.process < processes && slave.process != me;
        if (!is_other || is_slave[slave.process]) {
            throw std::logic_error(
                fmt::format("process {}: selects process {}; slaves are others of {} processes, each once", me,
                            slave.process, processes));
        }
        is_slave[slave.process] = true;
    }
}

std::logic_error unexpected(int me, int from, const Message& message) {
    return std::logic_error(
        fmt::format("process {}: its mechanism has no messages {} (from {})", me, name_of(kind_of(message)), from));
}

} // namespace tangram::exchange
