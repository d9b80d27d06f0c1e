#include "partition/algorithms/nrrp_plus.hpp"

#include "base/error.hpp"
#include "base/infinity.hpp"
#include "partition/dissection/family_search.hpp"
#include "partition/dissection/notches.hpp"
#include "partition/dissection/simple_dissections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>

namespace tangram::partition {

namespace {

/// Steps that may be spent per processor: twice what 10^5 of similar speed take.
/// Speeds of many magnitudes could otherwise peel off one processor at a time.
constexpr std::size_t steps_per_processor = 1500;

/// A first step: a cut, or notches that the last processor leaves, of which
/// `low` is in the first and all between in squares.
struct Step {
    double cost = infinity; ///< when simple dissections follow
    Part low{};
    std::optional<Part> high; ///< of a cut
    double aspect = 0;        ///< of the first notch
};

class Rollout {
  public:
    /// All ranks below `ascending` must be in ascending order; one more, the
    /// last, may be any processor.
    Rollout(const Problem& problem, const Ascending& order, std::size_t ascending, const PlusOptions& options)
        : cuts_(order), options_(options), weights_(weights_by_rank(problem, order)),
          simple_(order, ascending, weights_, !problem.weights.empty()), search_(order, weights_),
          shapes_(order.size()), squares_below_(order.size() + 1), steps_left_(steps_per_processor * order.size()) {
        const double scale = 2 * std::sqrt(problem.height) * std::sqrt(problem.width);
        for (std::size_t rank = 0; rank < order.size(); ++rank) {
            squares_below_[rank + 1] =
                squares_below_[rank] + weights_[rank] * scale * std::sqrt(order.sum(rank, rank + 1));
        }
    }

    Rollout(const Rollout&) = delete; // simple_ and search_ refer to weights_
    Rollout& operator=(const Rollout&) = delete;
    ~Rollout() = default;

    double run(const Part& domain) { return dissect(domain, 0); }

    [[nodiscard]] std::span<Shape> shapes() { return shapes_.all(); }

  private:
    [[nodiscard]] double squares(const Part& part) const {
        return squares_below_[part.last] - squares_below_[part.first];
    }

    /// Cost of the largest processor around all others and of ranks from t on in squares.
    [[nodiscard]] double around(const Part& part, std::size_t t) const {
        return weights_[part.largest()] * half_perimeter(part.box) + squares({t, part.largest(), {}});
    }

    /// What a part is estimated to cost: its cheapest simple dissection.
    [[nodiscard]] SimpleDissection estimate(const Part& part) {
        if (part.size() > 1) {
            steps_left_ -= std::min(steps_left_, part.size());
        }
        return simple_.cheapest(part);
    }

    double dissect(const Part& part, std::size_t level);
    [[nodiscard]] std::optional<Notches> notches(const Part& part, std::size_t t, double aspect) const;
    double follow(const Step& step, const Part& part, std::size_t level);
    std::vector<Step> best_steps(const Part& part, std::size_t count);
    void evaluate(Step step, double fixed, std::size_t count, std::vector<Step>& best);

    Cuts cuts_;
    PlusOptions options_;
    std::vector<double> weights_;
    SimpleDissections simple_;
    FamilySearch search_;
    Shapes shapes_;
    std::vector<double> squares_below_;
    std::size_t steps_left_;
};

/// Dissects the part; returns its cost.
double Rollout::dissect(const Part& part, std::size_t level) {
    const SimpleDissection simple = estimate(part);
    double best = infinity;
    if (part.size() > 1 && part.size() <= options_.searched) {
        best = search_.best(part, simple.cost);
        if (best < simple.cost) {
            search_.dissect(part, shapes_);
        }
    } else if (part.size() > std::max<std::size_t>(options_.searched, 1) && steps_left_ > 0) {
        const bool in_beam = level < options_.beam_levels;
        const std::vector<Step> steps = best_steps(part, in_beam ? options_.beam_width : 1);
        const auto shapes = shapes_.all().subspan(part.first, part.size());
        std::vector<Shape> kept;
        for (const Step& step : steps) {
            const double cost = follow(step, part, level);
            if (cost < best && steps.size() > 1) {
                kept.assign(shapes.begin(), shapes.end());
            }
            best = std::min(best, cost);
        }
        std::copy(kept.begin(), kept.end(), shapes.begin());
    }
    if (best < simple.cost) {
        return best;
    }
    simple_.dissect(part, simple.method, shapes_);
    return simple.cost;
}

double Rollout::follow(const Step& step, const Part& part, std::size_t level) {
    const double low = dissect(step.low, level + 1);
    if (step.high) {
        return low + dissect(*step.high, level + 1);
    }
    const Notches found = *notches(part, step.low.last, step.aspect);
    for (std::size_t notch = 1; notch < found.count(); ++notch) {
        shapes_.rectangle(step.low.last + notch - 1, found.boxes[notch]);
    }
    shapes_.assign(part.largest(), found.around);
    return low + around(part, step.low.last);
}

/// Ranks [part.first, t) in a box of this aspect, those between in squares, and the largest around them.
std::optional<Notches> Rollout::notches(const Part& part, std::size_t t, double aspect) const {
    const Ascending& order = cuts_.order();
    std::array<double, Notches::most_squares> squares{};
    const std::size_t count = part.largest() - t;
    for (std::size_t i = 0; i < count; ++i) {
        squares[i] = order.sum(t + i, t + i + 1) / order.sum(part.first, part.last);
    }
    return try_notches(part.box, cuts_.share(part, t), aspect, std::span(squares).first(count));
}

/// The `count` steps that are cheapest when simple dissections follow them, best first.
std::vector<Step> Rollout::best_steps(const Part& part, std::size_t count) {
    std::vector<Step> best;
    const double most_aspect = std::max(part.size() <= Ascending::all_cuts_size ? 12 : 3.2, aspect(part.box));
    for (std::size_t t = part.largest(); t > part.first && part.largest() - t <= Notches::most_squares; --t) {
        for (double aspect : notch_aspects) {
            if (const auto found = notches(part, t, aspect)) {
                evaluate({infinity, {part.first, t, found->boxes[0]}, {}, aspect}, around(part, t), count, best);
            }
        }
    }
    for (std::size_t t : cuts_.order().cut_ranks(part.first, part.last)) {
        for (Axis axis : {Axis::x, Axis::y}) {
            const auto [low, high] = cuts_.cut(part, t, axis);
            if (aspect(low.box) <= most_aspect && aspect(high.box) <= most_aspect) {
                evaluate({infinity, low, high}, 0, count, best);
            }
        }
    }
    return best;
}

/// Inserts the step where it belongs among the best, if it does.
void Rollout::evaluate(Step step, double fixed, std::size_t count, std::vector<Step>& best) {
    const double limit = best.size() < count ? infinity : best.back().cost;
    if (step.high) {
        const bool low_is_smaller = step.low.size() < step.high->size();
        const Part& smaller = low_is_smaller ? step.low : *step.high;
        const Part& larger = low_is_smaller ? *step.high : step.low;
        step.cost = estimate(smaller).cost;
        if (step.cost + squares(larger) >= limit) {
            return;
        }
        step.cost += estimate(larger).cost;
    } else {
        if (fixed + squares(step.low) >= limit) {
            return;
        }
        step.cost = fixed + estimate(step.low).cost;
    }
    if (step.cost >= limit) {
        return;
    }
    if (best.size() == count) {
        best.pop_back();
    }
    const auto after = std::find_if(best.begin(), best.end(), [&](const Step& s) { return s.cost > step.cost; });
    best.insert(after, step);
}

/// The processor that costs least to be spread out around the others, if it is
/// not the largest, which is tried as their background anyway.
std::optional<std::size_t> background(const Problem& problem, const Ascending& order) {
    constexpr double least_share = 1e-4; // less is not worth it, nor precise as the last of an order
    const std::size_t k = order.size();
    std::size_t best = k - 1;
    for (std::size_t rank = k - 1; rank-- > 0;) {
        if (problem.weight(order.processor(rank)) < problem.weight(order.processor(best))) {
            best = rank;
        }
    }
    if (best == k - 1 || order.sum(best, best + 1) < least_share) {
        return std::nullopt;
    }
    return order.processor(best);
}

void require_valid(const PlusOptions& options) {
    if (options.beam_width == 0) {
        throw InvalidInput("beam width of 0: at least one cut must be followed");
    }
    if (options.searched > FamilySearch::most_processors) {
        throw InvalidInput(fmt::format("search of parts of {} processors: it takes at most {}", options.searched,
                                       FamilySearch::most_processors));
    }
}

} // namespace

Partition nrrp_plus(const Problem& problem, const PlusOptions& options) {
    require_valid(problem);
    require_valid(options);
    const std::string name = options.beam_width > 1 && options.beam_levels > 0 ? "nrrp-plus-beam" : "nrrp-plus";
    const Ascending order(problem.speeds);
    Rollout rollout(problem, order, order.size(), options);
    const double cost = rollout.run(whole(problem));
    if (const auto home = background(problem, order)) {
        const Ascending home_last(problem.speeds, *home);
        Rollout around_home(problem, home_last, order.size() - 1, options);
        if (around_home.run(whole(problem)) < cost) {
            return to_partition(name, problem, home_last, around_home.shapes());
        }
    }
    return to_partition(name, problem, order, rollout.shapes());
}

} // namespace tangram::partition
