#include "partition/refine/zone_borders.hpp"

#include <algorithm>
#include <numeric>

namespace tangram::partition {

namespace {

Border border_between(std::size_t p, std::size_t q) {
    return {static_cast<std::uint32_t>(std::min(p, q)), static_cast<std::uint32_t>(std::max(p, q))};
}

} // namespace

ZoneBorders::ZoneBorders(const TaskLines& lines, const Grid& grid)
    : lines_(lines), grid_(grid), search_(lines.processors()), towards_(lines.processors()) {}

void ZoneBorders::find() {
    borders_.clear();
    std::size_t sorted = 0;
    for (std::size_t task = 0; task < lines_.tasks(); ++task) {
        for_each_neighbour(grid_, task, [&](std::size_t other) {
            if (other > task && lines_.owner(other) != lines_.owner(task)) {
                borders_.push_back(border_between(lines_.owner(task), lines_.owner(other)));
            }
        });
        if (borders_.size() > 2 * sorted + (std::size_t{1} << 20)) {
            sort();
            sorted = borders_.size();
        }
    }
    sort();
}

void ZoneBorders::sort() {
    std::sort(borders_.begin(), borders_.end());
    borders_.erase(std::unique(borders_.begin(), borders_.end()), borders_.end());
}

ZoneBorders::Adjacency ZoneBorders::adjacency() const {
    std::vector<std::size_t> first(lines_.processors() + 1, 0);
    for (const Border& each : borders_) {
        ++first[each.first];
        ++first[each.second];
    }
    std::exclusive_scan(first.begin(), first.end(), first.begin(), std::size_t{0});
    std::vector<std::uint32_t> at(2 * borders_.size());
    std::vector<std::size_t> end(first.begin(), first.end() - 1);
    for (std::uint32_t b = 0; b < borders_.size(); ++b) {
        at[end[borders_[b].first]++] = b;
        at[end[borders_[b].second]++] = b;
    }
    return {std::move(first), std::move(at)};
}

bool ZoneBorders::send(std::vector<std::size_t>& gives, std::vector<std::size_t>& takes) {
    const Adjacency borders_of = adjacency();
    bool sent = false;
    constexpr std::size_t most_waves = 64;
    constexpr std::size_t most_work = 60'000'000; // a second or two
    for (std::size_t wave = 0; wave < most_waves && work_ < most_work; ++wave) {
        work_ += lines_.processors() + borders_.size();
        if (!send_to_nearest(borders_of, gives, takes)) {
            break;
        }
        sent = true;
    }
    return sent;
}

/// One breadth-first search from all takers; every giver sends along its
/// way to the one that reached it.
bool ZoneBorders::send_to_nearest(const Adjacency& adjacency, std::vector<std::size_t>& gives,
                                  std::vector<std::size_t>& takes) {
    constexpr std::size_t nobody = BreadthFirstSearch::nobody;
    search_.restart();
    for (std::size_t p = 0; p < lines_.processors(); ++p) {
        if (takes[p] > 0) {
            search_.reach(p);
        }
    }
    const auto is_end = [](std::size_t) { return false; };
    search_.run(is_end, [&](std::size_t p) {
        for (std::size_t a = adjacency.first[p]; a < adjacency.first[p + 1]; ++a) {
            const std::size_t q = borders_[adjacency.at[a]].across(p);
            if (!search_.has_reached(q)) {
                search_.reach(q, p);
                towards_[q] = adjacency.at[a];
            }
        }
    });
    bool sent = false;
    for (std::size_t p : search_.reached()) {
        if (gives[p] == 0 || search_.before(p) == nobody) {
            continue;
        }
        std::size_t taker = p;
        while (search_.before(taker) != nobody) {
            taker = search_.before(taker);
        }
        const std::size_t amount = std::min(gives[p], takes[taker]);
        const auto signed_amount = static_cast<std::int64_t>(amount);
        for (std::size_t from = p; amount > 0 && from != taker; from = search_.before(from)) {
            Border& crossed = borders_[towards_[from]];
            crossed.crossing += from == crossed.first ? signed_amount : -signed_amount;
        }
        gives[p] -= amount;
        takes[taker] -= amount;
        sent = sent || amount > 0;
    }
    return sent;
}

std::vector<Crossing> ZoneBorders::crossings() {
    std::erase_if(borders_, [](const Border& each) { return each.crossing == 0; });
    std::vector<Crossing> result;
    for (std::size_t task = 0; task < lines_.tasks(); ++task) {
        for_each_neighbour(grid_, task, [&](std::size_t other) {
            if (lines_.owner(other) == lines_.owner(task)) {
                return;
            }
            const Border wanted = border_between(lines_.owner(task), lines_.owner(other));
            const auto found = std::lower_bound(borders_.begin(), borders_.end(), wanted);
            if (found != borders_.end() && *found == wanted && found->giver() == lines_.owner(task)) {
                result.push_back(
                    {static_cast<std::uint32_t>(found - borders_.begin()), static_cast<std::uint32_t>(task)});
            }
        });
    }
    std::sort(result.begin(), result.end());
    return result;
}

} // namespace tangram::partition
