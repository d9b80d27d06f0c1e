/// Tasks that are submitted more than once: by StarPU itself (`regenerate`), by their own callbacks, and by a program
/// that has waited for them. Their data wander between the memory nodes, so values show a task that was lost, executed
/// twice, or executed too early.
#include "foreign_program.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <random>

namespace tangram::sched::starpu {
namespace {

/// Any other order or number of these gives another value.
std::uint32_t stepped(std::uint32_t value, std::uint32_t read) {
    return 3 * value + read;
}

class Resubmission : public ForeignProgram {
  protected:
    static std::uint32_t& in_ram(void* buffer) {
        return *reinterpret_cast<std::uint32_t*>(STARPU_VARIABLE_GET_PTR(buffer));
    }
    static void step_on_cpu(void** buffers, void* /*argument*/) {
        in_ram(buffers[0]) = stepped(in_ram(buffers[0]), in_ram(buffers[1]));
    }
#ifdef STARPU_USE_OPENCL
    static void step_on_opencl(void** buffers, void* /*argument*/) {
        const auto on_device = [&](int i) { return reinterpret_cast<cl_mem>(STARPU_VARIABLE_GET_PTR(buffers[i])); };
        const unsigned node = starpu_worker_get_memory_node(static_cast<unsigned>(starpu_worker_get_id()));
        std::array<std::uint32_t, 2> values{};
        for (int i = 0; i < 2; ++i) {
            starpu_opencl_copy_opencl_to_ram(on_device(i), node, &values[i], STARPU_MAIN_RAM, sizeof values[i], 0,
                                             nullptr, nullptr);
        }
        values[0] = stepped(values[0], values[1]);
        starpu_opencl_copy_ram_to_opencl(values.data(), STARPU_MAIN_RAM, on_device(0), node, sizeof values[0], 0,
                                         nullptr, nullptr);
    }
#else
    static constexpr starpu_opencl_func_t step_on_opencl = nullptr;
#endif
    static starpu_codelet steps(bool cpu, bool opencl) {
        starpu_codelet kernels{};
        if (cpu) {
            kernels.cpu_funcs[0] = step_on_cpu;
        }
        if (opencl) {
            kernels.opencl_funcs[0] = step_on_opencl;
        }
        kernels.nbuffers = 2;
        kernels.modes[0] = STARPU_RW;
        kernels.modes[1] = STARPU_R;
        return kernels;
    }

    /// Data with the values 1, 2, ...
    void SetUp() override {
        for (std::size_t i = 0; i < handles_.size(); ++i) {
            values_[i] = static_cast<std::uint32_t>(i + 1);
            starpu_variable_data_register(&handles_[i], STARPU_MAIN_RAM, reinterpret_cast<std::uintptr_t>(&values_[i]),
                                          sizeof values_[i]);
        }
        expected_ = values_;
    }
    void TearDown() override {
        for (starpu_task* task : tasks_) {
            starpu_task_destroy(task);
        }
    }

    /// One that lives as long as the test. For some or all kinds of workers.
    starpu_task* create(std::size_t written, std::size_t read) {
        starpu_task* task = starpu_task_create();
        task->cl = &kernels_[tasks_.size() % kernels_.size()];
        task->handles[0] = handles_[written];
        task->handles[1] = handles_[read];
        task->destroy = 0;
        task->priority = static_cast<int>(tasks_.size() % 3) - 1;
        tasks_.push_back(task);
        return task;
    }

    struct Repeated {
        starpu_task* task;
        int left; ///< executions to come
    };
    static void stop_regeneration(void* argument) {
        auto& repeated = *static_cast<Repeated*>(argument);
        repeated.task->regenerate = --repeated.left > 0 ? 1 : 0;
    }
    static void submit_again(void* argument) {
        auto& repeated = *static_cast<Repeated*>(argument);
        if (--repeated.left > 0) {
            submit(repeated.task);
        }
    }

    /// Each task steps a value of its own with the last one; tasks that read those values go between.
    void repeat(void (*callback)(void*), bool regenerates) {
        constexpr int rounds = 60;
        std::vector<Repeated> repeated;
        repeated.reserve(handles_.size());
        const std::size_t last = handles_.size() - 1;
        for (std::size_t i = 0; i < last; ++i) {
            repeated.push_back({create(i, last), rounds - static_cast<int>(i)});
            starpu_task* task = repeated.back().task;
            task->callback_func = callback;
            task->callback_arg = &repeated.back();
            task->regenerate = regenerates ? 1 : 0;
            for (int step = 0; step < repeated.back().left; ++step) {
                expected_[i] = stepped(expected_[i], expected_[last]);
            }
        }
        for (const Repeated& one : repeated) {
            submit(one.task);
        }
        starpu_codelet reads = codelet(true, true);
        reads.nbuffers = 1;
        reads.modes[0] = STARPU_R;
        std::atomic<int> executed = 0;
        {
            Tasks tasks;
            for (int i = 0; i < rounds; ++i) {
                starpu_task* task = tasks.create(reads, [&executed] { ++executed; });
                task->handles[0] = handles_[i % last];
                task->sequential_consistency = 0; // StarPU would notify it each time that the other ends
                submit(task);
            }
        }
        EXPECT_EQ(executed, rounds);
        EXPECT_TRUE(std::all_of(repeated.begin(), repeated.end(), [](const Repeated& one) { return one.left == 0; }));
        expect_values();
    }

    void expect_values() {
        for (starpu_data_handle_t handle : handles_) {
            starpu_data_unregister(handle);
        }
        EXPECT_EQ(values_, expected_);
    }

    std::array<starpu_codelet, 3> kernels_{steps(true, true), steps(true, false), steps(false, true)};
    std::vector<std::uint32_t> values_ = std::vector<std::uint32_t>(12);
    std::vector<std::uint32_t> expected_;
    std::vector<starpu_data_handle_t> handles_ = std::vector<starpu_data_handle_t>(12);
    std::vector<starpu_task*> tasks_;
};

TEST_F(Resubmission, RegeneratedTasksEnd) {
    repeat(stop_regeneration, true);
}

TEST_F(Resubmission, TasksMaySubmitThemselves) {
    repeat(submit_again, false);
}

/// Sometimes for one kind of worker only, which is another way through the policy. StarPU finds no dependencies of data
/// for a task that was executed before, but keeps declared ones.
TEST_F(Resubmission, TasksThatWereWaitedForMayBeSubmittedAgain) {
    constexpr unsigned seed = 11;
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::vector<std::array<std::size_t, 2>> uses; // written, read
    for (std::size_t id = 0; id < 24; ++id) {
        const std::size_t written = random() % handles_.size();
        const std::size_t read = (written + 1 + random() % (handles_.size() - 1)) % handles_.size();
        starpu_task* task = create(written, read);
        task->detach = 0;
        task->sequential_consistency = 0;
        for (std::size_t before = 0; before < id; ++before) {
            const auto [earlier_written, earlier_read] = uses[before];
            if (written == earlier_written || written == earlier_read || read == earlier_written) {
                starpu_task_declare_deps_array(task, 1, &tasks_[before]);
            }
        }
        uses.push_back({written, read});
    }
    std::vector<starpu_task*> order = tasks_;
    for (int round = 0; round < 12; ++round) {
        for (const auto [written, read] : uses) {
            expected_[written] = stepped(expected_[written], expected_[read]);
        }
        for (starpu_task* task : order) {
            task->where = round % 3 == 1 && task->cl == kernels_.data() ? STARPU_OPENCL : -1;
            submit(task);
        }
        std::shuffle(order.begin(), order.end(), random);
        for (starpu_task* task : order) {
            ASSERT_EQ(starpu_task_wait(task), 0);
        }
    }
    expect_values();
}

} // namespace
} // namespace tangram::sched::starpu
