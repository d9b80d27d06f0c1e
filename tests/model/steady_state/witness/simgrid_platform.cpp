#include "tests/model/steady_state/witness/simgrid_platform.hpp"

#include <fmt/format.h>
#include <simgrid/version.h>
#include <xbt/log.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <string>

namespace tangram::model::steady_state {

namespace {

namespace s4u = simgrid::s4u;

/// What the fastest link sends in a period. SimGrid counts whole bytes, in 64 bits: a link that is a million times
/// slower is left with 40 of these.
const Integer most_bytes = Integer(1) << 60;

/// SimGrid's own precision of a time is that of real networks. It would note that it is changed, and each short sleep.
void set_up_models() {
    xbt_log_control_set("root.thresh:error");
    s4u::Engine::set_config("network/model:CM02");
    s4u::Engine::set_config("network/crosstraffic:0");
    s4u::Engine::set_config("surf/precision:1e-13");
    s4u::Engine::set_config("maxmin/precision:1e-13");
}

/// With threads for activities, as sanitizers know no other stacks.
s4u::Engine engine() {
    std::string name = "steady_witness";
    std::string threads = "--cfg=contexts/factory:thread";
    std::array<char*, 3> words{name.data(), threads.data(), nullptr};
    int count = 2;
    return s4u::Engine(&count, words.data());
}

/// Where hosts may be: SimGrid 4 has a root from the start, before it a zone without parent is the root.
s4u::NetZone* zone_of_hosts([[maybe_unused]] s4u::Engine& engine) {
    const std::string name = "platform";
#if SIMGRID_VERSION >= 40000
    return engine.get_netzone_root()->add_netzone_full(name);
#else
    return s4u::create_full_zone(name);
#endif
}

/// The least c of the links, or of those that share a resource.
Rational least_c(const Platform& platform, const std::optional<std::size_t>& resource) {
    std::optional<Rational> least;
    for (const Link& link : platform.links) {
        const std::vector<std::size_t>& shared = link.resources;
        if (!resource || std::find(shared.begin(), shared.end(), *resource) != shared.end()) {
            least = std::min(least.value_or(link.c), link.c);
        }
    }
    return least.value_or(1);
}

} // namespace

SimgridPlatform::SimgridPlatform(const Platform& platform, const Rational& period)
    : engine_(engine()), period_(period), bytes_per_data_(most_bytes * least_c(platform, {}) / period) {
    set_up_models();
    s4u::NetZone* zone = zone_of_hosts(engine_);
    for (std::size_t p = 0; p < platform.processors.size(); ++p) {
        hosts_.push_back(zone->create_host(fmt::format("host {}", p), 1.0)->seal());
    }
    std::vector<const s4u::Link*> resources;
    for (std::size_t r = 0; r < platform.resources.size(); ++r) {
        const Rational c = platform.resources[r].c.value_or(least_c(platform, r));
        resources.push_back(zone->create_link(fmt::format("resource {}", r), bandwidth(c))->seal());
    }
    add_links(platform, *zone, resources);
    zone->seal();
}

void SimgridPlatform::add_links(const Platform& platform, s4u::NetZone& zone,
                                const std::vector<const s4u::Link*>& resources) {
    for (std::size_t l = 0; l < platform.links.size(); ++l) {
        const auto& [from, to, c, shared] = platform.links[l];
        s4u::Link* link = zone.create_link(fmt::format("link {}", l), bandwidth(c))->seal();
        s4u::Link* brake = zone.create_link(fmt::format("brake {}", l), bandwidth(c))->seal();
        std::vector<s4u::LinkInRoute> route{s4u::LinkInRoute(link), s4u::LinkInRoute(brake)};
        for (const std::size_t r : shared) {
            route.emplace_back(resources[r]);
        }
        zone.add_route(hosts_[from]->get_netpoint(), hosts_[to]->get_netpoint(), nullptr, nullptr, route, false);
        routes_.push_back({hosts_[from], hosts_[to], brake});
    }
}

void SimgridPlatform::run(const std::function<void()>& actor) {
    std::exception_ptr failure;
    s4u::Actor::create("conductor", hosts_.front(), [&] {
        try {
            actor();
        } catch (const std::exception&) {
            failure = std::current_exception();
        }
    });
    engine_.run();
    if (failure) {
        std::rethrow_exception(failure);
    }
}

s4u::ActivityPtr SimgridPlatform::compute(std::size_t processor, const Rational& periods) const {
    const s4u::ExecPtr exec = s4u::Exec::init()->set_flops_amount(periods.get_d())->set_host(hosts_[processor]);
    exec->start();
    return exec;
}

s4u::ActivityPtr SimgridPlatform::send(std::size_t link, const Rational& data,
                                       const std::optional<Rational>& periods) const {
    const auto& [from, to, brake] = routes_[link];
    const Rational bytes = data * bytes_per_data_;
    if (periods) {
        brake->set_bandwidth(Rational(bytes / *periods).get_d());
    }
    const s4u::CommPtr comm = s4u::Comm::sendto_init(from, to);
    comm->set_payload_size(static_cast<std::uint64_t>(bytes.get_d()));
    comm->start();
    return comm;
}

} // namespace tangram::model::steady_state
