#include "partition/dissection/family_search.hpp"

#include "base/infinity.hpp"
#include "partition/dissection/notches.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

namespace tangram::partition {

namespace {

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
        if (share < 1e-12) {
            tiny_ |= bit;
        }
        if (i > 0 && share_[bit >> 1] == share && weight_[i - 1] == weight_[i]) {
            like_next_ |= bit >> 1;
        }
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
        shapes[lowest(set)] = {{box}, 1};
        const double cost = weight_[lowest(set)] * half_perimeter(box);
        return cost < limit ? cost : infinity;
    }
    const auto size = static_cast<std::size_t>(std::popcount(set));
    std::vector<Candidate>& candidates = candidates_[size];
    candidates.clear();
    add_notches(set, box, limit, candidates);
    add_cuts(set, box, limit, candidates);
    std::sort(candidates.begin(), candidates.end(),
              [](const Candidate& a, const Candidate& b) { return a.bound < b.bound; });
    double best = infinity;
    SetShapes& trial = trials_[size];
    for (const Candidate& candidate : candidates) {
        if (candidate.bound >= limit) {
            break;
        }
        const double cost = follow(candidate, set, box, limit, trial);
        if (cost >= limit) {
            continue;
        }
        best = limit = cost;
        for (Set rest = set; rest != 0; rest &= rest - 1) {
            shapes[lowest(rest)] = trial[lowest(rest)];
        }
    }
    return best;
}

double FamilySearch::follow(const Candidate& candidate, Set set, const Box& box, double limit, SetShapes& shapes) {
    if (candidate.background != 0) {
        return follow_notches(candidate, set, box, limit, shapes);
    }
    const Set high = set ^ candidate.low;
    const Axis axis = candidate.shape == 0 ? Axis::x : Axis::y;
    const auto [low_box, high_box] = split(box, axis, fraction(candidate.low, set) * length(box, axis));
    const double low = search(candidate.low, low_box, limit - bound(high, high_box), shapes);
    return low == infinity ? infinity : low + search(high, high_box, limit - low, shapes);
}

double FamilySearch::follow_notches(const Candidate& candidate, Set set, const Box& box, double limit,
                                    SetShapes& shapes) {
    const Set squares = set ^ candidate.low ^ candidate.background;
    const Notches found = *notches(candidate.low, squares, set, box, notch_aspects[candidate.shape]);
    shapes[lowest(candidate.background)] = found.around;
    std::size_t notch = 1;
    for (Set rest = squares; rest != 0; rest &= rest - 1) {
        shapes[lowest(rest)] = {{found.boxes[notch++]}, 1};
    }
    const double fixed = around(candidate.background, squares, box);
    return fixed + search(candidate.low, found.boxes[0], limit - fixed, shapes);
}

/// Cost of the background processor and of those in squares beside it.
double FamilySearch::around(Set background, Set squares, const Box& box) const {
    return weight_[lowest(background)] * half_perimeter(box) + squares_[squares];
}

std::optional<Notches> FamilySearch::notches(Set low, Set squares, Set set, const Box& box, double aspect) const {
    std::array<double, Notches::most_squares> fractions{};
    std::size_t count = 0;
    for (Set rest = squares; rest != 0; rest &= rest - 1) {
        fractions[count++] = fraction(rest & (~rest + 1), set);
    }
    return try_notches(box, fraction(low, set), aspect, std::span(fractions).first(count));
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
        if ((high & tiny_) != 0 || has_twin(high, set)) {
            continue;
        }
        const Set low = set ^ high;
        for (std::size_t shape : {0u, 1u}) {
            const Axis axis = shape == 0 ? Axis::x : Axis::y;
            const auto [low_box, high_box] = split(box, axis, fraction(low, set) * length(box, axis));
            const double least = bound(low, low_box) + bound(high, high_box);
            if (least < limit) {
                candidates.push_back({least, low, 0, shape});
            }
        }
    }
}

void FamilySearch::add_notches(Set set, const Box& box, double limit, std::vector<Candidate>& candidates) const {
    for (Set rest = set & ~tiny_; rest != 0; rest &= rest - 1) {
        const Set background = rest & (~rest + 1);
        const Set others = set ^ background;
        if (around(background, others, box) >= limit || has_twin(background, set)) {
            continue;
        }
        // Every subset of the others is once in squares, but all of them: some are in the first notch.
        for (Set squares = others & ~tiny_;; squares = (squares - 1) & others & ~tiny_) {
            if (squares != others && static_cast<std::size_t>(std::popcount(squares)) <= Notches::most_squares &&
                !has_twin(squares, others)) {
                add_notches(background, squares, set, box, limit, candidates);
            }
            if (squares == 0) {
                break;
            }
        }
    }
}

void FamilySearch::add_notches(Set background, Set squares, Set set, const Box& box, double limit,
                               std::vector<Candidate>& candidates) const {
    const Set low = set ^ background ^ squares;
    const std::size_t shapes = std::has_single_bit(low) ? 1 : notch_aspects.size();
    for (std::size_t shape = 0; shape < shapes; ++shape) {
        if (const auto found = notches(low, squares, set, box, notch_aspects[shape])) {
            const double least = around(background, squares, box) + bound(low, found->boxes[0]);
            if (least < limit) {
                candidates.push_back({least, low, background, shape});
            }
        }
    }
}

} // namespace tangram::partition
