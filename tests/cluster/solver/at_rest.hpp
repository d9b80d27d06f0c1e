#pragma once

/// What must hold when all processes of a factorisation are at rest, in each engine. Each function returns what does
/// not, or "".

#include "cluster/exchange/load.hpp"
#include "cluster/exchange/message.hpp"
#include "cluster/fronts/mapping.hpp"
#include "cluster/solver/figures.hpp"
#include "cluster/solver/options.hpp"
#include "cluster/solver/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace tangram::solver::test {

/// Of the view of process me: no load is left. It knows that of itself, and believes none of others beyond a threshold.
/// Who selects nobody any more is told nothing, and snapshots tell nothing at rest.
inline std::string fault_of_view(std::size_t me, const Problem& problem, const Options& options,
                                 std::span<const exchange::Load> view) {
    if (view[me] != exchange::Load{}) {
        return fmt::format("process {} believes to have a load at rest: {} entries, {} flops", me, view[me].memory,
                           view[me].flops);
    }
    if (options.mechanism == "snapshot" || options.no_more_master) {
        return "";
    }
    const exchange::Load threshold = options.threshold.value_or(default_threshold(problem, options.limits));
    const bool is_off = std::any_of(view.begin(), view.end(), [&](const exchange::Load& believed) {
        return exchange::exceeds(believed, threshold);
    });
    return is_off ? "a view at rest is off by more than the threshold" : "";
}

/// Of N processes with D decisions by m masters, for s slaves in all. Increments: N - 1 Reserves a decision. Snapshots:
/// so many Starts, answers and Ends, one of each at least, and s Reserves; where k masters ask at the same
/// time, each of them may ask again at each End of another one, so that there are at most k (k + 2) (N - 1) for k of
/// them. Both but snapshots: each master says once to all that it selects nobody any more.
class MessageCounts {
  public:
    MessageCounts(const Problem& problem, const Options& options, const Figures& figures)
        : figures_(figures), others_(problem.mapping.processes - 1), decisions_(figures.decisions) {
        const std::vector<std::size_t> decisions = fronts::decisions(problem.mapping);
        const auto masters = static_cast<std::size_t>(
            std::count_if(decisions.begin(), decisions.end(), [](std::size_t own) { return own > 0; }));
        require(decisions_ == std::accumulate(decisions.begin(), decisions.end(), std::size_t{0}),
                "not all decisions, or more of them");
        using enum exchange::MessageKind;
        const bool asks = options.mechanism == "snapshot";
        require_equal(end, asks ? others_ * decisions_ : 0);
        require_equal(no_more_master, !asks && options.no_more_master ? others_ * masters : 0);
        if (asks) {
            check_snapshots(masters);
        } else {
            require_equal(reserve, options.mechanism == "increments" ? others_ * decisions_ : 0);
            require_equal(start, 0);
            require_equal(state, 0);
            require(others_ == 0 || options.no_more_master || count(update) % others_ == 0,
                    "an update that did not go to all");
        }
    }

    [[nodiscard]] const std::string& fault() const { return fault_; }

  private:
    [[nodiscard]] std::size_t count(exchange::MessageKind kind) const {
        return figures_.messages.at(static_cast<std::size_t>(kind));
    }

    void require(bool condition, const std::string& what) {
        if (!condition && fault_.empty()) {
            fault_ = what;
        }
    }

    void require_equal(exchange::MessageKind kind, std::size_t expected) {
        require(count(kind) == expected,
                fmt::format("{} {} messages, expected {}", count(kind), exchange::name_of(kind), expected));
    }

    void check_snapshots(std::size_t masters) {
        using enum exchange::MessageKind;
        require_equal(update, 0);
        require_equal(reserve, figures_.slaves);
        require(figures_.slaves >= decisions_, "a decision without a slave");
        require(count(start) >= others_ * decisions_, "a decision without a question to all");
        require(count(state) >= others_ * decisions_, "a decision without all answers");
        require(count(state) <= count(start), "more answers than questions");
        require(figures_.messages_total() <= others_ * decisions_ * (masters + 2) + figures_.slaves,
                "too many snapshots");
    }

    const Figures& figures_;
    std::size_t others_;
    std::size_t decisions_;
    std::string fault_;
};

inline std::string fault_of_messages(const Problem& problem, const Options& options, const Figures& figures) {
    return MessageCounts(problem, options, figures).fault();
}

} // namespace tangram::solver::test
