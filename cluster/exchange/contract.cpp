#include "cluster/exchange/contract.hpp"

#include <fmt/format.h>

namespace tangram::exchange {

namespace {

bool is_other(int process, int me, int processes) {
    return process >= 0 && process < processes && process != me;
}

} // namespace

void require(bool condition, int process, std::string_view what) {
    if (!condition) {
        throw std::logic_error(fmt::format("process {}: {}", process, what));
    }
}

void require_setting(int me, std::span<const Load> initial, const Load& threshold) {
    require(me >= 0 && me < static_cast<int>(initial.size()), me, "has no initial load");
    require(!has_negative(threshold), me, "has a negative threshold");
}

void require_receipt(int me, int processes, int from, bool is_ready) {
    if (!is_other(from, me, processes)) {
        throw std::logic_error(fmt::format("process {}: receives a message from {}, which is no other of {} processes",
                                           me, from, processes));
    }
    require(!is_ready, me, "receives a message before it selects slaves");
}

void require_selection(int me, int processes, int master, std::span<const Reservation> slaves) {
    std::vector<bool> is_slave(static_cast<std::size_t>(processes), false);
    for (const Reservation& slave : slaves) {
        if (!is_other(slave.process, master, processes) || is_slave[slave.process]) {
            throw std::logic_error(
                fmt::format("process {}: {} selects process {}; slaves are others of {} processes, each once", me,
                            master, slave.process, processes));
        }
        require(!has_negative(slave.load), me, "a negative load is reserved");
        is_slave[slave.process] = true;
    }
}

std::logic_error unexpected(int me, int from, const Message& message) {
    return std::logic_error(
        fmt::format("process {}: its mechanism has no messages {} (from {})", me, name_of(kind_of(message)), from));
}

} // namespace tangram::exchange
