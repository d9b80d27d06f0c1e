#pragma once

/// A platform in SimGrid, in units that suit its floating-point numbers.

#include "model/steady_state/platform.hpp"

#include <simgrid/s4u.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace tangram::model::steady_state {

/// A host for each processor, a link without latency for each link and each resource, and SimGrid's simplest model of
/// them: CM02, where links share bandwidth fairly and nothing else. A second is a period. Can be made once in a
/// process.
class SimgridPlatform {
  public:
    SimgridPlatform(const Platform& platform, const Rational& period);

    /// Simulates until this, which runs on the first host, has ended. Throws what it throws.
    void run(const std::function<void()>& actor);

    /// Starts an activity that takes so many periods.
    [[nodiscard]] simgrid::s4u::ActivityPtr compute(std::size_t processor, const Rational& periods) const;

    /// Starts a transfer as fast as the link and what it shares let it be, or just so fast that it takes so many
    /// periods: this a link needs for all its transfers, or for none. Its last one must have ended.
    [[nodiscard]] simgrid::s4u::ActivityPtr send(std::size_t link, const Rational& data,
                                                 const std::optional<Rational>& periods) const;

  private:
    struct Route {
        simgrid::s4u::Host* from;
        simgrid::s4u::Host* to;
        simgrid::s4u::Link* brake; ///< behind the link: Comm::set_rate() does nothing for transfers between hosts
    };

    void add_links(const Platform& platform, simgrid::s4u::NetZone& zone,
                   const std::vector<const simgrid::s4u::Link*>& resources);
    [[nodiscard]] double bandwidth(const Rational& c) const { return Rational(bytes_per_data_ * period_ / c).get_d(); }

    simgrid::s4u::Engine engine_;
    Rational period_;
    Rational bytes_per_data_;
    std::vector<simgrid::s4u::Host*> hosts_;
    std::vector<Route> routes_; ///< by link
};

} // namespace tangram::model::steady_state
