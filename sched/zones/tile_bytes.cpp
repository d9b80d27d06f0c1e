#include "sched/zones/tile_bytes.hpp"

namespace tangram::sched {

double input_bytes(const partition::Footprint& zone, std::size_t products, const TileBytes& tile) {
    return (static_cast<double>(zone.a) * tile.a + static_cast<double>(zone.b) * tile.b) *
           static_cast<double>(products);
}

double bytes_at_a_time(const partition::Footprint& zone, std::size_t products, const TileBytes& tile) {
    return static_cast<double>(zone.c) * tile.c + input_bytes(zone, products, tile);
}

} // namespace tangram::sched
