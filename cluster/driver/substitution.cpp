#include "cluster/driver/substitution.hpp"

#include "cluster/numerics/substitution.hpp"

#include <cstdint>
#include <optional>
#include <thread>

namespace tangram::driver {

std::vector<double> solve(int me, const System& system, const numerics::Factors& factors, std::span<const double> b,
                          Channel& channel, Rounds& rounds) {
    Agreement agreement(rounds, static_cast<std::int64_t>(system.problem.mapping.processes));
    numerics::Substitution process(me, system.problem, system.elimination, factors, b);
    const auto send = [&](const std::vector<numerics::SegmentEnvelope>& envelopes) {
        for (const auto& [to, segment] : envelopes) {
            channel.send(to, packed(segment));
        }
    };
    send(process.start());
    while (!agreement.is_end()) {
        channel.progress();
        if (const std::optional<Received> received = channel.receive()) {
            send(process.receive(segment(received->packet)));
        } else {
            if (channel.is_idle()) { // nobody leaves while what it has sent is under way
                agreement.take_part({process.is_done() ? 1 : 0, channel.sent(), channel.received()});
            }
            std::this_thread::yield();
        }
    }
    return process.solution();
}

} // namespace tangram::driver
