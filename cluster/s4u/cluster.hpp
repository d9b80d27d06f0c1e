#pragma once

/// The factorisation of cluster/solver on processes that SimGrid simulates: one actor each. What a process does when
/// something comes is simulation::Processes' business, as in the event simulator; SimGrid has the time and the network.
///
/// The network: each process has a link out and a link in, behind a backbone that has the latency and no limit.
/// Messages that share a link share its bandwidth at the same time (SimGrid's flow model, without its corrections for
/// TCP), those of the exchange and of the application alike; the event simulator sends one after the other, in two
/// networks. Messages of one kind to one process are received in the order in which they are sent: a short one waits
/// for a long one of another sender.

#include "cluster/simulation/machine.hpp"
#include "cluster/simulation/result.hpp"
#include "cluster/solver/options.hpp"
#include "cluster/solver/problem.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace tangram::s4u {

class Platform;

/// "SimGrid 3.32".
[[nodiscard]] std::string simgrid_version();

/// SimGrid can be started once in a program: so can this.
class Cluster {
  public:
    /// The machine's thread does not matter here. Throws InvalidInput as require_valid() of the machine.
    Cluster(const simulation::Machine& machine, std::size_t processes);
    ~Cluster();
    Cluster(const Cluster&) = delete;
    Cluster& operator=(const Cluster&) = delete;

    /// As simulation::simulate() on this machine, with another variant of threads. Throws InvalidInput, too, if the
    /// problem is for more processes.
    [[nodiscard]] simulation::Result simulate(const solver::Problem& problem, const solver::Options& options,
                                              solver::Thread thread, const simulation::Watch& watch = {});

  private:
    std::unique_ptr<Platform> platform_;
};

} // namespace tangram::s4u
