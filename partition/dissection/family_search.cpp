#include "partition/dissection/family_search.hpp"

#include "partition/dissection/corner_shapes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace tangram::partition {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::size_t lowest(unsigned set) {
    return static_cast<std::size_t>(std::countr_zero(set));
}

} // namespace

double FamilySearch::best(const Part& part, double limit) {
    prepare(part);
    return search((Set{1} << part.size()) - 1, part.box, limit, shapes_);
}

void FamilySearch::prepare(const Part& part) {
    const double scale = 2 * std::sqrt(part.box.height()) * std::sqrt(part.box.width());
    tiny_ = like_next_ = 0;
    share_[0] = squares_[0] = 0;
    for (std::size_t i = 0; i < part.size(); ++i) {
        const Set bit = Set{1} << i;
        const std::size_t rank = part.first + i;
        const double share = order_.sum(rank, rank + 1) / order_.sum(part.first, part.last);
        weight_[i] = weights_[rank];
        square_[i] = weight_[i] * std::sqrt(share) * scale;
        if (share < 1e-12)
            tiny_ |= bit;
        if (i > 0 && share_[bit >> 1] == share && weight_[i - 1] == weight_[i])
            like_next_ |= bit >> 1;
        for (Set below = 0; below < bit; ++below) {
            share_[below | bit] = share_[below] + share;
            squares_[below | bit] = squares_[below] + square_[i];
        }
    }
}

/// As half_perimeter_bound(), for a set of processors in a box.
double FamilySearch::bound(Set set, const Box& box) const {
    const double unit = short_side(box);
    const double widths = aspect(box) / share_[set];
    double sum = 0;
    for (Set rest = set; rest != 0; rest &= rest - 1) {
        const std::size_t i = lowest(rest);
        const double width = share_[Set{1} << i] * widths;
        sum += width > 1 ? weight_[i] * (1 + width) * unit : square_[i];
    }
    return sum;
}

double FamilySearch::search(Set set, const Box& box, double limit, SetShapes& shapes) {
    if (std::has_single_bit(set)) {
        shapes[lowest(set)] = {{box, {}}, 1};
        const double cost = weight_[lowest(set)] * half_perimeter(box);
        return cost < limit ? cost : infinity;
    }
    const auto size = static_cast<std::size_t>(std::popcount(set));
    std::vector<Candidate>& candidates = candidates_[size];
    candidates.clear();
    add_corners(set, box, limit, candidates);
    add_cuts(set, box, limit, candidates);
    std::sort(candidates.begin(), candidates.end(),
              [](const Candidate& a, const Candidate& b) { return a.bound < b.bound; });
    double best = infinity;
    SetShapes& trial = trials_[size];
    for (const Candidate& candidate : candidates) {
        if (candidate.bound >= limit)
            break;
        const double cost = follow(candidate, set, box, limit, trial);
        if (cost >= limit)
            continue;
        best = limit = cost;
        for (Set rest = set; rest != 0; rest &= rest - 1)
            shapes[lowest(rest)] = trial[lowest(rest)];
    }
    return best;
}

double FamilySearch::follow(const Candidate& candidate, Set set, const Box& box, double limit, SetShapes& shapes) {
    const Set high = set ^ candidate.low;
    const double share = fraction(candidate.low, set);
    if (candidate.shape >= 2) {
        const auto corner = *try_corner(box, share, corner_aspects[candidate.shape - 2]);
        const double fixed = weight_[lowest(high)] * half_perimeter(box);
        shapes[lowest(high)] = {{corner.beyond, corner.beside}, 2};
        return fixed + search(candidate.low, corner.corner, limit - fixed, shapes);
    }
    const Axis axis = candidate.shape == 0 ? Axis::x : Axis::y;
    const auto [low_box, high_box] = split(box, axis, share * length(box, axis));
    const double low = search(candidate.low, low_box, limit - bound(high, high_box), shapes);
    return low == infinity ? infinity : low + search(high, high_box, limit - low, shapes);
}

/// Whether the same cut exists with an equal processor of a higher rank on the high side.
bool FamilySearch::has_twin(Set high, Set set) const {
    return (high & like_next_ & ((set ^ high) >> 1)) != 0;
}

void FamilySearch::add_cuts(Set set, const Box& box, double limit, std::vector<Candidate>& candidates) const {
    const Set first = set & (~set + 1);
    const Set others = set ^ first;
    // Every subset of the others is once on the high side, but the empty one.
    for (Set high = others; high != 0; high = (high - 1) & others) {
        if ((high & tiny_) != 0 || has_twin(high, set))
            continue;
        const Set low = set ^ high;
        for (std::size_t shape : {0u, 1u}) {
            const Axis axis = shape == 0 ? Axis::x : Axis::y;
            const auto [low_box, high_box] = split(box, axis, fraction(low, set) * length(box, axis));
            const double least = bound(low, low_box) + bound(high, high_box);
            if (least < limit)
                candidates.push_back({least, low, shape});
        }
    }
}

void FamilySearch::add_corners(Set set, const Box& box, double limit, std::vector<Candidate>& candidates) const {
    for (Set rest = set & ~tiny_; rest != 0; rest &= rest - 1) {
        const Set low = set ^ (rest & (~rest + 1));
        const double fixed = weight_[lowest(rest)] * half_perimeter(box);
        if (fixed + squares_[low] >= limit || has_twin(set ^ low, set))
            continue;
        const std::size_t shapes = std::has_single_bit(low) ? 1 : corner_aspects.size();
        for (std::size_t i = 0; i < shapes; ++i)
            if (const auto corner = try_corner(box, fraction(low, set), corner_aspects[i])) {
                const double least = fixed + bound(low, corner->corner);
                if (least < limit)
                    candidates.push_back({least, low, i + 2});
            }
    }
}

} // namespace tangram::partition
