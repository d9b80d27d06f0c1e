#include "partition/nrrp_plus.hpp"

#include "partition/dissection/columns.hpp"
#include "partition/dissection/family_search.hpp"
#include "partition/dissection/notches.hpp"
#include "partition/dissection/nrrp_recursion.hpp"
#include "partition/dissection/snrrp_recursion.hpp"
#include "partition/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace tangram::partition {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr std::size_t most_in_columns = 64; // larger parts are not tried in columns, but for the domain

/// Steps that may be spent per processor: twice what 10^5 of similar speed take.
/// Speeds of many magnitudes could otherwise peel off one processor at a time.
constexpr std::size_t steps_per_processor = 1500;

enum class Method { rectangle, nrrp, snrrp, columns_x, columns_y, corner, slice };

struct Plan {
    double cost = infinity;
    Method method = Method::rectangle;
};

/// A first step: a cut, or notches that the last processor leaves, of which
/// `low` is in the first and all between in squares.
struct Step {
    double cost = infinity; ///< when plans follow
    Part low{};
    std::optional<Part> high; ///< of a cut
    double aspect = 0;        ///< of the first notch
};

class Rollout {
  public:
    /// All ranks below `ascending` must be in ascending order; one more, the
    /// last, may be any processor.
    Rollout(const Problem& problem, const Ascending& order, std::size_t ascending, const PlusOptions& options)
        : cuts_(order), ascending_(ascending), options_(options), weights_(weights_by_rank(problem, order)),
          columns_(order, weights_), search_(order, weights_), shapes_(order.size()), squares_below_(order.size() + 1),
          steps_left_(steps_per_processor * order.size()), weighted_(!problem.weights.empty()) {
        const double scale = 2 * std::sqrt(problem.height) * std::sqrt(problem.width);
        for (std::size_t rank = 0; rank < order.size(); ++rank)
            squares_below_[rank + 1] =
                squares_below_[rank] + weights_[rank] * scale * std::sqrt(order.sum(rank, rank + 1));
    }

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

    [[nodiscard]] bool is_domain(const Part& part) const { return part.size() == cuts_.order().size(); }

    template <template <class> class Recursion> double cost_of(const Part& part) {
        CostSum sum(weights_);
        Recursion(cuts_, sum).run(part);
        return sum.sum();
    }

    Plan plan(const Part& part);
    void carry_out(Method method, const Part& part);
    double dissect(const Part& part, std::size_t level);
    [[nodiscard]] std::optional<Notches> notches(const Part& part, std::size_t t, double aspect) const;
    double follow(const Step& step, const Part& part, std::size_t level);
    std::vector<Step> best_steps(const Part& part, std::size_t count);
    void evaluate(Step step, double fixed, std::size_t count, std::vector<Step>& best);

    Cuts cuts_;
    std::size_t ascending_;
    PlusOptions options_;
    std::vector<double> weights_;
    Columns columns_;
    FamilySearch search_;
    Shapes shapes_;
    std::vector<double> squares_below_;
    std::size_t steps_left_;
    bool weighted_;
};

/// The cheapest of the simple ways to dissect a part: the rollout's estimate.
Plan Rollout::plan(const Part& part) {
    if (part.size() == 1)
        return {weights_[part.first] * half_perimeter(part.box), Method::rectangle};
    steps_left_ -= std::min(steps_left_, part.size());
    const bool is_ascending = part.last <= ascending_;
    Plan best{infinity, is_ascending ? Method::nrrp : Method::slice}; // even if no cost is finite
    const auto consider = [&](double cost, Method method) {
        if (cost < best.cost)
            best = {cost, method};
    };
    if (is_ascending) {
        consider(cost_of<NrrpRecursion>(part), Method::nrrp);
        if (weighted_ || is_domain(part))
            consider(cost_of<SnrrpRecursion>(part), Method::snrrp);
    } else {
        const Part others{part.first, part.largest(), {}};
        const double share = cuts_.share(part, part.largest());
        if (const auto notches = try_notches(part.box, share, 1))
            consider(cost_of<NrrpRecursion>(Part{others.first, others.last, notches->boxes[0]}) +
                         weights_[part.largest()] * half_perimeter(part.box),
                     Method::corner);
        const auto [low, high] = cuts_.cut(part, part.largest());
        consider(cost_of<NrrpRecursion>(low) + weights_[high.first] * half_perimeter(high.box), Method::slice);
    }
    if (part.size() <= most_in_columns || is_domain(part)) {
        consider(columns_.best(part, Axis::x), Method::columns_x);
        consider(columns_.best(part, Axis::y), Method::columns_y);
    }
    return best;
}

void Rollout::carry_out(Method method, const Part& part) {
    switch (method) {
    case Method::rectangle: shapes_.rectangle(part.first, part.box); break;
    case Method::nrrp: NrrpRecursion(cuts_, shapes_).run(part); break;
    case Method::snrrp: SnrrpRecursion(cuts_, shapes_).run(part); break;
    case Method::columns_x:
    case Method::columns_y: {
        const Axis axis = method == Method::columns_x ? Axis::x : Axis::y;
        columns_.best(part, axis);
        columns_.dissect(part, axis, shapes_);
        break;
    }
    case Method::corner: NrrpRecursion(cuts_, shapes_).run(cuts_.carve_corner(part, shapes_)); break;
    case Method::slice: {
        const auto [low, high] = cuts_.cut(part, part.largest());
        NrrpRecursion(cuts_, shapes_).run(low);
        shapes_.rectangle(high.first, high.box);
        break;
    }
    }
}

/// Dissects the part; returns its cost.
double Rollout::dissect(const Part& part, std::size_t level) {
    const Plan simple = plan(part);
    double best = infinity;
    if (part.size() > 1 && part.size() <= options_.searched) {
        best = search_.best(part, simple.cost);
        if (best < simple.cost)
            search_.dissect(part, shapes_);
    } else if (part.size() > std::max<std::size_t>(options_.searched, 1) && steps_left_ > 0) {
        const bool in_beam = level < options_.beam_levels;
        const std::vector<Step> steps = best_steps(part, in_beam ? options_.beam_width : 1);
        const auto shapes = shapes_.all().subspan(part.first, part.size());
        std::vector<Shape> kept;
        for (const Step& step : steps) {
            const double cost = follow(step, part, level);
            if (cost < best && steps.size() > 1)
                kept.assign(shapes.begin(), shapes.end());
            best = std::min(best, cost);
        }
        std::copy(kept.begin(), kept.end(), shapes.begin());
    }
    if (best < simple.cost)
        return best;
    carry_out(simple.method, part);
    return simple.cost;
}

double Rollout::follow(const Step& step, const Part& part, std::size_t level) {
    const double low = dissect(step.low, level + 1);
    if (step.high)
        return low + dissect(*step.high, level + 1);
    const Notches found = *notches(part, step.low.last, step.aspect);
    for (std::size_t notch = 1; notch < found.count(); ++notch)
        shapes_.rectangle(step.low.last + notch - 1, found.boxes[notch]);
    shapes_.assign(part.largest(), found.around);
    return low + around(part, step.low.last);
}

/// Ranks [part.first, t) in a box of this aspect, those between in squares, and the largest around them.
std::optional<Notches> Rollout::notches(const Part& part, std::size_t t, double aspect) const {
    const Ascending& order = cuts_.order();
    std::array<double, Notches::most_squares> squares{};
    const std::size_t count = part.largest() - t;
    for (std::size_t i = 0; i < count; ++i)
        squares[i] = order.sum(t + i, t + i + 1) / order.sum(part.first, part.last);
    return try_notches(part.box, cuts_.share(part, t), aspect, std::span(squares).first(count));
}

/// The `count` steps that are cheapest when plans follow them, best first.
std::vector<Step> Rollout::best_steps(const Part& part, std::size_t count) {
    std::vector<Step> best;
    const double most_aspect = std::max(part.size() <= Ascending::all_cuts_size ? 12 : 3.2, aspect(part.box));
    for (std::size_t t = part.largest(); t > part.first && part.largest() - t <= Notches::most_squares; --t)
        for (double aspect : notch_aspects)
            if (const auto found = notches(part, t, aspect))
                evaluate({infinity, {part.first, t, found->boxes[0]}, {}, aspect}, around(part, t), count, best);
    for (std::size_t t : cuts_.order().cut_ranks(part.first, part.last))
        for (Axis axis : {Axis::x, Axis::y}) {
            const auto [low, high] = cuts_.cut(part, t, axis);
            if (aspect(low.box) <= most_aspect && aspect(high.box) <= most_aspect)
                evaluate({infinity, low, high}, 0, count, best);
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
        step.cost = plan(smaller).cost;
        if (step.cost + squares(larger) >= limit)
            return;
        step.cost += plan(larger).cost;
    } else {
        if (fixed + squares(step.low) >= limit)
            return;
        step.cost = fixed + plan(step.low).cost;
    }
    if (step.cost >= limit)
        return;
    if (best.size() == count)
        best.pop_back();
    const auto after = std::find_if(best.begin(), best.end(), [&](const Step& s) { return s.cost > step.cost; });
    best.insert(after, step);
}

/// The processor that costs least to be spread out around the others, if it is
/// not the largest, which is tried as their background anyway.
std::optional<std::size_t> background(const Problem& problem, const Ascending& order) {
    constexpr double least_share = 1e-4; // less is not worth it, nor precise as the last of an order
    const std::size_t k = order.size();
    std::size_t best = k - 1;
    for (std::size_t rank = k - 1; rank-- > 0;)
        if (problem.weight(order.processor(rank)) < problem.weight(order.processor(best)))
            best = rank;
    if (best == k - 1 || order.sum(best, best + 1) < least_share)
        return std::nullopt;
    return order.processor(best);
}

void require_valid(const PlusOptions& options) {
    if (options.beam_width == 0)
        throw InvalidInput("beam width of 0: at least one cut must be followed");
    if (options.searched > FamilySearch::most_processors)
        throw InvalidInput(fmt::format("search of parts of {} processors: it takes at most {}", options.searched,
                                       FamilySearch::most_processors));
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
        if (around_home.run(whole(problem)) < cost)
            return to_partition(name, problem, home_last, around_home.shapes());
    }
    return to_partition(name, problem, order, rollout.shapes());
}

} // namespace tangram::partition
