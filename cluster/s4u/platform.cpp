#include "cluster/s4u/platform.hpp"

#include <fmt/format.h>
#include <simgrid/version.h>

#include <array>
#include <csignal>
#include <exception>
#include <string>

namespace tangram::s4u {

namespace {

namespace sg4 = simgrid::s4u;

/// Ctrl-C does afterwards what it did before.
class KeptInterrupt {
  public:
    KeptInterrupt() { sigaction(SIGINT, nullptr, &before_); }
    ~KeptInterrupt() { sigaction(SIGINT, &before_, nullptr); }
    KeptInterrupt(const KeptInterrupt&) = delete;
    KeptInterrupt& operator=(const KeptInterrupt&) = delete;

  private:
    struct sigaction before_ {};
};

/// SimGrid reads options from a command line alone before it starts. Sanitizers know no stacks but those of threads.
/// SimGrid's handler of Ctrl-C would end the program with exit status 1.
sg4::Engine engine() {
    std::string name = "tangram";
    std::string log = "--log=root.thresh:error";
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    std::string contexts = "--cfg=contexts/factory:thread";
#else
    std::string contexts = "--cfg=contexts/factory:raw";
#endif
    std::array<char*, 4> words{name.data(), log.data(), contexts.data(), nullptr};
    int count = 3;
    const KeptInterrupt kept;
    return sg4::Engine(&count, words.data());
}

/// Bandwidths and latencies as they are given: SimGrid's defaults correct them for TCP.
void set_up_models() {
    sg4::Engine::set_config("network/model:CM02");
    sg4::Engine::set_config("network/crosstraffic:0");
    sg4::Engine::set_config("network/TCP-gamma:1e30");
    sg4::Engine::set_config("network/weight-S:0");
    sg4::Engine::set_config("surf/precision:1e-12");
}

/// SimGrid 4 has a root from the start, before it a zone without parent is the root.
sg4::NetZone* zone_of_hosts([[maybe_unused]] sg4::Engine& engine) {
    const std::string name = "cluster";
#if SIMGRID_VERSION >= 40000
    return engine.get_netzone_root()->add_netzone_star(name);
#else
    return sg4::create_star_zone(name);
#endif
}

} // namespace

Platform::Platform(const simulation::Machine& machine, std::size_t processes) : engine_(engine()) {
    set_up_models();
    sg4::NetZone* zone = zone_of_hosts(engine_);
    const double bandwidth = machine.bandwidth_gbs * 1e9;
    // Half, as a message passes a link out and a link in. A third one for all would make SimGrid's solver look at all
    // messages for each.
    const double half_of_latency = machine.latency_us * 1e-6 / 2;
    for (std::size_t process = 0; process < processes; ++process) {
        sg4::Host* host = zone->create_host(fmt::format("host {}", process), machine.gflops * 1e9)->seal();
        sg4::SplitDuplexLink* link = zone->create_split_duplex_link(fmt::format("link {}", process), bandwidth);
        link->set_latency(half_of_latency)->seal();
        zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr, {{link, sg4::LinkInRoute::Direction::UP}},
                        true);
        hosts_.push_back(host);
    }
    zone->seal();
}

void Platform::run(const std::function<void()>& conductor) {
    std::exception_ptr failure;
    sg4::Actor::create("conductor", hosts_.front(), [&] {
        try {
            conductor();
        } catch (const std::exception&) {
            failure = std::current_exception();
        }
    });
    engine_.run();
    if (failure) {
        std::rethrow_exception(failure);
    }
}

} // namespace tangram::s4u
