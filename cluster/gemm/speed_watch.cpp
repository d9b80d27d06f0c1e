#include "cluster/gemm/speed_watch.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include <starpu.h>

namespace tangram::cluster {

namespace {

/// Half of the difference of the means of both halves, by their sum: 0.1 where the mean has gone from 0.9 to 1.1 times
/// itself. Who comes and goes disturbs many tiles in a row, which their variance does not know.
double change_of(const std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    const double first = std::accumulate(values.begin(), middle, 0.0) / static_cast<double>(middle - values.begin());
    const double second = std::accumulate(middle, values.end(), 0.0) / static_cast<double>(values.end() - middle);
    return std::abs(first - second) / (first + second);
}

} // namespace

void SpeedWatch::record(const apps::TaskRun& run) {
    const Monitor::Lock lock(monitor_);
    ++products_;
    if (run.is_full) {
        Worker& worker = workers_.at(run.worker);
        const double seconds = run.seconds() * 1e-6;
        if (worker.tiles == 0) {
            worker.first_seconds = seconds;
        } else {
            ratios_.push_back(seconds / task_seconds_[run.worker]);
            worker.other_seconds += seconds;
            worker.other_squares += seconds * seconds;
        }
        ++worker.tiles;
    }
}

/// Asleep, as the wait with a deadline for a condition of SimGrid's 3.32 loses the mutex when time is over.
void SpeedWatch::wait_for(std::size_t products, double seconds) const {
    constexpr double naps = 64;
    const double nap = seconds / naps * 1e6;
    const double deadline = starpu_timing_now() + seconds * 1e6;
    const auto has_ended = [&](std::size_t number) {
        const Monitor::Lock lock(monitor_);
        return products_ >= number;
    };
    while (!has_ended(1) || (starpu_timing_now() < deadline && !has_ended(products))) {
        starpu_usleep(static_cast<float>(nap));
    }
}

double SpeedWatch::Worker::squared_deviations() const {
    return std::max(0.0, other_squares / (mean() * mean()) - static_cast<double>(others()));
}

MeasuredSpeed SpeedWatch::speed() const {
    const Monitor::Lock lock(monitor_);
    double measured = 0;
    double expected = 0;
    double squares = 0;
    std::size_t freedom = 0; // degrees of freedom of the squares
    for (std::size_t w = 0; w < workers_.size(); ++w) {
        const Worker& worker = workers_[w];
        if (worker.tiles > 0) {
            measured += static_cast<double>(worker.tiles) * worker.mean();
            expected += static_cast<double>(worker.tiles) * task_seconds_[w];
        }
        if (worker.others() > 1) {
            squares += worker.squared_deviations();
            freedom += worker.others() - 1;
        }
    }
    if (freedom == 0) {
        return {};
    }
    const double ratio = measured / expected;
    const double variance_of_tile = squares / static_cast<double>(freedom); // relative
    double speed = 0;
    double variance = 0;
    for (std::size_t w = 0; w < workers_.size(); ++w) {
        const Worker& worker = workers_[w];
        const double own = flops_ / (worker.tiles > 0 ? worker.mean() : ratio * task_seconds_[w]);
        speed += own; // a mean of n tiles has the n-th part of their variance
        variance += own * own * variance_of_tile / static_cast<double>(std::max<std::size_t>(1, worker.others()));
    }
    return {speed, std::max(std::sqrt(variance) / speed, change_of(ratios_))};
}

} // namespace tangram::cluster
