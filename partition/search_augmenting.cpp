#include "partition/costs.hpp"
#include "partition/error.hpp"
#include "partition/placement.hpp"
#include "partition/refine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace tangram::partition {

namespace {

/// In steps of Placement::work().
constexpr std::size_t budget = 150'000'000;

/// As parts of the largest weight.
constexpr double hot = 0.4;
constexpr double cold = 0.12;

class Random {
  public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    /// Of [0, count), count below 2^32.
    std::size_t below(std::size_t count) { return ((engine_() >> 32) * count) >> 32; }

    /// Of (0, 1].
    double unit() { return static_cast<double>((engine_() >> 11) + 1) * 0x1p-53; }

  private:
    std::mt19937_64 engine_;
};

struct Membership {
    std::size_t processor;
    std::size_t line;
};

class Search {
  public:
    Search(const Allocation& start, const Problem& problem, const Window& window, std::uint64_t seed)
        : problem_(problem), window_(window), placement_(start, problem), random_(seed) {
        for (std::size_t p = 0; p < placement_.processors(); ++p)
            unit_ = std::max(unit_, problem.weight(p));
    }

    Allocation run() {
        descend();
        anneal();
        placement_.rewind(best_history_);
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

    bool expel(const Membership& m) { return placement_.expel(m.processor, m.line, window_); }

    /// Expels processors from lines, those with the fewest tiles first, until
    /// no more can be.
    void descend() {
        for (bool improved = true; std::exchange(improved, false);) {
            std::vector<Membership> memberships;
            for (std::size_t line = 0; line < placement_.lines(); ++line)
                for_each_admitted(line, [&](std::size_t p) { memberships.push_back({p, line}); });
            std::stable_sort(memberships.begin(), memberships.end(), [&](const Membership& a, const Membership& b) {
                return placement_.count_in(a.processor, a.line) < placement_.count_in(b.processor, b.line);
            });
            for (const Membership& m : memberships) {
                if (placement_.work() > budget / 2)
                    return;
                if (!has_room_without(m))
                    continue;
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
        const std::span<const Word> admitted = placement_.admitted(line);
        for (std::size_t w = 0; w < admitted.size(); ++w)
            for (Word rest = admitted[w]; rest != 0; rest &= rest - 1) {
                const std::size_t p = w * 64 + static_cast<std::size_t>(std::countr_zero(rest));
                if (weight(p) > 0)
                    visit(p);
            }
    }

    void anneal() {
        const std::size_t start = placement_.work();
        double cost = 0; // relative to the best
        while (placement_.work() < budget) {
            const double done = static_cast<double>(placement_.work() - start) / static_cast<double>(budget - start);
            const double temperature = unit_ * hot * std::pow(cold / hot, done);
            propose();
            double change = 0;
            for (const Membership& m : given_)
                change += weight(m.processor);
            for (const Membership& m : taken_)
                change -= weight(m.processor);
            if ((given_.empty() && taken_.empty()) || change > -temperature * std::log(random_.unit()))
                continue;
            const std::size_t before = placement_.history();
            for (const Membership& m : given_)
                placement_.admit(m.processor, m.line);
            if (!std::all_of(taken_.begin(), taken_.end(),
                             [&](const Membership& m) { return has_room_without(m) && expel(m); })) {
                placement_.rewind(before);
                continue;
            }
            cost += change;
            if (cost < -1e-9 * unit_) {
                cost = 0;
                placement_.forget();
                best_history_ = 0;
            }
        }
    }

    /// A processor admitted to the line that has few tiles there, if any.
    [[nodiscard]] std::size_t pick(std::size_t line) {
        candidates_.clear();
        for_each_admitted(line, [&](std::size_t p) { candidates_.push_back(p); });
        if (candidates_.empty())
            return nobody;
        const std::size_t a = candidates_[random_.below(candidates_.size())];
        const std::size_t b = candidates_[random_.below(candidates_.size())];
        return placement_.count_in(a, line) < placement_.count_in(b, line) ? a : b;
    }

    [[nodiscard]] std::size_t random_line() { return random_.below(placement_.lines()); }

    /// A line across `line`.
    [[nodiscard]] std::size_t across(std::size_t line) {
        const std::size_t rows = placement_.allocation().rows;
        return placement_.is_row(line) ? rows + random_.below(placement_.allocation().columns) : random_.below(rows);
    }
    [[nodiscard]] std::size_t beside(std::size_t line) {
        const std::size_t rows = placement_.allocation().rows;
        return placement_.is_row(line) ? random_.below(rows) : rows + random_.below(placement_.allocation().columns);
    }

    void propose() {
        given_.clear();
        taken_.clear();
        const std::size_t line = random_line();
        const std::size_t p = pick(line);
        if (p == nobody)
            return;
        switch (random_.below(6)) {
        case 0: taken_.push_back({p, line}); break;
        case 1: { // admit
            const std::size_t to = random_line();
            if (!placement_.is_admitted(p, to))
                given_.push_back({p, to});
            break;
        }
        case 2: { // replace
            const std::size_t q = pick(across(line));
            if (q != nobody && !placement_.is_admitted(q, line)) {
                given_.push_back({q, line});
                taken_.push_back({p, line});
            }
            break;
        }
        case 3:
        case 4: { // move
            const std::size_t to = random_.below(2) == 0 ? beside(line) : across(line);
            if (!placement_.is_admitted(p, to)) {
                given_.push_back({p, to});
                taken_.push_back({p, line});
            }
            break;
        }
        default: {
            const std::size_t other = beside(line);
            const std::size_t q = pick(other);
            if (q != nobody && !placement_.is_admitted(q, line) && !placement_.is_admitted(p, other)) {
                given_.push_back({q, line});
                given_.push_back({p, other});
                taken_.push_back({p, line});
                taken_.push_back({q, other});
            }
        }
        }
    }

    static constexpr std::size_t nobody = static_cast<std::size_t>(-1);

    const Problem& problem_;
    const Window& window_;
    Placement placement_;
    Random random_;
    double unit_ = 0;
    std::size_t best_history_ = 0;
    std::vector<Membership> given_;
    std::vector<Membership> taken_;
    std::vector<std::size_t> candidates_;
};

} // namespace

Allocation search_augmenting(const Allocation& start, const Problem& problem, const Window& window,
                             std::uint64_t seed) {
    return Search(start, problem, window, seed).run();
}

} // namespace tangram::partition
