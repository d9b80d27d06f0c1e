#include "apps/smpi/other_load.hpp"

#include <simgrid/s4u.hpp>

namespace tangram::apps {

void begin_other_load(const std::string& prefix, double left) {
    constexpr double seconds = 1e12; // far longer than any product
    // Tasks have priority 1, and what runs on a host shares it in proportion to priorities.
    const double priority = 1 / left - 1;
    for (simgrid::s4u::Host* const host : simgrid::s4u::Engine::get_instance()->get_all_hosts()) {
        if (host->get_name().starts_with(prefix)) {
            simgrid::s4u::Actor::create("other load", host, [=] {
                simgrid::s4u::Actor::self()->daemonize();
                simgrid::s4u::this_actor::execute(seconds * host->get_speed(), priority);
            });
        }
    }
}

} // namespace tangram::apps
