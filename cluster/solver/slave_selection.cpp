#include "cluster/solver/slave_selection.hpp"

#include "base/error.hpp"
#include "base/known_name.hpp"
#include "cluster/fronts/front_costs.hpp"

#include <algorithm>
#include <cstddef>

namespace tangram::solver {

namespace {

/// The other processes, the least loaded first.
std::vector<int> by_load(std::span<const std::int64_t> loads, int master) {
    const int processes = static_cast<int>(loads.size());
    std::vector<int> others;
    for (int step = 1; step < processes; ++step) {
        others.push_back((master + step) % processes);
    }
    std::stable_sort(others.begin(), others.end(), [&](int a, int b) { return loads[a] < loads[b]; });
    return others;
}

/// In rows: what must be added to the first so many loads, that all of them have the same.
std::vector<double> shares_of_first(std::size_t count, const std::vector<int>& order,
                                    std::span<const std::int64_t> loads, Index rows, std::int64_t row_load) {
    const auto in_rows = [&](int process) {
        return static_cast<double>(loads[process] - loads[order.front()]) / static_cast<double>(row_load);
    };
    auto level = static_cast<double>(rows);
    for (std::size_t k = 0; k < count; ++k) {
        level += in_rows(order[k]);
    }
    level /= static_cast<double>(count);
    std::vector<double> shares;
    for (std::size_t k = 0; k < count; ++k) {
        shares.push_back(level - in_rows(order[k]));
    }
    return shares;
}

} // namespace

const std::vector<std::string>& strategy_names() {
    static const std::vector<std::string> names{"memory", "workload"};
    return names;
}

Strategy strategy_named(std::string_view name) {
    return static_cast<Strategy>(position_of("strategy", name, strategy_names()));
}

std::int64_t metric(Strategy strategy, const exchange::Load& load) {
    return strategy == Strategy::memory ? load.memory : load.flops;
}

exchange::Load slave_load(const Front& front, Index rows) {
    return {fronts::slave_entries(front, rows), fronts::slave_flops(front, rows)};
}

std::vector<Share> water_filled(std::span<const std::int64_t> loads, int master, Index rows, std::int64_t row_load,
                                const SelectionLimits& limits) {
    const std::vector<int> order = by_load(loads, master);
    if (rows == 0 || order.empty()) {
        return {};
    }
    const auto most = std::min<Index>({limits.most_slaves, rows / limits.least_rows, std::ssize(order)});
    auto count = static_cast<std::size_t>(std::max<Index>(most, 1));
    std::vector<double> levelled = shares_of_first(count, order, loads, rows, row_load);
    while (count > 1 && levelled.back() < static_cast<double>(limits.least_rows)) {
        levelled = shares_of_first(--count, order, loads, rows, row_load);
    }
    std::vector<Share> shares;
    Index left = rows;
    for (std::size_t k = 0; k < count; ++k) {
        shares.push_back({order[k], static_cast<Index>(levelled[k])});
        left -= shares.back().rows;
    }
    for (std::size_t k = 0; left > 0; k = (k + 1) % count, --left) {
        ++shares[k].rows;
    }
    return shares;
}

std::vector<Share> selected_slaves(Strategy strategy, const Front& front, int master,
                                   std::span<const exchange::Load> view, const SelectionLimits& limits) {
    const Index rows = front.contribution();
    if (rows > 0 && view.size() < 2) {
        throw InvalidInput("a front of type 2 needs two processes: there is one");
    }
    std::vector<std::int64_t> loads;
    loads.reserve(view.size());
    for (const exchange::Load& load : view) {
        loads.push_back(metric(strategy, load));
    }
    return water_filled(loads, master, rows, metric(strategy, slave_load(front, 1)), limits);
}

} // namespace tangram::solver
