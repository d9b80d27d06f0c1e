#include "partition/svg/colours.hpp"
#include "partition/svg/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <vector>

namespace tangram::partition::svg {

namespace {

/// Px per unit along the partition's axes: x goes down, y to the right.
struct Scale {
    double x;
    double y;
};

void append_fill(std::string& svg, const Zone& zone, Scale scale) {
    // The stroke closes the seam that anti-aliasing leaves between boxes.
    const std::string colour = to_string(palette_colour(zone.processor));
    fmt::format_to(std::back_inserter(svg), "<path fill=\"{0}\" stroke=\"{0}\" stroke-width=\"0.5\" d=\"", colour);
    for (const Box& box : zone.boxes) {
        fmt::format_to(std::back_inserter(svg), "M{:.2f} {:.2f}h{:.2f}v{:.2f}h{:.2f}z", scale.y * box.y0,
                       scale.x * box.x0, scale.y * box.width(), scale.x * box.height(), -scale.y * box.width());
    }
    svg += "\"/>\n";
}

/// Where an edge of a box begins or ends on its line. Edges that look one way
/// count 1 and those that look the other way -1, so that where two boxes of a
/// zone touch nothing is left.
struct EdgeEnd {
    double line;
    double position;
    int change;
};

/// Calls draw(line, from, to) for each stretch of line that is an edge of the zone.
template <class Draw> void for_each_edge(std::vector<EdgeEnd> ends, Draw draw) {
    std::sort(ends.begin(), ends.end(), [](const EdgeEnd& a, const EdgeEnd& b) {
        return a.line < b.line || (a.line == b.line && a.position < b.position);
    });
    int count = 0;
    for (std::size_t at = 0; at + 1 < ends.size(); ++at) {
        count += ends[at].change;
        if (count != 0 && ends[at].position < ends[at + 1].position) {
            draw(ends[at].line, ends[at].position, ends[at + 1].position);
        }
    }
}

void append_outline(std::string& svg, const Zone& zone, Scale scale) {
    std::vector<EdgeEnd> horizontal; // of constant x
    std::vector<EdgeEnd> vertical;   // of constant y
    for (const Box& box : zone.boxes) {
        const auto add = [](std::vector<EdgeEnd>& ends, double line, double from, double to, int change) {
            ends.push_back({line, from, change});
            ends.push_back({line, to, -change});
        };
        add(horizontal, box.x0, box.y0, box.y1, 1);
        add(horizontal, box.x1, box.y0, box.y1, -1);
        add(vertical, box.y0, box.x0, box.x1, 1);
        add(vertical, box.y1, box.x0, box.x1, -1);
    }
    const auto out = std::back_inserter(svg);
    for_each_edge(horizontal, [&](double x, double from, double to) {
        fmt::format_to(out, "M{:.2f} {:.2f}h{:.2f}", scale.y * from, scale.x * x, scale.y * (to - from));
    });
    for_each_edge(vertical, [&](double y, double from, double to) {
        fmt::format_to(out, "M{:.2f} {:.2f}v{:.2f}", scale.y * y, scale.x * from, scale.x * (to - from));
    });
}

/// In the box where it can be largest.
void append_number_of(std::string& svg, const Zone& zone, Scale scale) {
    const Box* largest = nullptr;
    double size = 0;
    for (const Box& box : zone.boxes) {
        if (const double least = std::min(scale.x * box.height(), scale.y * box.width()); least > size) {
            largest = &box;
            size = least;
        }
    }
    if (largest != nullptr) {
        append_number(svg, scale.y * std::midpoint(largest->y0, largest->y1),
                      scale.x * std::midpoint(largest->x0, largest->x1),
                      {scale.y * largest->width(), scale.x * largest->height()}, zone.processor,
                      ink_on(palette_colour(zone.processor)));
    }
}

} // namespace

void append_zones(std::string& svg, const Partition& partition, Extent extent) {
    const Scale scale{extent.height / partition.height, extent.width / partition.width};
    for (const Zone& zone : partition.zones) {
        append_fill(svg, zone, scale);
    }
    svg += "<path stroke=\"#000\" stroke-width=\"1.5\" stroke-linecap=\"square\" d=\"";
    for (const Zone& zone : partition.zones) {
        append_outline(svg, zone, scale);
    }
    svg += "\"/>\n";
    for (const Zone& zone : partition.zones) {
        append_number_of(svg, zone, scale);
    }
}

} // namespace tangram::partition::svg
