#include "partition/dissection/dissection.hpp"

#include <utility>

namespace tangram::partition {

std::vector<double> weights_by_rank(const Problem& problem, const Ascending& order) {
    std::vector<double> weights(order.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        weights[rank] = problem.weight(order.processor(rank));
    }
    return weights;
}

Part whole(const Problem& problem) {
    return {0, problem.speeds.size(), {0, problem.height, 0, problem.width}};
}

Partition to_partition(std::string algorithm, const Problem& problem, const Ascending& order,
                       std::span<const Shape> shapes) {
    Partition result{std::move(algorithm), problem.height, problem.width, std::vector<Zone>(order.size())};
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        const Shape& shape = shapes[rank];
        Zone& zone = result.zones[order.processor(rank)];
        zone.processor = order.processor(rank);
        zone.boxes.assign(shape.boxes.begin(), shape.boxes.begin() + static_cast<std::ptrdiff_t>(shape.count));
    }
    return result;
}

} // namespace tangram::partition
