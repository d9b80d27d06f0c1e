#include "apps/gemm/runtime/kernel_times.hpp"

#include "base/error.hpp"

#include <atomic>
#include <utility>

namespace tangram::apps {

namespace {

/// Tasks that a worker has at a time: one that runs, and one that is ready as soon as that has left its tile.
constexpr unsigned tasks_in_flight = 2;

class Measurement;

struct WorkerTimes {
    Measurement* measurement = nullptr;
    unsigned worker = 0;
    std::vector<double> microseconds;
    double sum = 0;

    [[nodiscard]] bool are_enough(std::size_t runs) const {
        constexpr std::size_t fewest = 2;
        return microseconds.size() >= runs || (microseconds.size() >= fewest && sum >= seconds_of_enough_runs * 1e6);
    }
};

class Measurement {
  public:
    Measurement(const MakeTask& make_task, std::size_t runs)
        : make_task_(make_task), runs_(runs), lacking_(starpu_worker_get_count()) {
        for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
            workers_.push_back({this, worker, {}, 0});
        }
    }

    std::vector<std::vector<double>> run() {
        for (unsigned task = 0; task < tasks_in_flight; ++task) {
            for (WorkerTimes& times : workers_) {
                submit(times);
            }
        }
        starpu_task_wait_for_all();
        if (refused_) {
            throw RunFailure("StarPU refuses a calibration task");
        }
        std::vector<std::vector<double>> all;
        for (WorkerTimes& times : workers_) {
            all.push_back(std::move(times.microseconds));
        }
        return all;
    }

  private:
    void submit(WorkerTimes& times) {
        starpu_task* task = make_task_(times.worker);
        task->execute_on_a_specific_worker = 1;
        task->workerid = times.worker;
        task->callback_func = ended;
        task->callback_arg = &times;
        if (starpu_task_submit(task) != 0) {
            starpu_task_destroy(task);
            refused_ = true;
        }
    }

    /// On the thread of the worker, the only one that touches its times then.
    static void ended(void* argument) {
        auto& times = *static_cast<WorkerTimes*>(argument);
        Measurement& measurement = *times.measurement;
        starpu_profiling_task_info& info = *starpu_task_get_current()->profiling_info;
        const bool were_enough = times.are_enough(measurement.runs_);
        times.microseconds.push_back(starpu_timing_timespec_delay_us(&info.start_time, &info.end_time));
        times.sum += times.microseconds.back();
        if (!were_enough && times.are_enough(measurement.runs_)) {
            --measurement.lacking_;
        }
        if (measurement.lacking_ > 0 && !measurement.refused_) {
            measurement.submit(times);
        }
    }

    const MakeTask& make_task_;
    std::size_t runs_;
    std::vector<WorkerTimes> workers_;
    std::atomic<unsigned> lacking_; ///< workers with fewer runs
    std::atomic<bool> refused_ = false;
};

} // namespace

std::vector<std::vector<double>> kernel_times(const MakeTask& make_task, std::size_t runs) {
    return Measurement(make_task, runs).run();
}

} // namespace tangram::apps
