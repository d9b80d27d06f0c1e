// The best throughput of a stream of jobs, and its schedule: a front end that reads, and a faster processor behind a
// link.
#include "model/steady_state/input.hpp"
#include "model/steady_state/schedule.hpp"
#include "model/steady_state/throughput.hpp"

#include <cstdio>

int main() {
    using namespace tangram::model::steady_state;
    Problem problem;
    problem.platform = platform_from_json(R"({"processors": [{"name": "front", "w": 5}, {"name": "gpu", "w": "1/2"}],
        "links": [{"between": ["front", "gpu"], "c": "5/2"}], "masters": ["front"]})");
    problem.tree = tree_from_json(R"({"tasks": [{"name": "read", "weight": 1}, {"name": "solve", "weight": 4}],
        "files": [{"from": "begin", "to": "read", "data": 6}, {"from": "read", "to": "solve", "data": 1}]})");

    const SteadyState best = best_throughput(problem);
    if (!best.proved) { // the rates are those of floating point, and have no schedule
        std::printf("at most %s jobs per time unit\n", to_text(best.bound).c_str());
        return 1;
    }
    const Schedule schedule = periodic_schedule(problem, best.rates);
    std::printf("%s jobs per time unit, proved; period %s\n", to_text(best.rates.throughput).c_str(),
                to_text(schedule.period).c_str());
    return 0;
}
