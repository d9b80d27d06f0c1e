#pragma once

/// Zones: the continuous picture of who computes what
/// (Eyraud-Dubois and Lambert 2018, section 3.1).
///
/// The domain is the result matrix C as a rectangle of `height` x `width`; the
/// x axis runs along its rows i (downwards in drawings), the y axis along its
/// columns j, as in that paper's Algorithm 1. In three dimensions the z axis
/// runs along the products k, and the domain is the whole cuboid of tasks. A
/// zone is a union of few disjoint boxes and belongs to one processor - one
/// memory node.
///
///     Problem --nrrp(), ...--> Partition --rounded(), precise(), refined()--> Allocation

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tangram::partition {

/// A rectangle of a two-dimensional partition, where z runs from 0 to 1, or a
/// cuboid of a three-dimensional one.
struct Box {
    double x0 = 0, x1 = 0; ///< rows, half-open
    double y0 = 0, y1 = 0; ///< columns, half-open
    double z0 = 0, z1 = 1; ///< products, half-open

    [[nodiscard]] double height() const { return x1 - x0; }
    [[nodiscard]] double width() const { return y1 - y0; }
    [[nodiscard]] double depth() const { return z1 - z0; }
    [[nodiscard]] double area() const { return height() * width(); }
    [[nodiscard]] double volume() const { return area() * depth(); }

    bool operator==(const Box&) const = default;
};

struct Zone {
    std::size_t processor = 0;
    /// Disjoint; one, or two for an L, up to five for what surrounds several
    /// others, or three for a cuboid without a corner.
    std::vector<Box> boxes;

    bool operator==(const Zone&) const = default;
};

struct Partition {
    std::string algorithm;
    double height = 1;
    double width = 1;
    std::vector<Zone> zones;          ///< zones[p].processor == p
    std::optional<double> depth = {}; ///< of a 3D partition; a 2D one has all products in each zone

    [[nodiscard]] bool is_3d() const { return depth.has_value(); }

    bool operator==(const Partition&) const = default;
};

} // namespace tangram::partition
