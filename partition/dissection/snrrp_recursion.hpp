#pragma once

/// The recursion of SNRRP. docs/algorithms.md, SNRRP's threshold, proves what it guarantees.

#include "partition/dissection/dissection.hpp"

namespace tangram::partition {

/// Lengths are normalised: a rectangle of aspect r is 1 x r, "width" runs along r.
template <class Sink> class SnrrpRecursion {
  public:
    SnrrpRecursion(const Cuts& cuts, Sink& sink) : cuts_(cuts), sink_(sink) {}

    void run(const Part& part) {
        if (part.size() == 1) {
            return sink_.rectangle(part.first, part.box);
        }
        // On domains longer than the proof's, a cut is the way to shorter ones,
        // unless a giant leaves less than a third: that fits a corner anywhere.
        const double r = aspect(part.box);
        const std::size_t t = cuts_.balanced(part);
        const double half = cuts_.width(part, t);
        const bool is_giant = half < narrow || half > r - narrow;
        if (is_giant && cuts_.width(part, part.largest()) < narrow) {
            return run(cuts_.carve_corner(part, sink_));
        }
        const auto [low, high] = cuts_.cut(part, t);
        run(low);
        run(high);
    }

  private:
    static constexpr double narrow = 1.0 / 3; // the least width of a guillotine part: keeps aspects up to 3

    const Cuts& cuts_;
    Sink& sink_;
};

} // namespace tangram::partition
