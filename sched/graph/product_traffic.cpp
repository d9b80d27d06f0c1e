#include "sched/graph/product_traffic.hpp"

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

std::optional<double> ProductTraffic::bytes_bound(std::span<const double> speeds) const {
    const bool is_known = products_.are_plain() || products_.are_factorisation();
    const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    if (!is_known || all == 0) {
        return std::nullopt;
    }
    double roots = 0;
    for (const double speed : speeds) {
        roots += std::sqrt(speed / all);
    }
    double factors = 0;
    double tiles = 0;
    double sent_tiles = 0;
    for (DataId data = 0; data < data_.size(); ++data) {
        factors += products_.is_factor(data) ? data_[data].bytes : 0;
        tiles += products_.is_tile(data) && !products_.is_factor(data) ? data_[data].bytes : 0;
        sent_tiles += products_.is_tile(data) && data_[data].is_read_first ? data_[data].bytes : 0;
    }
    if (products_.are_factorisation()) {
        return roots * (factors + tiles);
    }
    if (products_.is_symmetric()) {
        return roots * factors + sent_tiles;
    }
    const auto rows = static_cast<double>(products_.rows());
    const auto columns = static_cast<double>(products_.columns());
    const double sides = std::sqrt(rows * columns) / (rows + columns); // |A| : |B| = rows : columns
    return 2 * roots * factors * sides + sent_tiles;
}

} // namespace tangram::sched::graph
