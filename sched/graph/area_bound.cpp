#include "sched/graph/area_bound.hpp"

#include <algorithm>
#include <cmath>

namespace tangram::sched::graph {

double area_bound(const std::vector<std::pair<const Seconds*, double>>& tasks,
                  const std::vector<std::size_t>& workers) {
    constexpr int rounds = 2000;
    std::vector<double> weights(workers.size(), 0); // logarithms of prices, to be scaled
    double most = 0;
    for (int round = 1; round <= rounds && !tasks.empty(); ++round) {
        const double heaviest = *std::max_element(weights.begin(), weights.end());
        std::vector<double> prices;
        double of_all = 0;
        for (WorkerKind kind = 0; kind < workers.size(); ++kind) {
            prices.push_back(workers[kind] > 0 ? std::exp(weights[kind] - heaviest) : never);
            of_all += workers[kind] > 0 ? prices[kind] * static_cast<double>(workers[kind]) : 0;
        }
        std::vector<double> loads(workers.size(), 0); // seconds of each worker, if all is executed where it is cheapest
        double cost = 0;
        for (const auto& [seconds, count] : tasks) {
            WorkerKind cheapest = 0;
            for (WorkerKind kind = 1; kind < workers.size(); ++kind) {
                cheapest = prices[kind] * (*seconds)[kind] < prices[cheapest] * (*seconds)[cheapest] ? kind : cheapest;
            }
            cost += count * prices[cheapest] * (*seconds)[cheapest] / of_all;
            loads[cheapest] += count * (*seconds)[cheapest] / static_cast<double>(workers[cheapest]);
        }
        most = std::max(most, cost);
        const double longest = *std::max_element(loads.begin(), loads.end());
        for (WorkerKind kind = 0; kind < workers.size(); ++kind) { // overloaded kinds become dearer
            weights[kind] += loads[kind] / longest / std::sqrt(round);
        }
    }
    return most;
}

} // namespace tangram::sched::graph
