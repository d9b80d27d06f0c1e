#pragma once

/// Bytes of the tiles of A, B and C, and of zones made of them.

#include "partition/base/allocation.hpp"

#include <cstddef>

namespace tangram::sched {

/// Of full tiles, each of its own shape.
struct TileBytes {
    double a = 0;
    double b = 0;
    double c = 0;

    bool operator==(const TileBytes&) const = default;
};

/// Bytes of a zone's tiles of A and B for so many products along k, for each of which it has those of its footprint.
/// products: 1 in three dimensions, where footprints count along k themselves (Allocation::products_of_tile).
double input_bytes(const partition::Footprint& zone, std::size_t products, const TileBytes& tile);

/// The same with its tiles of C: what it has at a time.
double bytes_at_a_time(const partition::Footprint& zone, std::size_t products, const TileBytes& tile);

} // namespace tangram::sched
