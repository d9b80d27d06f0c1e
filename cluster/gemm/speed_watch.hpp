#pragma once

#include "apps/gemm/product/timeline.hpp"
#include "cluster/starpu/monitor.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace tangram::cluster {

/// Of a process.
struct MeasuredSpeed {
    double flops_per_second = 0; ///< 0: too little is known
    double error = 0;            ///< relative: the standard error of its tiles' mean times, or the change meanwhile
};

/// Watches what a process's workers take for their tiles, while a product goes on.
class SpeedWatch {
  public:
    /// task_seconds: expected of a full tile, by worker. flops: of a full tile.
    SpeedWatch(std::vector<double> task_seconds, double flops)
        : task_seconds_(std::move(task_seconds)), flops_(flops), workers_(task_seconds_.size()) {}

    /// A product of tiles has ended, times in microseconds; on any thread.
    void record(const apps::TaskRun& run);

    /// Returns within a 64th of these seconds when so many products have ended; or, if at least one has, after so many
    /// seconds.
    void wait_for(std::size_t products, double seconds) const;

    /// Of all workers together, when one has computed three full tiles. A worker counts with the mean time of its
    /// tiles, without the first one if there are others, as that may load libraries and touch new memory; one that has
    /// computed none is off from what is expected of it as all others are.
    [[nodiscard]] MeasuredSpeed speed() const;

  private:
    struct Worker {
        std::size_t tiles = 0;
        double first_seconds = 0;
        double other_seconds = 0;
        double other_squares = 0; ///< of their seconds
        [[nodiscard]] std::size_t others() const { return tiles > 0 ? tiles - 1 : 0; }
        [[nodiscard]] double mean() const {
            return tiles == 1 ? first_seconds : other_seconds / static_cast<double>(others());
        }
        [[nodiscard]] double squared_deviations() const; ///< of the others from their mean, relative to it
    };

    std::vector<double> task_seconds_;
    double flops_;
    mutable Monitor monitor_; ///< of what follows
    std::vector<Worker> workers_;
    std::vector<double> ratios_; ///< of full tiles behind the first: seconds by the expected, as they ended
    std::size_t products_ = 0;
};

} // namespace tangram::cluster
