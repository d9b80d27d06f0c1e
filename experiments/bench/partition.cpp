/// Time and quality of every partitioner and discretisation, by Google
/// Benchmark. experiments/bench/partition.sh runs it and makes the tables.

#include "partition/base/bounds.hpp"
#include "partition/base/costs.hpp"
#include "partition/partitioners.hpp"
#include "tests/partition/speed_families.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace {

using namespace tangram::partition;
using testing::Family;
using testing::random_speeds;

Problem uniform_problem(std::size_t processors, std::uint64_t seed) {
    return {random_speeds(Family::uniform, processors, seed)};
}

double ratio_to_bound(const Partition& partition, const Problem& problem) {
    return cost(partition, problem) / (partition.is_3d() ? half_surface_bound(problem) : half_perimeter_bound(problem));
}

/// What partitioning is compared with: sorting as many doubles.
void sort_doubles(benchmark::State& state) {
    const std::vector<double> speeds = uniform_problem(static_cast<std::size_t>(state.range(0)), 1).speeds;
    for (auto _ : state) {
        std::vector<double> copy = speeds;
        std::sort(copy.begin(), copy.end());
        benchmark::DoNotOptimize(copy.data());
    }
}

void partition_domain(benchmark::State& state, const Partitioner& partitioner) {
    const auto processors = static_cast<std::size_t>(state.range(0));
    const std::size_t instances = std::clamp<std::size_t>(10'000 / processors, 1, 100);
    std::vector<Problem> problems;
    for (std::uint64_t seed = 1; seed <= instances; ++seed) {
        problems.push_back(uniform_problem(processors, seed));
    }

    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(partitioner.run(problems[next++ % instances]));
    }

    double sum = 0;
    for (const Problem& problem : problems) {
        sum += ratio_to_bound(partitioner.run(problem), problem);
    }
    state.counters["ratio"] = sum / static_cast<double>(instances);
}

/// Tiles of a grid of `side` tiles a side for processors of uniform speeds.
void make_tiles(benchmark::State& state, const Discretisation& discretisation, bool is_3d) {
    const auto side = static_cast<std::size_t>(state.range(0));
    const Grid grid{side, side, is_3d ? side : 1};
    const Problem problem = uniform_problem(static_cast<std::size_t>(state.range(1)), 1);
    const Partition partition = best_partitioner(problem.speeds.size(), is_3d).run(problem);
    Allocation allocation;
    for (auto _ : state) {
        allocation = discretisation.run(partition, problem, grid, {});
    }
    const std::vector<std::size_t> counts = allocation.tile_counts();
    state.counters["ratio"] = tile_cost(allocation, problem) / tile_bound(counts, grid, problem);
    state.counters["load"] = max_load_ratio(counts, problem.speeds);
}

void register_partitioners() {
    for (const Partitioner& partitioner : partitioners()) {
        auto* bench = benchmark::RegisterBenchmark(
            fmt::format("partition/{}", partitioner.name).c_str(),
            [&partitioner](benchmark::State& state) { partition_domain(state, partitioner); });
        bench->Unit(benchmark::kMillisecond);
        for (std::int64_t processors : {2, 3, 4, 5, 6, 7, 8, 10, 30, 100, 300, 1000, 3000, 10'000, 30'000, 100'000}) {
            if (static_cast<std::size_t>(processors) <= partitioner.most_processors) {
                bench->Arg(processors);
            }
        }
    }
}

void register_discretisations() {
    for (const Discretisation& discretisation : discretisations()) {
        for (const bool is_3d : {false, true}) {
            auto* bench = benchmark::RegisterBenchmark(
                fmt::format("tiles{}/{}", is_3d ? "-3d" : "", discretisation.name).c_str(),
                [&discretisation, is_3d](benchmark::State& state) { make_tiles(state, discretisation, is_3d); });
            bench->Unit(benchmark::kMillisecond);
            if (is_3d) {
                bench->ArgsProduct({{8, 16, 32}, {5, 16, 64}});
            } else {
                bench->ArgsProduct({{8, 16, 32, 64, 128}, {5, 8, 16, 32, 64}});
            }
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    benchmark::RegisterBenchmark("sort", sort_doubles)->Unit(benchmark::kMillisecond)->Arg(10'000)->Arg(100'000);
    register_partitioners();
    register_discretisations();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
