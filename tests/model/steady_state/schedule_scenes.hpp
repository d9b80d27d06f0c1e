#pragma once

/// Steady states that can be followed by hand.

#include "model/steady_state/examples.hpp"
#include "model/steady_state/rates.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tangram::model::steady_state {

/// Rates that are all 0.
inline Rates idle(const Problem& problem) {
    return {0, std::vector(problem.platform.processors.size(), std::vector<Rational>(problem.tree.tasks.size())),
            std::vector(problem.platform.links.size(), std::vector<Rational>(problem.tree.files.size()))};
}

/// A job is one task of weight 3 that reads 2 units of data. P1, the master, only sends; P2 only passes on; P3
/// computes.
inline Problem chain() {
    return {{{{"P1", {}}, {"P2", {}}, {"P3", 1}}, {{0, 1, 1, {}}, {1, 2, 1, {}}}, {0}, {}, {}},
            {{{"T1", 3}}, {{outside, 0, 2}, {0, outside, 0}}}};
}

inline Rates chain_rates() {
    const Rational third(1, 3);
    return {third, {{0}, {0}, {third}}, {{third, 0}, {third, 0}}};
}

/// The master P1 and three others compute jobs of one task of weight 4, whose inputs P1 sends by equal links, one port.
inline Problem star() {
    return {{{{"P1", 1}, {"P2", 1}, {"P3", 2}, {"P4", 4}}, {{0, 1, 1, {}}, {0, 2, 1, {}}, {0, 3, 1, {}}}, {0}, {}, {}},
            {{{"T1", 4}}, {{outside, 0, 2}, {0, outside, 0}}}};
}

/// P1 is busy sending for 7/8 of the time.
inline Rates star_rates() {
    return {Rational(11, 16),
            {{Rational(1, 4)}, {Rational(1, 4)}, {Rational(1, 8)}, {Rational(1, 16)}},
            {{Rational(1, 4), 0}, {Rational(1, 8), 0}, {Rational(1, 16), 0}}};
}

inline std::size_t link_between(const Problem& problem, std::size_t from, std::size_t to) {
    std::size_t link = 0;
    while (problem.platform.links[link].from != from || problem.platform.links[link].to != to) {
        ++link;
    }
    return link;
}

/// The rates behind the paper's table 1, on toy_example().
inline Rates toy_rates() {
    struct Sent {
        std::size_t from; ///< as the paper counts, from 1
        std::size_t to;
        std::size_t file; ///< begin->T1, T1->T2, T1->T3, T2->T4
        std::string rate;
    };
    const Problem problem = toy_example();
    Rates rates = idle(problem);
    rates.throughput = Rational(39, 280);
    rates.computed = {{Rational(367, 3500), 0, Rational(37, 3500), Rational(37, 3500)},
                      {0, 0, Rational(1, 18), Rational(1, 18)},
                      {0, 0, Rational(1, 36), Rational(1, 36)},
                      {Rational(241, 7000), Rational(39, 280), Rational(953, 21000), Rational(953, 21000)}};
    for (const auto& [from, to, file, rate] : std::vector<Sent>{{1, 2, 0, "14779/4725000"},
                                                                {1, 2, 1, "367/3500"},
                                                                {1, 2, 2, "419/6300"},
                                                                {1, 2, 3, "507/12500"},
                                                                {1, 3, 0, "2641/84375"},
                                                                {1, 3, 2, "1/36"},
                                                                {2, 4, 0, "14779/4725000"},
                                                                {2, 4, 1, "367/3500"},
                                                                {2, 4, 2, "23/2100"},
                                                                {3, 1, 3, "2237/43750"},
                                                                {3, 2, 3, "271/52500"},
                                                                {3, 4, 0, "2641/84375"},
                                                                {4, 2, 3, "1936/196875"},
                                                                {4, 3, 3, "4729/56250"}}) {
        rates.sent[link_between(problem, from - 1, to - 1)][file] = Rational(rate);
    }
    return rates;
}

} // namespace tangram::model::steady_state
