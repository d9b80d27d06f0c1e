#include "sched/graph/product_traffic.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace tangram::sched::graph {

void ProductTraffic::submitted(std::span<const Use> uses, const DataPlaces& places) {
    products_.submitted(uses);
    for (const Use& use : uses) {
        if (use.data >= data_.size()) {
            data_.resize(std::size_t{use.data} + 1);
        }
        if (Datum& datum = data_[use.data]; datum.bytes == 0) {
            datum = {.bytes = places.bytes(use.data), .is_read_first = use.reads};
        }
    }
}

/// Of one matrix or product: several beside each other need less than one of all their lines.
bool ProductTraffic::is_known() const {
    if (!products_.are_plain() && !products_.are_factorisation()) {
        return false;
    }
    const bool is_any_shape = products_.are_plain() && !products_.is_symmetric();
    return is_any_shape || (products_.is_symmetric() ? products_.fill_triangle() : products_.fill_grid());
}

ProductTraffic::Bytes ProductTraffic::bytes() const {
    Bytes sum;
    for (DataId data = 0; data < data_.size(); ++data) {
        const auto [bytes, is_read_first] = data_[data];
        const bool is_factor = products_.is_factor(data);
        sum.factors += is_factor ? bytes : 0;
        sum.made_factors += is_factor && !is_read_first ? bytes : 0;
        if (products_.is_tile(data)) {
            sum.tiles += is_factor ? 0 : bytes;
            sum.read_tiles += is_read_first ? bytes : 0;
        }
    }
    return sum;
}

std::optional<double> ProductTraffic::bytes_bound(std::span<const double> speeds) const {
    const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    if (!is_known() || all == 0) {
        return std::nullopt;
    }
    double roots = 0;
    for (const double speed : speeds) {
        roots += std::sqrt(speed / all);
    }
    const Bytes of = bytes();
    if (products_.are_factorisation()) {
        return std::max(0.0, roots * (of.factors + of.tiles) - of.made_factors);
    }
    if (products_.is_symmetric()) {
        return std::max(0.0, roots * of.factors - of.made_factors) + of.read_tiles;
    }
    // |A| : |B| = rows : columns, and zones of the places that have a tile
    const auto lines = static_cast<double>(products_.rows() + products_.columns());
    const double sides = std::sqrt(static_cast<double>(products_.tiles())) / lines;
    return std::max(0.0, 2 * roots * of.factors * sides - of.made_factors) + of.read_tiles;
}

} // namespace tangram::sched::graph
