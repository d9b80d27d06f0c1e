#pragma once

/// A network that connects all processes: a process sends one message at a time, in the order in which they are given
/// to it, and receives one at a time, in the order in which their first bytes come. Sending takes none of its time.

#include "cluster/simulation/agenda.hpp"
#include "cluster/simulation/machine.hpp"

#include <cstddef>
#include <vector>

namespace tangram::simulation {

class Network {
  public:
    Network(Agenda& agenda, const Machine& machine, std::size_t processes)
        : agenda_(agenda), latency_(machine.latency_us * 1e-6), seconds_per_byte_(1e-9 / machine.bandwidth_gbs),
          free_to_send_(processes, 0.0), free_to_receive_(processes, 0.0) {}

    /// arrived happens when the last byte has come. Messages from one process to another keep their order. O(log
    /// events).
    void send(int from, int to, std::size_t bytes, Agenda::Event arrived);

  private:
    Agenda& agenda_;
    double latency_;
    double seconds_per_byte_;
    std::vector<double> free_to_send_;    ///< by process, from when on
    std::vector<double> free_to_receive_; ///< by process, from when on
};

} // namespace tangram::simulation
