#pragma once

/// Platforms, trees and rates that fit them, without a linear programme: jobs on random ways, as many as there is time
/// for.

#include "base/dice.hpp"
#include "model/steady_state/rates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tangram::model::steady_state {

struct RandomSteadyState {
    Problem problem;
    Rates rates; ///< without circulations; some capacity is fully used
};

class RandomSteadyStates {
  public:
    explicit RandomSteadyStates(std::uint64_t seed) : dice_(seed) {}

    RandomSteadyState draw() {
        RandomSteadyState state{{random_platform(), random_tree(), {}, chance(2) ? Ends::joint : Ends::per_leaf}, {}};
        Problem& problem = state.problem;
        if (chance(3)) {
            problem.gather = dice_.below(problem.platform.processors.size());
        }
        forbid_some_tasks(problem);
        Rates& rates = state.rates;
        rates.computed.assign(problem.platform.processors.size(), std::vector<Rational>(problem.tree.tasks.size()));
        rates.sent.assign(problem.platform.links.size(), std::vector<Rational>(problem.tree.files.size()));
        for (std::uint64_t bundles = 1 + dice_.below(6); bundles > 0; --bundles) {
            add_jobs(problem, rates);
        }
        rates = without_circulations(problem, scaled(problem, std::move(rates)));
        return state;
    }

  private:
    bool chance(std::uint64_t one_in) { return dice_.below(one_in) == 0; }
    Rational number() { return Rational(1 + dice_.below(6)) / Rational(1 + dice_.below(2)); }

    template <class Value> void shuffle(std::vector<Value>& values) {
        for (std::size_t left = values.size(); left > 1; --left) {
            std::swap(values[left - 1], values[dice_.below(left)]);
        }
    }

    /// Connected in both directions. The first processor computes.
    Platform random_platform() {
        Platform platform;
        const std::size_t processors = 1 + dice_.below(8);
        const bool has_bus = chance(3);
        if (has_bus) {
            platform.resources = {{"bus", chance(2) ? std::optional<Rational>(number()) : std::nullopt}};
        }
        std::set<std::pair<std::size_t, std::size_t>> pairs;
        for (std::size_t p = 0; p < processors; ++p) {
            platform.processors.push_back({fmt::format("P{}", p + 1), number()});
            if (p > 0 && chance(6)) {
                platform.processors[p].w.reset();
            }
            for (const std::size_t other : {dice_.below(p + 1), dice_.below(p + 1)}) {
                pairs.insert({p, p == 0 || other < p ? other : p - 1});
            }
        }
        for (const auto& [a, b] : pairs) {
            for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
                if (a != b) {
                    platform.links.push_back({from, to, number(), {}});
                    if (has_bus && chance(2)) {
                        platform.links.back().resources = {0};
                    }
                }
            }
        }
        platform.masters = {dice_.below(processors)};
        if (const std::size_t other = dice_.below(processors); chance(3) && other != platform.masters.front()) {
            platform.masters.push_back(other);
        }
        return platform;
    }

    TaskTree random_tree() {
        TaskTree tree;
        const std::size_t tasks = 1 + dice_.below(6);
        std::vector<bool> is_leaf(tasks, true);
        const auto data = [&] { return chance(4) ? Rational(0) : number(); };
        tree.files.push_back({outside, 0, data()});
        for (std::size_t task = 0; task < tasks; ++task) {
            tree.tasks.push_back({fmt::format("T{}", task + 1), number()});
            if (task > 0) {
                const std::size_t parent = dice_.below(task);
                is_leaf[parent] = false;
                tree.files.push_back({parent, task, data()});
            }
        }
        for (std::size_t task = 0; task < tasks; ++task) {
            if (is_leaf[task]) {
                tree.files.push_back({task, outside, data()});
            }
        }
        shuffle(tree.files);
        return tree;
    }

    void forbid_some_tasks(Problem& problem) {
        for (std::size_t p = 1; p < problem.platform.processors.size(); ++p) {
            for (const Task& task : problem.tree.tasks) {
                if (chance(6)) {
                    problem.platform.times.push_back({p, task.name, std::nullopt});
                }
            }
        }
    }

    /// Some jobs. Joint ends: each processor executes all leaves of them equally often; leaves need not meet.
    void add_jobs(const Problem& problem, Rates& rates) {
        const TaskTree& tree = problem.tree;
        const auto times = durations(problem);
        const Rational jobs = 1 + dice_.below(5);
        std::vector<std::size_t> homes = random_homes(problem);
        std::vector<std::vector<std::size_t>> places(tree.tasks.size()); // by task and job
        for (std::size_t task = 0; task < places.size(); ++task) {
            shuffle(homes);
            places[task] = homes;
            const bool is_leaf = tree.files[outputs_of(tree, task).front()].is_output();
            if (is_leaf && !problem.gather && problem.ends == Ends::joint) {
                continue;
            }
            for (std::size_t& place : places[task]) {
                const std::size_t other = dice_.below(times.size());
                place = times[other][task] ? other : 0;
            }
        }
        for (std::size_t job = 0; job < homes.size(); ++job) {
            add_job(problem, rates, jobs, places, job);
        }
    }

    /// Of a few jobs: processors that execute all leaves.
    std::vector<std::size_t> random_homes(const Problem& problem) {
        const auto times = durations(problem);
        std::vector<std::size_t> homes(1 + dice_.below(3));
        for (std::size_t& home : homes) {
            const std::size_t other = dice_.below(times.size());
            const bool can = std::all_of(problem.tree.files.begin(), problem.tree.files.end(), [&](const File& file) {
                return !file.is_output() || times[other][file.from].has_value();
            });
            home = can ? other : 0;
        }
        return homes;
    }

    void add_job(const Problem& problem, Rates& rates, const Rational& jobs,
                 const std::vector<std::vector<std::size_t>>& places, std::size_t job) {
        rates.throughput += jobs;
        for (std::size_t f = 0; f < problem.tree.files.size(); ++f) {
            const File& file = problem.tree.files[f];
            const auto from = file.is_input() ? problem.platform.masters : std::vector{places[file.from][job]};
            const std::size_t to = file.is_output() ? problem.gather.value_or(from.front()) : places[file.to][job];
            for (const std::size_t link : path(problem.platform, from, to)) {
                rates.sent[link][f] += jobs;
            }
            if (!file.is_output()) {
                rates.computed[to][file.to] += jobs;
            }
        }
    }

    /// A shortest path, one of several at random. None that starts at several processors passes another of these.
    std::vector<std::size_t> path(const Platform& platform, std::vector<std::size_t> reached, std::size_t to) {
        std::vector<std::optional<std::size_t>> by(platform.processors.size()); // the link
        const std::vector<std::size_t> starts = reached;
        std::vector<std::size_t> links(platform.links.size());
        for (std::size_t link = 0; link < links.size(); ++link) {
            links[link] = link;
        }
        shuffle(links);
        for (std::size_t next = 0; next < reached.size(); ++next) {
            for (const std::size_t link : links) {
                const std::size_t end = platform.links[link].to;
                const bool is_start = std::find(starts.begin(), starts.end(), end) != starts.end();
                if (platform.links[link].from == reached[next] && !is_start && !by[end]) {
                    by[end] = link;
                    reached.push_back(end);
                }
            }
        }
        std::vector<std::size_t> found;
        for (std::size_t at = to; by[at]; at = platform.links[*by[at]].from) {
            found.push_back(*by[at]);
        }
        return found;
    }

    static Rates scaled(const Problem& problem, Rates rates) {
        const std::vector<Rational> all = busy(problem, rates);
        const Rational most = *std::max_element(all.begin(), all.end());
        rates.throughput /= most;
        for (auto* activities : {&rates.computed, &rates.sent}) {
            for (std::vector<Rational>& row : *activities) {
                for (Rational& rate : row) {
                    rate /= most;
                }
            }
        }
        return rates;
    }

    Dice dice_;
};

} // namespace tangram::model::steady_state
