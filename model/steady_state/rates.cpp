#include "model/steady_state/rates.hpp"

#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tangram::model::steady_state {

namespace {

std::string name_of(const Platform& platform, const Link& link) {
    return platform.processors[link.from].name + "->" + platform.processors[link.to].name;
}

/// By processor and file, what is made and received minus what is read and sent away.
std::vector<std::vector<Rational>> surplus(const Problem& problem, const Rates& rates) {
    const auto& [platform, tree, gather, ends] = problem;
    std::vector left(platform.processors.size(), std::vector<Rational>(tree.files.size()));
    for (std::size_t f = 0; f < tree.files.size(); ++f) {
        const File& file = tree.files[f];
        for (std::size_t p = 0; p < platform.processors.size(); ++p) {
            if (!file.is_input()) {
                left[p][f] += rates.computed[p][file.from];
            }
            if (!file.is_output()) {
                left[p][f] -= rates.computed[p][file.to];
            }
        }
        for (std::size_t l = 0; l < platform.links.size(); ++l) {
            left[platform.links[l].from][f] -= rates.sent[l][f];
            left[platform.links[l].to][f] += rates.sent[l][f];
        }
    }
    return left;
}

/// Whether a file's surplus is what it should be at a processor, where `ended` is what each leaf should end there.
bool is_balanced(const Problem& problem, const File& file, std::size_t processor, const Rational& surplus,
                 const Rational& ended) {
    if (file.is_input()) { // a master makes what it sends and reads
        return is_master(problem.platform, processor) ? surplus <= 0 : surplus == 0;
    }
    if (!file.is_output()) {
        return surplus == 0;
    }
    if (problem.gather) {
        return surplus == (*problem.gather == processor ? ended : Rational(0));
    }
    return problem.ends == Ends::per_leaf ? surplus >= 0 : surplus == ended;
}

std::string conservation_fault(const Problem& problem, const Rates& rates) {
    const auto& [platform, tree, gather, ends] = problem;
    const auto left = surplus(problem, rates);
    const auto first_output =
        std::find_if(tree.files.begin(), tree.files.end(), [](const File& f) { return f.is_output(); });
    const auto of_first_leaf = static_cast<std::size_t>(first_output - tree.files.begin());
    std::vector<Rational> ended(tree.files.size());
    for (std::size_t f = 0; f < tree.files.size(); ++f) {
        for (std::size_t p = 0; p < platform.processors.size(); ++p) {
            if (!is_balanced(problem, tree.files[f], p, left[p][f], left[p][of_first_leaf])) {
                return fmt::format("{} is not conserved at {}: {} per time unit", name_of(tree, tree.files[f]),
                                   platform.processors[p].name, to_text(left[p][f]));
            }
            ended[f] += left[p][f];
        }
        if (tree.files[f].is_output() && ended[f] != rates.throughput) {
            return fmt::format("{} jobs per time unit end with {}, not {}", to_text(ended[f]),
                               name_of(tree, tree.files[f]), to_text(rates.throughput));
        }
    }
    return {};
}

std::string forbidden_activity(const Problem& problem, const Rates& rates) {
    const auto& [platform, tree, gather, ends] = problem;
    const auto times = durations(problem);
    for (std::size_t p = 0; p < platform.processors.size(); ++p) {
        for (std::size_t t = 0; t < tree.tasks.size(); ++t) {
            if (rates.computed[p][t] < 0 || (rates.computed[p][t] > 0 && !times[p][t])) {
                return fmt::format("{} cannot execute {} at a rate of {}", platform.processors[p].name,
                                   tree.tasks[t].name, to_text(rates.computed[p][t]));
            }
        }
    }
    for (std::size_t l = 0; l < platform.links.size(); ++l) {
        for (std::size_t f = 0; f < tree.files.size(); ++f) {
            const bool may = may_send(problem, platform.links[l], tree.files[f]);
            if (rates.sent[l][f] < 0 || (rates.sent[l][f] > 0 && !may)) {
                return fmt::format("{} cannot be sent by {} at a rate of {}", name_of(tree, tree.files[f]),
                                   name_of(platform, platform.links[l]), to_text(rates.sent[l][f]));
            }
        }
    }
    return {};
}

std::string exceeded_capacity(const Problem& problem, const Rates& rates) {
    const std::vector<Capacity> all = capacities(problem.platform);
    const std::vector<Rational> taken = busy(problem, rates);
    for (std::size_t c = 0; c < all.size(); ++c) {
        if (taken[c] > 1) {
            return fmt::format("{} is busy for {} of the time", name_of(problem.platform, all[c]), to_text(taken[c]));
        }
    }
    return {};
}

/// A directed cycle of links that all send the file, by a walk along such links from a processor; empty if none is met.
/// Processors from which no cycle is met are marked as done.
std::vector<std::size_t> circle_from(const Platform& platform, const Rates& rates, std::size_t file, std::size_t start,
                                     std::vector<bool>& done) {
    std::vector<std::size_t> path; // links
    std::vector<bool> on_path(platform.processors.size());
    std::size_t at = start;
    on_path[at] = true;
    while (true) {
        std::size_t next = 0;
        while (next < platform.links.size() &&
               (platform.links[next].from != at || rates.sent[next][file] == 0 || done[platform.links[next].to])) {
            ++next;
        }
        if (next == platform.links.size()) { // a dead end
            done[at] = true;
            on_path[at] = false;
            if (path.empty()) {
                return {};
            }
            at = platform.links[path.back()].from;
            path.pop_back();
            continue;
        }
        path.push_back(next);
        at = platform.links[next].to;
        if (on_path[at]) {
            const auto first = std::find_if(path.begin(), path.end(),
                                            [&](std::size_t link) { return platform.links[link].from == at; });
            return {first, path.end()};
        }
        on_path[at] = true;
    }
}

} // namespace

std::string name_of(const Platform& platform, const Capacity& capacity) {
    switch (capacity.kind) {
    case Capacity::Kind::cpu: return "cpu " + platform.processors[capacity.which].name;
    case Capacity::Kind::out: return "out " + platform.processors[capacity.which].name;
    case Capacity::Kind::in: return "in " + platform.processors[capacity.which].name;
    case Capacity::Kind::link: return "link " + name_of(platform, platform.links[capacity.which]);
    case Capacity::Kind::resource: break;
    }
    return platform.resources[capacity.which].name;
}

std::vector<Capacity> capacities(const Platform& platform) {
    std::vector<Capacity> all;
    std::set<std::size_t> senders;
    std::set<std::size_t> receivers;
    for (const Link& link : platform.links) {
        if (link.is_one_port()) {
            senders.insert(link.from);
            receivers.insert(link.to);
        }
    }
    for (std::size_t p = 0; p < platform.processors.size(); ++p) {
        all.push_back({Capacity::Kind::cpu, p});
    }
    for (const std::size_t p : senders) {
        all.push_back({Capacity::Kind::out, p});
    }
    for (const std::size_t p : receivers) {
        all.push_back({Capacity::Kind::in, p});
    }
    for (std::size_t l = 0; l < platform.links.size(); ++l) {
        if (!platform.links[l].is_one_port()) {
            all.push_back({Capacity::Kind::link, l});
        }
    }
    for (std::size_t r = 0; r < platform.resources.size(); ++r) {
        all.push_back({Capacity::Kind::resource, r});
    }
    return all;
}

Rational time_per_data(const Platform& platform, const Capacity& capacity, std::size_t link) {
    const Link& l = platform.links[link];
    switch (capacity.kind) {
    case Capacity::Kind::cpu: return 0;
    case Capacity::Kind::out: return l.is_one_port() && l.from == capacity.which ? l.c : Rational(0);
    case Capacity::Kind::in: return l.is_one_port() && l.to == capacity.which ? l.c : Rational(0);
    case Capacity::Kind::link: return link == capacity.which ? l.c : Rational(0);
    case Capacity::Kind::resource: break;
    }
    const bool uses = std::find(l.resources.begin(), l.resources.end(), capacity.which) != l.resources.end();
    return uses ? platform.resources[capacity.which].c.value_or(l.c) : Rational(0);
}

std::vector<Rational> busy(const Problem& problem, const Rates& rates) {
    const auto& [platform, tree, gather, ends] = problem;
    const auto times = durations(problem);
    std::vector<Rational> data(platform.links.size()); // per time unit
    for (std::size_t l = 0; l < platform.links.size(); ++l) {
        for (std::size_t f = 0; f < tree.files.size(); ++f) {
            data[l] += rates.sent[l][f] * tree.files[f].data;
        }
    }
    std::vector<Rational> taken;
    for (const Capacity& capacity : capacities(platform)) {
        Rational& sum = taken.emplace_back();
        if (capacity.kind == Capacity::Kind::cpu) {
            for (std::size_t t = 0; t < tree.tasks.size(); ++t) {
                sum += rates.computed[capacity.which][t] * times[capacity.which][t].value_or(Rational(0));
            }
            continue;
        }
        for (std::size_t l = 0; l < platform.links.size(); ++l) {
            if (data[l] != 0) {
                sum += data[l] * time_per_data(platform, capacity, l);
            }
        }
    }
    return taken;
}

bool may_send(const Problem& problem, const Link& link, const File& file) {
    if (file.is_input()) {
        return !is_master(problem.platform, link.to);
    }
    return !file.is_output() || (problem.gather && *problem.gather != link.from);
}

std::string first_fault(const Problem& problem, const Rates& rates) {
    for (const auto& find : {forbidden_activity, conservation_fault, exceeded_capacity}) {
        if (std::string fault = find(problem, rates); !fault.empty()) {
            return printable(fault);
        }
    }
    return {};
}

Rates without_circulations(const Problem& problem, Rates rates) {
    const Platform& platform = problem.platform;
    for (std::size_t file = 0; file < problem.tree.files.size(); ++file) {
        std::vector<bool> done(platform.processors.size());
        for (std::size_t start = 0; start < platform.processors.size();) {
            const auto circle = circle_from(platform, rates, file, start, done);
            if (circle.empty()) {
                ++start;
                continue;
            }
            Rational least = rates.sent[circle.front()][file];
            for (const std::size_t link : circle) {
                least = std::min(least, rates.sent[link][file]);
            }
            for (const std::size_t link : circle) {
                rates.sent[link][file] -= least;
            }
        }
    }
    return rates;
}

} // namespace tangram::model::steady_state
