#include "sched/policies/theft_worth.hpp"

#include <algorithm>

namespace tangram::sched {

bool pays(const Theft& theft) {
    const auto products = static_cast<double>(theft.products);
    // C comes once, tiles of A and B for each product.
    const double tiles =
        theft.missing < 2 ? static_cast<double>(theft.missing) : 1 + products * static_cast<double>(theft.missing - 1);
    const double room = theft.needs_room ? theft.thief.room_seconds : 0;
    const double seconds = room + theft.thief.lead_seconds +
                           std::max((products - 1) / theft.thief.of_one_worker(), tiles * theft.thief.tile_seconds);
    const bool is_needed = static_cast<double>(theft.victim_remaining) >= seconds * theft.victim.products_per_second;
    const double of_lines = products * static_cast<double>(theft.lines_at_home);
    const double from_ram = theft.thief.peers_are_nearer ? std::min(tiles, of_lines) : tiles;
    const double on_bus = from_ram * theft.thief.bus_seconds * static_cast<double>(theft.contenders);
    return is_needed && on_bus + room <= products / theft.victim.products_per_second;
}

bool thief_is_sooner(const ReservedTile& tile) {
    const auto before = static_cast<double>(tile.thief_remaining);
    return tile.thief.lead_seconds + before / tile.thief.products_per_second <
           static_cast<double>(tile.products) / tile.owner.of_one_worker();
}

double seconds_to_take_over(const NodeSpeed& node, std::size_t remaining, std::size_t products) {
    const auto others = static_cast<double>(products - 1);
    const double of_c = 2 * node.tile_seconds; // to RAM and from there
    return seconds_behind(node, remaining) + of_c + others * std::max(1 / node.of_one_worker(), node.tile_seconds);
}

double seconds_behind(const NodeSpeed& node, std::size_t remaining) {
    constexpr double most_tiles = 3;
    return node.lead_seconds + static_cast<double>(remaining) / node.products_per_second +
           most_tiles * node.tile_seconds;
}

} // namespace tangram::sched
