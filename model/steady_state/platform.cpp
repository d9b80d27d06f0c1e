#include "model/steady_state/platform.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "model/steady_state/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace tangram::model::steady_state {

namespace {

void require_index(std::string_view where, std::size_t index, std::size_t size) {
    if (index >= size) {
        throw InvalidInput(fmt::format("{}: number {} of {}, counted from 0", where, index, size));
    }
}

void require_processors(const std::vector<Processor>& processors) {
    if (processors.empty()) {
        throw InvalidInput("the platform has no processor");
    }
    require_distinct("processors", names_of(processors));
    for (std::size_t p = 0; p < processors.size(); ++p) {
        if (processors[p].w) {
            require_positive(fmt::format("processors[{}] '{}': w", p, excerpt(processors[p].name)), *processors[p].w);
        }
    }
}

void require_masters(const Platform& platform) {
    if (platform.masters.empty()) {
        throw InvalidInput("the platform has no master: no processor holds the input");
    }
    std::vector<bool> is_master(platform.processors.size(), false);
    for (std::size_t m = 0; m < platform.masters.size(); ++m) {
        const std::size_t master = platform.masters[m];
        require_index(fmt::format("masters[{}]", m), master, platform.processors.size());
        if (is_master[master]) {
            throw InvalidInput(
                fmt::format("masters[{}]: '{}' is there twice", m, excerpt(platform.processors[master].name)));
        }
        is_master[master] = true;
    }
}

void require_resources(const std::vector<SharedResource>& resources) {
    require_distinct("resources", names_of(resources));
    for (std::size_t r = 0; r < resources.size(); ++r) {
        if (resources[r].c) {
            require_positive(fmt::format("resources[{}] '{}': c", r, excerpt(resources[r].name)), *resources[r].c);
        }
    }
}

void require_resources_of(const Link& link, std::string_view name, const std::vector<SharedResource>& resources) {
    std::set<std::size_t> seen;
    for (const std::size_t resource : link.resources) {
        require_index(fmt::format("{}: resource", name), resource, resources.size());
        if (!seen.insert(resource).second) {
            throw InvalidInput(
                fmt::format("{}: resource '{}' is there twice", name, excerpt(resources[resource].name)));
        }
    }
}

void require_links(const Platform& platform) {
    const std::vector<Processor>& processors = platform.processors;
    std::set<std::pair<std::size_t, std::size_t>> seen;
    for (std::size_t l = 0; l < platform.links.size(); ++l) {
        const Link& link = platform.links[l];
        require_index(fmt::format("links[{}].from", l), link.from, processors.size());
        require_index(fmt::format("links[{}].to", l), link.to, processors.size());
        const std::string name =
            fmt::format("link {}->{}", excerpt(processors[link.from].name), excerpt(processors[link.to].name));
        if (link.from == link.to) {
            throw InvalidInput(fmt::format("{} leads from a processor to itself", name));
        }
        if (!seen.emplace(link.from, link.to).second) {
            throw InvalidInput(fmt::format("{} is there twice", name));
        }
        require_positive(fmt::format("{}: c", name), link.c);
        require_resources_of(link, name, platform.resources);
    }
}

void require_times(const Platform& platform) {
    std::set<std::pair<std::size_t, std::string_view>> seen;
    for (std::size_t t = 0; t < platform.times.size(); ++t) {
        const SpecialTime& special = platform.times[t];
        require_index(fmt::format("times[{}].processor", t), special.processor, platform.processors.size());
        const std::string name = fmt::format("time of '{}' on '{}'", excerpt(special.task),
                                             excerpt(platform.processors[special.processor].name));
        if (!seen.emplace(special.processor, special.task).second) {
            throw InvalidInput(fmt::format("{} is there twice", name));
        }
        if (special.time) {
            require_positive(name, *special.time);
        }
    }
}

/// The processors behind the links that start at each.
std::vector<std::vector<std::size_t>> successors(const Platform& platform) {
    std::vector<std::vector<std::size_t>> next(platform.processors.size());
    for (const Link& link : platform.links) {
        next[link.from].push_back(link.to);
    }
    return next;
}

} // namespace

void require_valid(const Platform& platform) {
    require_processors(platform.processors);
    require_masters(platform);
    require_resources(platform.resources);
    require_links(platform);
    require_times(platform);
}

std::vector<bool> reachable(const Platform& platform) {
    const std::vector<std::vector<std::size_t>> next = successors(platform);
    std::vector<bool> is_reached(platform.processors.size(), false);
    std::vector<std::size_t> waiting = platform.masters;
    while (!waiting.empty()) {
        const std::size_t processor = waiting.back();
        waiting.pop_back();
        if (!is_reached[processor]) {
            is_reached[processor] = true;
            waiting.insert(waiting.end(), next[processor].begin(), next[processor].end());
        }
    }
    return is_reached;
}

bool is_master(const Platform& platform, std::size_t processor) {
    return std::find(platform.masters.begin(), platform.masters.end(), processor) != platform.masters.end();
}

} // namespace tangram::model::steady_state
