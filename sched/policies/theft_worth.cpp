#include "sched/policies/theft_worth.hpp"

namespace tangram::sched {

bool pays(const Theft& theft) {
    const double others = static_cast<double>(theft.products) - 1;
    const double seconds = theft.thief.lead_seconds + others / theft.thief.of_one_worker();
    return static_cast<double>(theft.victim_remaining) >= seconds * theft.victim.products_per_second;
}

bool thief_is_sooner(const ReservedTile& tile) {
    const auto before = static_cast<double>(tile.thief_remaining);
    return tile.thief.lead_seconds + before / tile.thief.products_per_second <
           static_cast<double>(tile.products) / tile.owner.of_one_worker();
}

double seconds_behind(const NodeSpeed& node, std::size_t remaining) {
    return node.lead_seconds + static_cast<double>(remaining) / node.products_per_second;
}

} // namespace tangram::sched
