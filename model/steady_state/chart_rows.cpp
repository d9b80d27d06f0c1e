#include "model/steady_state/chart_rows.hpp"

#include "model/steady_state/picture.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace tangram::model::steady_state {

namespace {

constexpr std::size_t most_rows = 40;

struct Groups {
    std::vector<Group> processors;
    std::map<std::size_t, Group> links;     ///< those that are not one-port and carry something
    std::map<std::size_t, Group> resources; ///< those that are used
};

Groups empty_groups(const Platform& platform) {
    Groups groups;
    for (std::size_t i = 0; i < platform.processors.size(); ++i) {
        groups.processors.push_back({short_name(platform.processors[i]), {{"cpu", {}}}});
        const bool has_ports = std::any_of(platform.links.begin(), platform.links.end(), [&](const Link& link) {
            return link.is_one_port() && (link.from == i || link.to == i);
        });
        if (has_ports) {
            groups.processors.back().rows.push_back({"out", {}});
            groups.processors.back().rows.push_back({"in", {}});
        }
    }
    return groups;
}

void add_tasks(Groups& groups, const Problem& problem, const Schedule& schedule) {
    const auto times = durations(problem);
    for (std::size_t i = 0; i < times.size(); ++i) {
        Rational now;
        for (std::size_t task = 0; task < times[i].size(); ++task) {
            const Integer& count = schedule.computed[i][task];
            if (count > 0 && times[i][task]) {
                const Rational length = count * *times[i][task];
                const std::string name = short_name(problem.tree.tasks[task]);
                groups.processors[i].rows[0].bars.push_back(
                    {now, length, colour_of_task(task), fmt::format("{} × {}", name, decimal(count, 9)), name});
                now += length;
            }
        }
    }
}

/// Adds the loads of a transfer, one after the other. Returns when it ends.
Rational add_transfer(Groups& groups, const Problem& problem, const Transfer& transfer, Rational now) {
    const Link& link = problem.platform.links[transfer.link];
    const std::string from = short_name(problem.platform.processors[link.from]);
    const std::string to = short_name(problem.platform.processors[link.to]);
    for (const Load& load : transfer.loads) {
        const File& file = problem.tree.files[load.file];
        const std::string name = short_name(problem.tree, file);
        const Rational length = load.count * file.data * link.c;
        Bar bar{now, length, colour_of(file), name, ""};
        if (link.is_one_port()) {
            bar.text = fmt::format("{} to {}", name, to);
            bar.short_text = to;
            groups.processors[link.from].rows[1].bars.push_back(bar);
            bar.text = fmt::format("{} from {}", name, from);
            bar.short_text = from;
            groups.processors[link.to].rows[2].bars.push_back(bar);
        } else {
            Group& group =
                groups.links.try_emplace(transfer.link, Group{fmt::format("{}->{}", from, to), {{"link", {}}}})
                    .first->second;
            group.rows[0].bars.push_back(bar);
        }
        now += length;
    }
    return now;
}

/// Adds the loads of a transfer to a resource that its link shares. Returns when they end.
Rational add_use(Groups& groups, const Problem& problem, const Transfer& transfer, std::size_t which, Rational now) {
    const Link& link = problem.platform.links[transfer.link];
    const SharedResource& resource = problem.platform.resources[which];
    const std::string to = short_name(problem.platform.processors[link.to]);
    Group& group = groups.resources.try_emplace(which, Group{short_name(resource), {{"shared", {}}}}).first->second;
    for (const Load& load : transfer.loads) {
        const File& file = problem.tree.files[load.file];
        const Rational length = load.count * file.data * resource.c.value_or(link.c);
        group.rows[0].bars.push_back(
            {now, length, colour_of(file), fmt::format("{} to {}", short_name(problem.tree, file), to), to});
        now += length;
    }
    return now;
}

void add_transfers(Groups& groups, const Problem& problem, const Schedule& schedule) {
    std::vector<Rational> link_free(problem.platform.links.size());
    std::vector<Rational> resource_free(problem.platform.resources.size());
    Rational start;
    for (const Slot& slot : schedule.slots) {
        for (const Transfer& transfer : slot.transfers) {
            Rational& free = link_free[transfer.link];
            free = add_transfer(groups, problem, transfer, std::max(start, free));
            for (const std::size_t which : problem.platform.links[transfer.link].resources) {
                Rational& shared = resource_free[which];
                shared = add_use(groups, problem, transfer, which, std::max(start, shared));
            }
        }
        start += slot.length;
    }
}

} // namespace

Chart chart_of(const Problem& problem, const Schedule& schedule) {
    Groups all = empty_groups(problem.platform);
    add_tasks(all, problem, schedule);
    add_transfers(all, problem, schedule);
    Chart chart{std::move(all.processors)};
    std::size_t rows = all.links.size() + all.resources.size();
    for (const Group& group : chart.groups) {
        rows += group.rows.size();
    }
    if (rows > most_rows) {
        chart.left_out = std::erase_if(chart.groups, [](const Group& group) { return group.is_idle(); });
    }
    for (auto& [link, group] : all.links) {
        chart.groups.push_back(std::move(group));
    }
    for (auto& [resource, group] : all.resources) {
        chart.groups.push_back(std::move(group));
    }
    return chart;
}

} // namespace tangram::model::steady_state
