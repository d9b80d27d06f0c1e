#pragma once

/// SimGrid's engine with the hosts and links of a cluster. Only this room includes it: users need no SimGrid.

#include "cluster/simulation/machine.hpp"

#include <simgrid/s4u.hpp>

#include <cstddef>
#include <functional>
#include <vector>

namespace tangram::s4u {

class Platform {
  public:
    Platform(const simulation::Machine& machine, std::size_t processes);

    /// Runs an actor on the first host, and those that it creates, until all have ended. Rethrows what it throws.
    void run(const std::function<void()>& conductor);

    [[nodiscard]] int processes() const { return static_cast<int>(hosts_.size()); }
    [[nodiscard]] simgrid::s4u::Host* host(int process) const { return hosts_.at(static_cast<std::size_t>(process)); }

  private:
    simgrid::s4u::Engine engine_;
    std::vector<simgrid::s4u::Host*> hosts_; ///< by process
};

} // namespace tangram::s4u
