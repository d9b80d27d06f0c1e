#pragma once

/// Random problems: a seed decides all of one.

#include "base/dice.hpp"
#include "model/steady_state/problem.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tangram::model::steady_state {

/// Once in so many times.
inline bool happens(Dice& dice, std::uint64_t once_in) {
    return dice.below(once_in) == 0;
}

/// 1/3 to 12.
inline Rational random_number(Dice& dice) {
    const Rational numerator(1 + dice.below(12));
    return numerator / Rational(1 + dice.below(3));
}

/// Two links, or, once in so many times, only that from a to b.
inline void connect(Platform& platform, Dice& dice, std::size_t a, std::size_t b, std::uint64_t one_way) {
    platform.links.push_back({a, b, random_number(dice), {}});
    if (!happens(dice, one_way)) {
        const Rational c = happens(dice, 3) ? random_number(dice) : platform.links.back().c;
        platform.links.push_back({b, a, c, {}});
    }
}

/// A bus that some links share, and some of these two.
inline void add_buses(Platform& platform, Dice& dice) {
    platform.resources = {{"bus", std::nullopt}, {"backbone", random_number(dice)}};
    for (Link& link : platform.links) {
        if (happens(dice, 3)) {
            link.resources = {0};
            if (happens(dice, 2)) {
                link.resources.push_back(1);
            }
        }
    }
}

/// A random tree of edges and up to as many again. The first processor is a master.
inline Platform random_platform(Dice& dice, std::size_t processors) {
    Platform platform;
    std::set<std::pair<std::size_t, std::size_t>> edges;
    for (std::size_t p = 0; p < processors; ++p) {
        platform.processors.push_back(
            {fmt::format("P{}", p + 1), happens(dice, 8) ? std::nullopt : std::optional(random_number(dice))});
        if (p > 0) {
            const auto [edge, is_new] = edges.emplace(dice.below(p), p);
            connect(platform, dice, edge->first, p, 10);
        }
    }
    for (std::uint64_t more = dice.below(processors); more > 0; --more) {
        const std::size_t a = dice.below(processors);
        const std::size_t b = dice.below(processors);
        if (a < b && edges.emplace(a, b).second) {
            connect(platform, dice, a, b, 3);
        }
    }
    if (happens(dice, 4)) {
        add_buses(platform, dice);
    }
    platform.masters = {0};
    if (const std::size_t other = dice.below(processors); other > 0 && happens(dice, 4)) {
        platform.masters.push_back(other);
    }
    return platform;
}

inline TaskTree random_tree(Dice& dice, std::size_t tasks) {
    TaskTree tree;
    std::vector<bool> is_leaf(tasks, true);
    const auto data = [&] { return happens(dice, 5) ? Rational(0) : random_number(dice); };
    for (std::size_t task = 0; task < tasks; ++task) {
        const std::size_t parent = task == 0 ? outside : dice.below(task);
        tree.tasks.push_back({fmt::format("T{}", task + 1), random_number(dice)});
        tree.files.push_back({parent, task, data()});
        if (task > 0) {
            is_leaf[parent] = false;
        }
    }
    for (std::size_t task = 0; task < tasks; ++task) {
        if (is_leaf[task]) {
            tree.files.push_back({task, outside, data()});
        }
    }
    return tree;
}

/// A time of its own, or that it is impossible, for about one task in ten on each processor.
inline void add_special_times(Problem& problem, Dice& dice) {
    for (std::size_t p = 0; p < problem.platform.processors.size(); ++p) {
        for (const Task& task : problem.tree.tasks) {
            if (happens(dice, 10)) {
                problem.platform.times.push_back(
                    {p, task.name, happens(dice, 3) ? std::nullopt : std::optional(random_number(dice))});
            }
        }
    }
}

/// A problem that is valid, of 1 to `most_processors` processors and 1 to `most_tasks` tasks. Not each one has a
/// schedule: some processors compute nothing, some tasks are impossible on some, some links lead one way.
inline Problem random_problem(std::uint64_t seed, std::size_t most_processors = 8, std::size_t most_tasks = 6) {
    Dice dice(seed);
    Problem problem{random_platform(dice, 1 + dice.below(most_processors)), {}, {}, Ends::joint};
    problem.tree = random_tree(dice, 1 + dice.below(most_tasks));
    if (happens(dice, 2)) {
        add_special_times(problem, dice);
    }
    if (happens(dice, 3)) {
        problem.gather = dice.below(problem.platform.processors.size());
    }
    if (happens(dice, 3)) {
        problem.ends = Ends::per_leaf;
    }
    return problem;
}

} // namespace tangram::model::steady_state
