/// How close partitions come to the bound of squares or cubes, by family of
/// speeds: mean and maximum over many random instances, as JSON.

#include "partition/base/costs.hpp"
#include "partition/base/problem.hpp"
#include "partition/partitioners.hpp"
#include "tests/partition/speed_families.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace {

using namespace tangram::partition;
using testing::Family;

/// Sum of the half-perimeters of squares, or of the half-surfaces of cubes, as
/// large as the zones: the bound that needs no domain (docs/algorithms.md, Partitions).
double bound_of_squares(const Problem& problem, bool is_3d) {
    double sum = 0;
    for (double share : shares(problem.speeds)) {
        sum += is_3d ? 3 * std::pow(share, 2.0 / 3) : 2 * std::sqrt(share);
    }
    return sum;
}

nlohmann::json ratios(const Partitioner& partitioner, Family family, std::size_t instances, std::uint64_t first_seed) {
    const std::size_t most = std::min<std::size_t>(64, partitioner.most_processors);
    double sum = 0;
    double largest = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + instances; ++seed) {
        const Problem problem{testing::random_speeds(family, 1 + seed % most, seed)};
        const double ratio = cost(partitioner.run(problem), problem) / bound_of_squares(problem, partitioner.is_3d);
        sum += ratio;
        largest = std::max(largest, ratio);
    }
    return {{"partitioner", partitioner.name},
            {"family", testing::name_of(family)},
            {"processors", fmt::format("1-{}", most)},
            {"mean", sum / static_cast<double>(instances)},
            {"max", largest}};
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Ratios of costs to bounds on random speeds, for every partitioner, as JSON on stdout");
    std::size_t instances = 6400;
    std::uint64_t seed = 1;
    app.add_option("--instances", instances, "random instances per partitioner and family")->check(CLI::PositiveNumber);
    app.add_option("--seed", seed, "of the first instance; the others follow");
    CLI11_PARSE(app, argc, argv);

    nlohmann::json rows = nlohmann::json::array();
    for (const Partitioner& partitioner : partitioners()) {
        for (Family family : testing::all_families) {
            rows.push_back(ratios(partitioner, family, instances, seed));
        }
    }
    fmt::print("{}\n", nlohmann::json{{"instances", instances}, {"seed", seed}, {"rows", rows}}.dump(1));
}
