#include "sched/base/dispatcher.hpp"

#include "sched/policies/strategies.hpp"
#include "sched/zones/reduction.hpp"
#include "tests/sched/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace tangram::sched {
namespace {

constexpr ProductShape shape{6, 6, 6, 5};
constexpr std::size_t nodes = 4;
constexpr std::size_t threads = 16;

/// What the kinds of allocations make of four nodes.
std::map<const AllocationKind*, partition::Allocation> allocations() {
    std::map<const AllocationKind*, partition::Allocation> all;
    for (const AllocationKind& kind : allocation_kinds()) {
        all.emplace(&kind, kind.allocate({{1.0, 4.0, 2.0, 3.0}}, shape.rows, shape.columns, shape.depth));
    }
    return all;
}

/// Tasks one after the other: those on one tile of C, or on one of its copies.
using Chain = std::vector<Task>;

/// Of each tile of C, or if it is reduced of each of its copies; or each product by itself.
std::vector<Chain> chains(const Workload& work, bool independent) {
    std::optional<Reduction> reduction;
    if (work.reduces) {
        reduction.emplace(*work.allocation, work.start.home);
    }
    std::map<std::array<std::uint32_t, 4>, Chain> by_tile;
    for (std::uint32_t i = 0; i < shape.rows; ++i) {
        for (std::uint32_t j = 0; j < shape.columns; ++j) {
            for (std::uint32_t k = 0; k < shape.depth; ++k) {
                const std::uint32_t copy = reduction ? reduction->copy(i, j, work.allocation->owner(i, j, k)) : 0;
                by_tile[{i, j, copy, independent ? k : 0}].push_back(apart(i, j, k, copy));
            }
        }
    }
    std::vector<Chain> all;
    for (auto& [tile, chain] : by_tile) {
        if (tile[2] > 0) {
            chain.push_back(addition(tile[0], tile[1], tile[2]));
        }
        all.push_back(chain);
    }
    return all;
}

/// A toy runtime: each worker is a thread; one more makes the chains' first tasks ready
/// meanwhile. A worker that finds nothing sleeps until some task becomes ready, so that
/// a task that is lost hangs the test.
class ToyRuntime {
  public:
    ToyRuntime(const Workload& work, const Strategy& strategy)
        : chains_(chains(work, strategy.wants_independent())), dispatcher_(strategy.make(work), seats()) {
        for (const Chain& chain : chains_) {
            tasks_ += chain.size();
            executions_.emplace_back(chain.size());
        }
    }

    void run() {
        std::vector<std::thread> all;
        for (std::size_t worker = 0; worker < threads; ++worker) {
            all.emplace_back([this, worker] { work(worker); });
        }
        all.emplace_back([this] {
            for (std::uint32_t chain = 0; chain < chains_.size(); ++chain) {
                make_ready({chain, 0});
            }
        });
        for (std::thread& thread : all) {
            thread.join();
        }
    }

    /// Whether every task was executed once.
    [[nodiscard]] bool all_once() const {
        return std::all_of(executions_.begin(), executions_.end(), [](const auto& chain) {
            return std::all_of(chain.begin(), chain.end(), [](const auto& times) { return times == 1; });
        });
    }

    [[nodiscard]] std::uint64_t tasks() const { return tasks_; }
    Decisions decisions() { return dispatcher_.decisions(); }

  private:
    /// A task's place in chains_, behind its handle.
    struct Place {
        std::uint32_t chain;
        std::uint32_t position;
    };

    static std::vector<Dispatcher<std::mutex>::Worker> seats() {
        std::vector<Dispatcher<std::mutex>::Worker> workers;
        for (std::size_t worker = 0; worker < threads; ++worker) {
            workers.push_back({worker % nodes, worker / nodes});
        }
        return workers;
    }

    static void* as_handle(Place place) {
        return reinterpret_cast<void*>(std::uintptr_t{place.chain} << 16 |
                                       place.position); // NOLINT(performance-no-int-to-ptr)
    }
    static Place as_place(void* handle) {
        const auto value = reinterpret_cast<std::uintptr_t>(handle);
        return {static_cast<std::uint32_t>(value >> 16), static_cast<std::uint32_t>(value & 0xffff)};
    }

    void make_ready(Place place) {
        Task task = chains_[place.chain][place.position];
        task.handle = as_handle(place);
        dispatcher_.ready(task);
        wake_all();
    }

    void wake_all() {
        ++events_;
        events_.notify_all();
    }

    void work(std::size_t worker) {
        std::size_t fetched = 0;
        while (executed_ < tasks_) {
            const std::uint32_t seen = events_;
            if (const auto task = dispatcher_.next(worker, [&](const Task&) { ++fetched; })) {
                execute(as_place(task->handle));
            } else if (executed_ < tasks_) {
                events_.wait(seen);
            }
        }
    }

    void execute(Place place) {
        ++executions_[place.chain][place.position];
        if (place.position + 1 < chains_[place.chain].size()) {
            make_ready({place.chain, place.position + 1});
        }
        if (++executed_ == tasks_) {
            wake_all();
        }
    }

    std::vector<Chain> chains_;
    Dispatcher<std::mutex> dispatcher_;
    std::vector<std::vector<std::atomic<int>>> executions_; ///< as chains_
    std::uint64_t tasks_ = 0;
    std::atomic<std::uint64_t> executed_ = 0;
    std::atomic<std::uint32_t> events_ = 0; ///< that a sleeping worker should know of
};

TEST(DispatcherThreads, ExecuteEveryTaskOnceUnderEveryStrategy) {
    const auto plans = allocations();
    for (const Strategy& strategy : strategies()) {
        SCOPED_TRACE(strategy.name);
        Workload work{.shape = shape, .start = {.nodes = nodes, .home = 0}, .reduces = strategy.reduces()};
        if (strategy.follows_plan()) {
            const auto* const planned = strategy.as<Strategy::Planned>();
            work.allocation = plans.at(planned != nullptr ? planned->allocation : &default_allocation_kind());
        }
        ToyRuntime runtime(work, strategy);
        runtime.run();
        EXPECT_TRUE(runtime.all_once());
        std::uint64_t handed_out = 0;
        for (const Decisions::OfNode& node : runtime.decisions().nodes) {
            handed_out += node.own + node.stolen + node.additions;
        }
        EXPECT_EQ(handed_out, runtime.tasks());
    }
}

} // namespace
} // namespace tangram::sched
