#include "partition/algorithms/nrrp_3d.hpp"

#include "partition/dissection/ascending.hpp"
#include "partition/dissection/cuboids.hpp"
#include "partition/dissection/dissection_3d.hpp"

#include <string>
#include <utility>
#include <vector>

namespace tangram::partition {

namespace {

struct CollectZones {
    std::vector<Carved> zones; ///< by rank

    bool takes(const Part3d& part) {
        if (part.size() > 1) {
            return false;
        }
        zones[part.first] = {part.box};
        return true;
    }
    void giant(std::size_t rank, const Carved& zone) { zones[rank] = zone; }
};

template <class Corner> Partition partition_with(Corner corner, std::string name, const Problem& problem) {
    require_valid(problem);
    const Ascending order(problem.speeds);
    CollectZones sink{std::vector<Carved>(order.size())};
    dissect(order, {0, order.size(), unweighted_domain(problem)}, corner, sink);
    return to_partition(std::move(name), problem, order, sink.zones);
}

} // namespace

Partition nrrp_3d(const Problem& problem) {
    return partition_with(HomotheticCorner{}, "3d-nrrp", problem);
}

Partition nrrp_3d_prism(const Problem& problem) {
    return partition_with(FlexibleCorner{}, "3d-nrrp-prism", problem);
}

} // namespace tangram::partition
