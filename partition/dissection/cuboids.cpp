#include "partition/dissection/cuboids.hpp"

#include <algorithm>
#include <cmath>

namespace tangram::partition {

namespace {

/// Length 1 of unweighted_domain() in the problem's unit: a power of two, by
/// which doubles are scaled exactly.
double unit_of(const Problem& problem) {
    const double longest = std::max({problem.height, problem.width, problem.depth / problem.c_factor});
    return std::exp2(std::ilogb(longest));
}

/// From unweighted_domain() to the problem's domain.
class Scaling {
  public:
    explicit Scaling(const Problem& problem)
        : unit_(unit_of(problem)), c_factor_(problem.c_factor), depth_(problem.depth),
          scaled_depth_(unweighted_domain(problem).high[2]) {}

    [[nodiscard]] Box operator()(const Cuboid& box) const {
        return {box.low[0] * unit_,  box.high[0] * unit_, box.low[1] * unit_,
                box.high[1] * unit_, z(box.low[2]),       z(box.high[2])};
    }

  private:
    /// Dividing by the C factor and multiplying by it need not lead back to the same depth.
    [[nodiscard]] double z(double scaled) const {
        return scaled == scaled_depth_ ? depth_ : std::min(scaled * unit_ * c_factor_, depth_);
    }

    double unit_;
    double c_factor_;
    double depth_;
    double scaled_depth_;
};

/// Peels off what lies beyond the corner, axis by axis.
std::vector<Cuboid> boxes_of(const Carved& zone) {
    if (!zone.corner) {
        return {zone.box};
    }
    std::vector<Cuboid> boxes;
    Cuboid rest = zone.box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (zone.corner->high[axis] < rest.high[axis]) {
            const auto [below, beyond] = split(rest, axis, zone.corner->high[axis]);
            boxes.push_back(beyond);
            rest = below;
        }
    }
    return boxes;
}

} // namespace

Cuboid unweighted_domain(const Problem& problem) {
    const double unit = unit_of(problem);
    return {{0, 0, 0}, {problem.height / unit, problem.width / unit, problem.depth / problem.c_factor / unit}};
}

Partition to_partition(std::string name, const Problem& problem, const Ascending& order,
                       std::span<const Carved> zones) {
    const Scaling scaled_back(problem);
    Partition result{std::move(name), problem.height, problem.width, std::vector<Zone>(order.size()), problem.depth};
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        Zone& zone = result.zones[order.processor(rank)];
        zone.processor = order.processor(rank);
        for (const Cuboid& box : boxes_of(zones[rank])) {
            zone.boxes.push_back(scaled_back(box));
        }
    }
    return result;
}

} // namespace tangram::partition
