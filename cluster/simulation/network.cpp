#include "cluster/simulation/network.hpp"

#include <algorithm>
#include <utility>

namespace tangram::simulation {

void Network::send(int from, int to, std::size_t bytes, Agenda::Event arrived) {
    const double duration = static_cast<double>(bytes) * seconds_per_byte_;
    double& free_to_send = free_to_send_.at(static_cast<std::size_t>(from));
    const double begin = std::max(agenda_.now(), free_to_send);
    free_to_send = begin + duration;
    agenda_.plan(begin + latency_, [this, to, duration, arrived = std::move(arrived)]() mutable {
        double& free_to_receive = free_to_receive_.at(static_cast<std::size_t>(to));
        free_to_receive = std::max(agenda_.now(), free_to_receive) + duration;
        agenda_.plan(free_to_receive, std::move(arrived));
    });
}

} // namespace tangram::simulation
