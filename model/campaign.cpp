#include "model/campaign.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace tangram::model {

std::vector<RunResult> simulate_all(const Campaign& campaign, const std::function<void(std::size_t)>& done) {
    return run_all(
        campaign.runs, campaign.threads, [&](std::size_t number) { return campaign.run(number); }, done);
}

std::vector<RunResult> run_all(std::size_t runs, std::size_t threads, const std::function<RunResult(std::size_t)>& run,
                               const std::function<void(std::size_t)>& done) {
    std::vector<RunResult> results(runs);
    std::atomic<std::size_t> next{0};
    std::size_t finished = 0;
    std::exception_ptr failure;
    std::mutex mutex;
    const auto work = [&] {
        for (std::size_t number = next++; number < runs; number = next++) {
            try {
                results[number] = run(number);
            } catch (...) {
                const std::lock_guard lock(mutex);
                failure = std::current_exception();
                next = runs;
                return;
            }
            const std::lock_guard lock(mutex);
            ++finished;
            if (done) {
                done(finished);
            }
        }
    };
    std::vector<std::jthread> helpers;
    for (std::size_t thread = 1; thread < std::min(threads, runs); ++thread) {
        helpers.emplace_back(work);
    }
    work();
    helpers.clear(); // joins
    if (failure) {
        std::rethrow_exception(failure);
    }
    return results;
}

ProcessorSpeeds Campaign::speeds_of(std::size_t number) const {
    return speeds.draw(problem.processors, problem.seed + (same_speeds ? 0 : number));
}

RunResult Campaign::run(std::size_t number) const {
    const ProcessorSpeeds drawn = speeds_of(number);
    sched::AffinityProblem now = problem;
    now.seed = problem.seed + number;
    if (beta) {
        now.beta = beta(drawn.tasks_per_second);
    }
    const auto strategy = kind->make(now);
    RunResult result = simulate(now, *strategy, drawn, now.seed);
    result.beta = now.beta;
    return result;
}

} // namespace tangram::model
