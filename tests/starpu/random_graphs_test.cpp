/// Random programs: tasks with data, for some kinds of workers only, with priorities, in windows between which data
/// come and go. Each task checks that those it must follow have ended.
#include "foreign_program.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <random>

namespace tangram::sched::starpu {
namespace {

class RandomGraphs : public ForeignProgram {
  protected:
    struct Use {
        std::size_t data;
        starpu_data_access_mode mode;
    };

    struct TaskState {
        std::vector<Use> uses;
        std::atomic<bool> has_ended = false;
    };

    /// Tasks that commute may change places, and none waits for another that only reads as it does.
    static bool must_follow(const TaskState& later, const TaskState& earlier) {
        const auto writes = [](const Use& use) { return (use.mode & STARPU_W) != 0; };
        const auto commutes = [](const Use& use) { return (use.mode & STARPU_COMMUTE) != 0; };
        for (const Use& x : later.uses) {
            for (const Use& y : earlier.uses) {
                if (x.data == y.data && (writes(x) || writes(y)) && !(commutes(x) && commutes(y))) {
                    return true;
                }
            }
        }
        return false;
    }

    std::vector<Use> random_uses(std::size_t data) {
        constexpr auto commuting = static_cast<starpu_data_access_mode>(STARPU_RW | STARPU_COMMUTE);
        std::vector<std::size_t> all(data);
        for (std::size_t i = 0; i < data; ++i) {
            all[i] = i;
        }
        std::shuffle(all.begin(), all.end(), random_);
        std::vector<Use> uses;
        for (std::size_t i = 0; i < 1 + random_() % std::min<std::size_t>(4, data); ++i) {
            const std::array modes{STARPU_R, STARPU_R, STARPU_W, STARPU_RW, STARPU_RW, commuting};
            uses.push_back({all[i], modes[random_() % modes.size()]});
        }
        return uses;
    }

    void run_window() {
        std::vector<std::vector<char>> memory(1 + random_() % 12);
        std::vector<starpu_data_handle_t> handles(memory.size());
        for (std::size_t data = 0; data < memory.size(); ++data) {
            memory[data].resize(64 + random_() % 20'000);
            starpu_vector_data_register(&handles[data], STARPU_MAIN_RAM,
                                        reinterpret_cast<std::uintptr_t>(memory[data].data()),
                                        static_cast<std::uint32_t>(memory[data].size()), 1);
        }
        std::vector<std::unique_ptr<TaskState>> states;
        {
            Tasks tasks;
            for (std::size_t count = random_() % 80; states.size() < count;) {
                submit_task(tasks, states, handles);
            }
        }
        for (starpu_data_handle_t handle : handles) {
            starpu_data_unregister(handle);
        }
        executed_ += static_cast<std::size_t>(
            std::count_if(states.begin(), states.end(), [](const auto& state) { return state->has_ended.load(); }));
        submitted_ += states.size();
    }

    void submit_task(Tasks& tasks, std::vector<std::unique_ptr<TaskState>>& states,
                     const std::vector<starpu_data_handle_t>& handles) {
        states.push_back(std::make_unique<TaskState>());
        TaskState& state = *states.back();
        state.uses = random_uses(handles.size());
        std::vector<const TaskState*> before;
        for (const auto& earlier : states) {
            if (earlier.get() != &state && must_follow(state, *earlier)) {
                before.push_back(earlier.get());
            }
        }
        starpu_task* task = tasks.create(kernels_[random_() % kernels_.size()], [this, &state, before] {
            too_early_ += std::count_if(before.begin(), before.end(),
                                        [](const TaskState* earlier) { return !earlier->has_ended.load(); });
            state.has_ended = true;
        });
        task->priority = static_cast<int>(random_() % 5) - 2;
        task->nbuffers = static_cast<int>(state.uses.size());
        for (std::size_t i = 0; i < state.uses.size(); ++i) {
            task->handles[i] = handles[state.uses[i].data];
            task->modes[i] = state.uses[i].mode;
        }
        submit(task);
    }

    static starpu_codelet with_data(bool cpu, bool opencl) {
        starpu_codelet kernels = codelet(cpu, opencl);
        kernels.nbuffers = STARPU_VARIABLE_NBUFFERS;
        return kernels;
    }

    std::mt19937 random_;
    std::array<starpu_codelet, 4> kernels_{with_data(true, true), with_data(true, true), with_data(true, false),
                                           with_data(false, true)};
    std::atomic<std::ptrdiff_t> too_early_ = 0;
    std::size_t submitted_ = 0;
    std::size_t executed_ = 0;
};

/// TANGRAM_TEST_GRAPHS graphs, 200 take a minute or two.
TEST_F(RandomGraphs, EndInOrder) {
    const char* const wanted = std::getenv("TANGRAM_TEST_GRAPHS");
    const unsigned graphs = wanted != nullptr ? static_cast<unsigned>(std::atoi(wanted)) : 20;
    for (unsigned seed = 1; seed <= graphs; ++seed) {
        SCOPED_TRACE(seed);
        random_.seed(seed);
        for (std::size_t windows = 1 + random_() % 3; windows > 0; --windows) {
            run_window();
        }
        ASSERT_EQ(too_early_, 0);
        ASSERT_EQ(executed_, submitted_);
    }
    EXPECT_GT(submitted_, 0U);
}

} // namespace
} // namespace tangram::sched::starpu
