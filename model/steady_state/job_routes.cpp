#include "model/steady_state/job_routes.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace tangram::model::steady_state {

namespace {

/// By processor, the least time per unit of data from or to some processors; nothing where there is no path.
using Distances = std::vector<std::optional<Rational>>;

/// Each link, for a file of one unit of data that is yet to be named.
std::vector<Route> links_of(const Platform& platform) {
    const std::vector<Capacity> all = capacities(platform);
    std::vector<Route> links;
    for (std::size_t link = 0; link < platform.links.size(); ++link) {
        Route& route = links.emplace_back(Route{platform.links[link].from, platform.links[link].to, 0, 0, {}});
        for (std::size_t capacity = 0; capacity < all.size(); ++capacity) {
            const Rational time = time_per_data(platform, all[capacity], link);
            if (time > 0) {
                route.uses.push_back({capacity, time});
                route.pace = std::max(route.pace, time);
            }
        }
    }
    return links;
}

Distances distances_from(const std::vector<std::size_t>& starts, std::size_t processors,
                         const std::vector<Route>& links) {
    Distances least(processors);
    for (const std::size_t start : starts) {
        least[start] = 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (const Route& link : links) {
            if (least[link.from] && (!least[link.to] || *least[link.from] + link.pace < *least[link.to])) {
                least[link.to] = *least[link.from] + link.pace;
                changed = true;
            }
        }
    }
    return least;
}

Distances distances_to(std::size_t end, std::size_t processors, std::vector<Route> links) {
    for (Route& link : links) {
        std::swap(link.from, link.to);
    }
    return distances_from({end}, processors, links);
}

Route for_file(Route link, std::size_t file, const Rational& data) {
    link.file = file;
    for (Use& use : link.uses) {
        use.time *= data;
    }
    if (data == 0) {
        link.uses.clear();
    }
    return link;
}

/// By processor, whether it or one that its routes lead to computes.
std::vector<bool> useful(const std::vector<Route>& routes, const std::vector<std::optional<Rational>>& durations) {
    std::vector<bool> is_useful(durations.size());
    std::transform(durations.begin(), durations.end(), is_useful.begin(),
                   [](const auto& duration) { return duration.has_value(); });
    for (bool changed = true; changed;) {
        changed = false;
        for (const Route& route : routes) {
            if (is_useful[route.to] && !is_useful[route.from]) {
                is_useful[route.from] = true;
                changed = true;
            }
        }
    }
    return is_useful;
}

std::size_t file_that(const TaskTree& tree, bool (File::*is)() const) {
    const auto found = std::find_if(tree.files.begin(), tree.files.end(), std::mem_fn(is));
    return static_cast<std::size_t>(found - tree.files.begin());
}

void add_output_routes(const Problem& coarse, const std::vector<Route>& links, JobRoutes& jobs) {
    const Distances left = distances_to(*coarse.gather, jobs.durations.size(), links);
    for (std::size_t p = 0; p < left.size(); ++p) {
        if (!left[p]) {
            jobs.durations[p].reset();
        }
    }
    for (const Route& link : links) {
        if (left[link.to] && *left[link.to] + link.pace == *left[link.from]) {
            jobs.routes.push_back(for_file(link, jobs.output, coarse.tree.files[jobs.output].data));
        }
    }
}

void add_input_routes(const Problem& coarse, const std::vector<Route>& links, JobRoutes& jobs) {
    const Distances gone = distances_from(coarse.platform.masters, jobs.durations.size(), links);
    std::vector<Route> inputs;
    for (const Route& link : links) {
        if (gone[link.from] && *gone[link.from] < *gone[link.to] && link.pace <= *gone[link.to]) {
            inputs.push_back(for_file(link, jobs.input, coarse.tree.files[jobs.input].data));
        }
    }
    const std::vector<bool> is_useful = useful(inputs, jobs.durations);
    std::copy_if(inputs.begin(), inputs.end(), std::back_inserter(jobs.routes),
                 [&](const Route& route) { return is_useful[route.to]; });
}

} // namespace

JobRoutes job_routes(const Problem& coarse) {
    JobRoutes jobs{file_that(coarse.tree, &File::is_input), file_that(coarse.tree, &File::is_output), {}, {}};
    for (const auto& row : durations(coarse)) {
        jobs.durations.push_back(row.front());
    }
    std::vector<Route> links = links_of(coarse.platform);
    std::stable_sort(links.begin(), links.end(), [](const Route& a, const Route& b) { return a.pace < b.pace; });
    if (coarse.gather) {
        add_output_routes(coarse, links, jobs);
    }
    add_input_routes(coarse, links, jobs);
    return jobs;
}

} // namespace tangram::model::steady_state
