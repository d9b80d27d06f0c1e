#include "base/dice.hpp"
#include "partition/refine/breadth_first_search.hpp"
#include "partition/refine/placement.hpp"
#include "partition/refine/search_input.hpp"
#include "partition/refine/searches.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace tangram::partition {

namespace {

// In steps of Placement::work(): enough to converge for few processors, about
// half a second at most.
constexpr std::size_t steps_per_line_and_processor = 70'000;
constexpr std::size_t most_steps = 150'000'000;

/// WorkBudget: of a step, and to set out for each tile, or line and processor.
constexpr double step_work = 8;
constexpr double setup_work = 50;

/// Temperatures at the first and the last step, as parts of the largest weight.
/// The costs of 32 processors on 32 x 32 tiles hardly depend on them nearby.
constexpr double hot = 0.2;
constexpr double cold = 0.1;

/// What Placement may take, and the simple operations to set it up.
constexpr std::size_t most_bytes = std::size_t{1} << 28;
constexpr std::size_t most_setup = 200'000'000;

/// Without any weight there is nothing to search for.
bool is_worthwhile(const Allocation& start, const Problem& problem) {
    const std::size_t p = start.processors;
    const std::size_t lines = start.rows + start.columns;
    const std::size_t tiles = start.owners.size();
    bool has_weights = false;
    for (std::size_t q = 0; q < p; ++q) {
        has_weights = has_weights || problem.weight(q) > 0;
    }
    return has_weights && lines * p < most_bytes && p * p < 8 * most_bytes &&
           lines * p * 4 + p * p / 8 + 40 * tiles < most_bytes && tiles * (p / BitMatrix::bits + 1) < most_setup;
}

struct Membership {
    std::size_t processor;
    std::size_t line;
};

/// The moves of one step. Which of the six drawn numbers means which: moves to another line are as likely as any two
/// of the others.
enum class Step { leave, join, replace, move, move_again, exchange };
constexpr std::size_t steps = 6;

class Search {
  public:
    Search(const Allocation& start, const Problem& problem, const Window& window, const SearchOptions& options)
        : problem_(problem), window_(window), placement_(start, problem), dice_(options.seed) {
        for (std::size_t p = 0; p < placement_.processors(); ++p) {
            unit_ = std::max(unit_, problem.weight(p));
        }
        const std::size_t for_its_size = steps_per_line_and_processor * placement_.lines() * placement_.processors();
        const double setup =
            setup_work * static_cast<double>(start.owners.size() + placement_.lines() * start.processors);
        budget_ = placement_.work() + options.spend(setup, std::min(most_steps, for_its_size), step_work);
    }

    Allocation run() {
        descend();
        anneal();
        placement_.rewind(0); // to the cheapest: what led there was forgotten
        return placement_.allocation();
    }

  private:
    [[nodiscard]] double weight(std::size_t p) const { return problem_.weight(p); }

    /// Whether p's tiles could still fit where it would cross its other lines.
    [[nodiscard]] bool has_room_without(const Membership& m) const {
        const bool is_row = placement_.is_row(m.line);
        const std::size_t along = placement_.admissions(m.processor, is_row);
        return (along - 1) * placement_.admissions(m.processor, !is_row) >= window_.least[m.processor];
    }

    /// Of the budget. Proposals count as well, because most are turned down unseen.
    [[nodiscard]] std::size_t spent() const { return placement_.work() + 16 * proposals_; }

    bool expel(const Membership& m) { return placement_.expel(m.processor, m.line, window_); }

    /// Expels processors from lines, those with the fewest tiles first, until
    /// no more can be.
    void descend() {
        for (bool improved = true; std::exchange(improved, false);) {
            std::vector<Membership> memberships;
            for (std::size_t line = 0; line < placement_.lines(); ++line) {
                for_each_admitted(line, [&](std::size_t p) { memberships.push_back({p, line}); });
            }
            std::stable_sort(memberships.begin(), memberships.end(), [&](const Membership& a, const Membership& b) {
                return placement_.count_in(a.processor, a.line) < placement_.count_in(b.processor, b.line);
            });
            for (const Membership& m : memberships) {
                if (placement_.work() > budget_ / 2) {
                    return;
                }
                if (!has_room_without(m)) {
                    continue;
                }
                const std::size_t before = placement_.history();
                if (expel(m)) {
                    placement_.forget();
                    improved = true;
                } else {
                    placement_.rewind(before);
                }
            }
        }
    }

    template <class Visit> void for_each_admitted(std::size_t line, Visit visit) const {
        placement_.for_each_admitted(line, [&](std::size_t p) {
            if (weight(p) > 0) {
                visit(p);
            }
        });
    }

    /// Simulated annealing. Whether the costs admit a move is drawn first: that
    /// spares most searches for paths.
    void anneal() {
        const std::size_t start = spent();
        double cost = 0; // relative to the best
        for (; spent() < budget_; ++proposals_) {
            const double done = static_cast<double>(spent() - start) / static_cast<double>(budget_ - start);
            const double temperature = unit_ * hot * std::pow(cold / hot, done);
            propose();
            double change = 0;
            for (const Membership& m : given_) {
                change += weight(m.processor);
            }
            for (const Membership& m : taken_) {
                change -= weight(m.processor);
            }
            if ((given_.empty() && taken_.empty()) || change > -temperature * std::log(dice_.unit())) {
                continue;
            }
            const std::size_t before = placement_.history();
            for (const Membership& m : given_) {
                placement_.admit(m.processor, m.line);
            }
            if (!std::all_of(taken_.begin(), taken_.end(),
                             [&](const Membership& m) { return has_room_without(m) && expel(m); })) {
                placement_.rewind(before);
                continue;
            }
            cost += change;
            if (cost < -1e-9 * unit_) {
                cost = 0;
                placement_.forget();
            }
        }
    }

    /// Of two random processors admitted to the line the one with fewer tiles
    /// there, which is easier to expel. nobody if none has a weight.
    [[nodiscard]] std::size_t pick(std::size_t line) {
        candidates_.clear();
        for_each_admitted(line, [&](std::size_t p) { candidates_.push_back(p); });
        if (candidates_.empty()) {
            return nobody;
        }
        const std::size_t a = candidates_[dice_.below_by_32_bits(candidates_.size())];
        const std::size_t b = candidates_[dice_.below_by_32_bits(candidates_.size())];
        return placement_.count_in(a, line) < placement_.count_in(b, line) ? a : b;
    }

    [[nodiscard]] std::size_t random_line() { return dice_.below_by_32_bits(placement_.lines()); }

    /// A line across `line`.
    [[nodiscard]] std::size_t across(std::size_t line) {
        const std::size_t rows = placement_.allocation().rows;
        return placement_.is_row(line) ? rows + dice_.below_by_32_bits(placement_.allocation().columns)
                                       : dice_.below_by_32_bits(rows);
    }
    [[nodiscard]] std::size_t beside(std::size_t line) {
        const std::size_t rows = placement_.allocation().rows;
        return placement_.is_row(line) ? dice_.below_by_32_bits(rows)
                                       : rows + dice_.below_by_32_bits(placement_.allocation().columns);
    }

    /// Draws into given_ and taken_ one of: leave a line, join one, replace
    /// another in a line, move to another line, exchange lines with another.
    /// Both stay empty if the lines drawn do not admit it.
    void propose() {
        given_.clear();
        taken_.clear();
        const std::size_t line = random_line();
        const std::size_t p = pick(line);
        if (p == nobody) {
            return;
        }
        switch (static_cast<Step>(dice_.below_by_32_bits(steps))) {
        case Step::leave: taken_.push_back({p, line}); break;
        case Step::join: join(p); break;
        case Step::replace: replace(p, line); break;
        case Step::move:
        case Step::move_again: move(p, line); break;
        case Step::exchange: exchange(p, line); break;
        }
    }

    void join(std::size_t p) {
        const std::size_t to = random_line();
        if (!placement_.is_admitted(p, to)) {
            given_.push_back({p, to});
        }
    }

    /// p leaves the line for another processor of a line across.
    void replace(std::size_t p, std::size_t line) {
        const std::size_t q = pick(across(line));
        if (q != nobody && !placement_.is_admitted(q, line)) {
            given_.push_back({q, line});
            taken_.push_back({p, line});
        }
    }

    void move(std::size_t p, std::size_t line) {
        const std::size_t to = dice_.below_by_32_bits(2) == 0 ? beside(line) : across(line);
        if (!placement_.is_admitted(p, to)) {
            given_.push_back({p, to});
            taken_.push_back({p, line});
        }
    }

    /// p and a processor of a parallel line take each other's place.
    void exchange(std::size_t p, std::size_t line) {
        const std::size_t other = beside(line);
        const std::size_t q = pick(other);
        if (q != nobody && !placement_.is_admitted(q, line) && !placement_.is_admitted(p, other)) {
            given_.push_back({q, line});
            given_.push_back({p, other});
            taken_.push_back({p, line});
            taken_.push_back({q, other});
        }
    }

    static constexpr std::size_t nobody = BreadthFirstSearch::nobody;

    const Problem& problem_;
    const Window& window_;
    Placement placement_;
    Dice dice_;
    double unit_ = 0;        ///< the largest weight: what a cost of 1 is without weights
    std::size_t budget_ = 0; ///< for the whole search
    std::size_t proposals_ = 0;
    std::vector<Membership> given_;
    std::vector<Membership> taken_;
    std::vector<std::size_t> candidates_;
};

} // namespace

Allocation search_augmenting(const Allocation& start, const Problem& problem, const Window& window,
                             const SearchOptions& options) {
    require_searchable(problem, window);
    require_searchable(start, problem);
    require_inside(start, window);
    if (!is_worthwhile(start, problem)) {
        return start;
    }
    return Search(start, problem, window, options).run();
}

} // namespace tangram::partition
