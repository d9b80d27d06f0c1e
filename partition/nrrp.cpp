#include "partition/nrrp.hpp"

#include "partition/ascending.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tangram::partition {

namespace {

// The proof's constants (specs/partition.md, section 2). Lengths in this file
// are normalised: a rectangle of aspect r is 1 x r, "width" runs along r.
constexpr double narrow = 2.0 / 5;     // the least width of a guillotine part,
constexpr double max_aspect = 5.0 / 2; // whose aspect is then at most this
constexpr double max_strip_aspect = 5;

/// Sides that differ by rounding only count as equal, so that noise does not
/// decide how a square is cut: across its columns.
bool is_tall(const Box& box) {
    return box.height() > box.width() * (1 + 1e-9);
}

double long_side(const Box& box) {
    return is_tall(box) ? box.height() : box.width();
}
double short_side(const Box& box) {
    return is_tall(box) ? box.width() : box.height();
}
double aspect(const Box& box) {
    return long_side(box) / short_side(box);
}

/// The part of `box` within `length` of the low end of its long side, and the
/// rest. Both get the very same double as their common edge.
std::pair<Box, Box> split_long_side(const Box& box, double length) {
    if (is_tall(box)) {
        const double x = box.x0 + length;
        return {{box.x0, x, box.y0, box.y1}, {x, box.x1, box.y0, box.y1}};
    }
    const double y = box.y0 + length;
    return {{box.x0, box.x1, box.y0, y}, {box.x0, box.x1, y, box.y1}};
}

/// Processors [first, last) of the ascending order and the rectangle they share.
struct Part {
    std::size_t first;
    std::size_t last;
    Box box;

    [[nodiscard]] std::size_t size() const { return last - first; }
    [[nodiscard]] std::size_t largest() const { return last - 1; }
};

/// The recursion. Every part is a run of the ascending order and small
/// processors lie at the low end: prefix sums are all it needs, and small
/// zones get small coordinates, hence precise ones.
class Dissection {
  public:
    explicit Dissection(const Ascending& order) : order_(order), zones_(order.size()) {}

    /// One list of boxes per processor of the ascending order.
    std::vector<std::vector<Box>> run(const Box& domain) {
        any_aspect({0, zones_.size(), domain});
        return std::move(zones_);
    }

  private:
    /// What processors [part.first, t) take of the part: a share in [0, 1].
    [[nodiscard]] double share(const Part& part, std::size_t t) const {
        return order_.fraction(part.first, t, part.last);
    }

    /// Width of processors [part.first, t) as a slice of the part.
    [[nodiscard]] double width(const Part& part, std::size_t t) const { return share(part, t) * aspect(part.box); }

    [[nodiscard]] std::size_t balanced(const Part& part) const { return order_.balanced(part.first, part.last); }

    void assign(const Part& part) { zones_[part.first] = {part.box}; }

    /// Guillotine: processors before and from t on, along the long side.
    [[nodiscard]] std::pair<Part, Part> cut(const Part& part, std::size_t t) const {
        const auto [low, high] = split_long_side(part.box, share(part, t) * long_side(part.box));
        return {{part.first, t, low}, {t, part.last, high}};
    }

    /// Gives the largest processor the L around a corner square; returns the
    /// square with the others in it.
    [[nodiscard]] Part carve_corner(const Part& part) {
        const double side = std::sqrt(width(part, part.largest())) * short_side(part.box);
        const auto [band, beyond] = split_long_side(part.box, side);
        const auto [square, beside] = split_long_side(band, side);
        zones_[part.largest()] = {beyond, beside};
        return {part.first, part.largest(), square};
    }

    /// Domains longer than what STRIP can take are halved first.
    void any_aspect(const Part& part) {
        if (part.size() == 1 || aspect(part.box) < max_strip_aspect)
            return strip(part);
        const auto [low, high] = cut(part, balanced(part));
        any_aspect(low);
        any_aspect(high);
    }

    /// NRRP, on aspects up to 5/2 (any aspect for a single processor).
    void nrrp(const Part& part) {
        if (part.size() == 1)
            return assign(part);
        const std::size_t t = balanced(part);
        if (width(part, t) >= narrow && width(part, t) <= aspect(part.box) - narrow)
            nrrp_both(cut(part, t));
        else if (width(part, part.largest()) < narrow)
            giant(part);
        else
            three_groups(part);
    }

    void nrrp_both(const std::pair<Part, Part>& parts) {
        nrrp(parts.first);
        nrrp(parts.second);
    }

    /// NRRP, step 3: one processor dominates all others together.
    void giant(const Part& part) {
        const double r = aspect(part.box);
        const double others = width(part, part.largest());
        const double corner_threshold = r - 3 * (r + 1) * (r + 1) / 16;
        if (others <= corner_threshold)
            return nrrp(carve_corner(part));
        const double all_but_two = width(part, part.largest() - 1);
        if (all_but_two < 0.4 * others * others && others < 0.25) {
            const Part square = carve_corner(part);
            return nrrp(square.size() == 1 ? square : carve_corner(square));
        }
        const auto [low, high] = cut(part, part.largest());
        strip(low);
        assign(high);
    }

    /// NRRP, step 4: the two largest, and all others together, are three
    /// groups of about the same weight.
    void three_groups(const Part& part) {
        const double largest_width = aspect(part.box) - width(part, part.largest());
        if (largest_width >= 1.0 / 3)
            return nrrp_both(cut(part, part.largest()));
        const auto [others, two_largest] = cut(part, part.largest() - 1);
        strip(others);
        // What is left is longer the other way, so this cut stacks the two.
        nrrp_both(cut(two_largest, two_largest.largest()));
    }

    /// STRIP, steps 0 and 1, on aspects below 5.
    void strip(const Part& part) {
        const double r = aspect(part.box);
        if (part.size() == 1 || r <= max_aspect)
            return nrrp(part);
        const double least = std::max(narrow, r - max_aspect);
        const std::size_t t = balanced(part);
        if (width(part, t) >= least && width(part, t) <= r - least)
            nrrp_both(cut(part, t));
        else
            jump(part, least);
    }

    /// STRIP, step 2: no cut leaves both sides `least` wide, so there is one
    /// processor that jumps over the whole window between.
    void jump(const Part& part, double least) {
        const double window_start =
            std::lerp(order_.sum_below(part.first), order_.sum_below(part.last), least / aspect(part.box));
        const std::size_t after = order_.first_reaching(window_start, part.first + 1, part.last);
        const std::size_t jumper = after - 1;
        const double before_width = width(part, jumper);
        const double jumper_width = width(part, after) - before_width;
        if (jumper == part.largest()) {
            if (before_width < narrow)
                return nrrp(carve_corner(part));
            return nrrp_both(cut(part, jumper));
        }
        if (before_width >= narrow && jumper_width >= narrow) {
            const auto [before, others] = cut(part, jumper);
            nrrp(before);
            return nrrp_both(cut(others, after));
        }
        const auto [low, high] = cut(part, after);
        strip(low);
        nrrp(high);
    }

    const Ascending& order_;
    std::vector<std::vector<Box>> zones_;
};

} // namespace

Partition nrrp(const Problem& problem) {
    require_valid(problem);
    const Ascending order(problem.speeds);
    auto boxes = Dissection(order).run({0, problem.height, 0, problem.width});
    Partition result{"nrrp", problem.height, problem.width, std::vector<Zone>(order.size())};
    for (std::size_t rank = 0; rank < order.size(); ++rank)
        result.zones[order.processor(rank)] = {order.processor(rank), std::move(boxes[rank])};
    return result;
}

} // namespace tangram::partition
