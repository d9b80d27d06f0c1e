/// What a decision costs without an engine: nanoseconds for a task to become ready
/// and be handed out, by Google Benchmark. experiments/bench/overhead.sh runs it
/// and makes the table.

#include "sched/base/dispatcher.hpp"
#include "sched/policies/strategies.hpp"
#include "sched/zones/zone_order.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace tangram::sched;
using tangram::partition::Allocation;

constexpr std::size_t window = 2;

/// Nodes of equal speeds, each one worker. The first one is the home node; it takes
/// nothing where others may steal from it.
class Scene {
  public:
    Scene(const Strategy& strategy, ProductShape shape, std::size_t nodes)
        : shape_(shape), nodes_(nodes), first_taker_(takes_of_others(strategy) ? 1 : 0),
          allocation_(default_allocation_kind().allocate({std::vector<double>(nodes, 1.0)}, shape.rows, shape.columns,
                                                         shape.depth)),
          zone_order_(allocation_, shape.depth), order_(zone_order_.all_tasks()), left_(order_.size()),
          dispatcher_(strategy.make(workload()), workers()) {}

    [[nodiscard]] std::size_t tasks() const { return order_.size(); }

    /// All tasks; at first those that start a tile of C are ready.
    void run(std::size_t threads) {
        for (const Task& task : order_) {
            if (task.k == zone_order_.first_k(task.i, task.j)) {
                dispatcher_.ready(task);
            }
        }
        std::vector<std::jthread> others;
        for (std::size_t thread = 1; thread < threads; ++thread) {
            others.emplace_back([this, thread, threads] { take(thread, threads); });
        }
        take(0, threads);
    }

  private:
    static bool takes_of_others(const Strategy& strategy) {
        return !strategy.follows_plan() || strategy.balancer()->name != "static";
    }

    /// The workers of one thread, in turn.
    void take(std::size_t thread, std::size_t threads) {
        while (left_.load(std::memory_order_relaxed) > 0) {
            for (Node node = first_taker_ + thread; node < nodes_; node += threads) {
                const std::optional<Task> task = dispatcher_.next(node, [](const Task&) {});
                if (task) {
                    left_.fetch_sub(1, std::memory_order_relaxed);
                    release_next(*task);
                }
            }
        }
    }

    /// The next task on the same tile of C.
    void release_next(Task task) {
        task.k = (task.k + 1) % shape_.depth;
        if (task.k != zone_order_.first_k(task.i, task.j)) {
            dispatcher_.ready(task);
        }
    }

    [[nodiscard]] Workload workload() const {
        return {.shape = shape_, .start = {.nodes = nodes_, .home = 0}, .allocation = allocation_};
    }

    [[nodiscard]] std::vector<Dispatcher<std::mutex>::Worker> workers() const {
        std::vector<Dispatcher<std::mutex>::Worker> all;
        for (Node node = 0; node < nodes_; ++node) {
            all.push_back({node, node == 0 ? 0 : window});
        }
        return all;
    }

    ProductShape shape_;
    std::size_t nodes_;
    Node first_taker_;
    Allocation allocation_;
    ZoneOrder zone_order_;
    std::vector<Task> order_;
    std::atomic<std::size_t> left_;
    Dispatcher<std::mutex> dispatcher_;
};

/// Arguments: about so many tasks, nodes, threads.
void decide(benchmark::State& state, const Strategy& strategy, bool all_at_once) {
    const auto tasks = static_cast<double>(state.range(0));
    const auto side = static_cast<std::uint32_t>(std::lround(all_at_once ? std::sqrt(tasks) : std::cbrt(tasks)));
    const auto depth = static_cast<std::uint32_t>(std::lround(tasks / side / side));
    std::size_t done = 0;
    for (auto _ : state) {
        Scene scene(strategy, {side, side, depth}, static_cast<std::size_t>(state.range(1)));
        const auto start = std::chrono::steady_clock::now();
        scene.run(static_cast<std::size_t>(state.range(2)));
        state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        done += scene.tasks();
    }
    state.counters["seconds_per_task"] =
        benchmark::Counter(static_cast<double>(done), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void register_all() {
    for (const char* name : {"nrrp-rounded-static", "nrrp-rounded-rand-steal", "nrrp-rounded-choice-steal",
                             "nrrp-rounded-effective-steal", "first-dyn", "choice-dyn-50", "effective-dyn"}) {
        for (const bool all_at_once : {false, true}) {
            auto* bench =
                benchmark::RegisterBenchmark(fmt::format("{}/{}", all_at_once ? "ready" : "chains", name).c_str(),
                                             [strategy = find_strategy(name).value(), all_at_once](
                                                 benchmark::State& state) { decide(state, strategy, all_at_once); });
            bench->ArgsProduct({{1000, 10'000, 100'000, 1'000'000}, {4, 16, 64}, {1, 2}});
            bench->UseManualTime()->Unit(benchmark::kMillisecond);
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    register_all();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
