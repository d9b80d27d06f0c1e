#pragma once

/// The recursion of NRRP. Its numbers are the constants of a proof: see
/// docs/algorithms.md, NRRP's thresholds, before changing one. Steps have the
/// numbers that they have there.

#include "partition/dissection/dissection.hpp"

#include <algorithm>
#include <cmath>

namespace tangram::partition {

/// Every part is a run of the ascending order: prefix sums are all it needs.
/// Lengths are normalised: a rectangle of aspect r is 1 x r, "width" runs along r.
template <class Sink> class NrrpRecursion {
  public:
    NrrpRecursion(const Cuts& cuts, Sink& sink) : cuts_(cuts), sink_(sink) {}

    void run(const Part& part) { any_aspect(part); }

  private:
    // The proof's constants (docs/algorithms.md, NRRP's thresholds).
    static constexpr double narrow = 2.0 / 5;     // the least width of a guillotine part,
    static constexpr double max_aspect = 5.0 / 2; // whose aspect is then at most this
    static constexpr double max_strip_aspect = 5;

    [[nodiscard]] double width(const Part& part, std::size_t t) const { return cuts_.width(part, t); }

    void assign(const Part& part) { sink_.rectangle(part.first, part.box); }

    [[nodiscard]] Part carve_corner(const Part& part) { return cuts_.carve_corner(part, sink_); }

    /// Domains longer than what STRIP can take are halved first, unless so
    /// little is left beside a giant that even one square of it is cheaper in a corner.
    void any_aspect(const Part& part) {
        if (part.size() == 1 || aspect(part.box) < max_strip_aspect) {
            return strip(part);
        }
        if (width(part, part.largest()) < 1.0 / 4) {
            return nrrp(carve_corner(part));
        }
        const auto [low, high] = cuts_.cut(part, cuts_.balanced(part));
        any_aspect(low);
        any_aspect(high);
    }

    /// NRRP, on aspects up to 5/2 (any aspect for a single processor).
    void nrrp(const Part& part) {
        if (part.size() == 1) {
            return assign(part);
        }
        const std::size_t t = cuts_.balanced(part);
        const double half = width(part, t);
        if (half >= narrow && half <= aspect(part.box) - narrow) {
            nrrp_both(cuts_.cut(part, t));
        } else if (width(part, part.largest()) < narrow) {
            giant(part);
        } else {
            three_groups(part);
        }
    }

    void nrrp_both(const std::pair<Part, Part>& parts) {
        nrrp(parts.first);
        nrrp(parts.second);
    }

    /// NRRP, step 3: one processor dominates all others together.
    void giant(const Part& part) {
        const double r = aspect(part.box);
        const double others = width(part, part.largest());
        // Step 3a: up to here the giant's L costs at most 2/sqrt(3) times its square.
        const double corner_threshold = r - 3 * (r + 1) * (r + 1) / 16;
        if (others <= corner_threshold) {
            return nrrp(carve_corner(part));
        }
        const double all_but_two = width(part, part.largest() - 1);
        // Step 3b: the second largest is a giant among the others, which are
        // narrow enough for nested corners to cost less than a slice and a strip.
        if (all_but_two < narrow * others * others && others < 1.0 / 4) {
            const Part square = carve_corner(part);
            return nrrp(square.size() == 1 ? square : carve_corner(square));
        }
        const auto [low, high] = cuts_.cut(part, part.largest());
        strip(low);
        assign(high);
    }

    /// NRRP, step 4: the two largest, and all others together, are three
    /// groups of about the same weight.
    void three_groups(const Part& part) {
        const double largest_width = aspect(part.box) - width(part, part.largest());
        if (largest_width >= 1.0 / 3) {
            return nrrp_both(cuts_.cut(part, part.largest()));
        }
        const auto [others, two_largest] = cuts_.cut(part, part.largest() - 1);
        strip(others);
        // What is left is longer the other way, so this cut stacks the two.
        nrrp_both(cuts_.cut(two_largest, two_largest.largest()));
    }

    /// STRIP, steps 0 and 1, on aspects below 5.
    void strip(const Part& part) {
        const double r = aspect(part.box);
        if (part.size() == 1 || r <= max_aspect) {
            return nrrp(part);
        }
        const double least = std::max(narrow, r - max_aspect);
        const std::size_t t = cuts_.balanced(part);
        const double half = width(part, t);
        if (half >= least && half <= r - least) {
            nrrp_both(cuts_.cut(part, t));
        } else {
            jump(part, least);
        }
    }

    /// STRIP, step 2: no cut leaves both sides `least` wide, so there is one
    /// processor that jumps over the whole window between.
    void jump(const Part& part, double least) {
        const Ascending& order = cuts_.order();
        const double window_start =
            std::lerp(order.sum_below(part.first), order.sum_below(part.last), least / aspect(part.box));
        const std::size_t after = order.first_reaching(window_start, part.first + 1, part.last);
        const std::size_t jumper = after - 1;
        const double before_width = width(part, jumper);
        const double jumper_width = width(part, after) - before_width;
        if (jumper == part.largest()) {
            if (before_width < narrow) {
                return nrrp(carve_corner(part));
            }
            return nrrp_both(cuts_.cut(part, jumper));
        }
        if (before_width >= narrow && jumper_width >= narrow) {
            const auto [before, others] = cuts_.cut(part, jumper);
            nrrp(before);
            return nrrp_both(cuts_.cut(others, after));
        }
        const auto [low, high] = cuts_.cut(part, after);
        strip(low);
        nrrp(high);
    }

    const Cuts& cuts_;
    Sink& sink_;
};

} // namespace tangram::partition
