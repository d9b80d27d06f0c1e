/// Any problem through any partitioner and any discretisation: either an
/// InvalidInput, or a result that keeps its promises.

#include "base/error.hpp"
#include "partition/base/bounds.hpp"
#include "partition/base/costs.hpp"
#include "partition/base/json.hpp"
#include "partition/base/problem.hpp"
#include "partition/partitioners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

namespace {

using namespace tangram::partition;

void require(bool holds, const char* promise) {
    if (!holds) {
        fmt::print(stderr, "broken promise: {}\n", promise);
        std::abort();
    }
}

/// Consumes the fuzzer's bytes; zeros after their end.
class Bytes {
  public:
    explicit Bytes(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

    template <class Number> Number take() {
        Number number{};
        const std::size_t count = std::min(sizeof number, rest_.size());
        std::memcpy(&number, rest_.data(), count);
        rest_ = rest_.subspan(count);
        return number;
    }

    std::size_t below(std::size_t limit) { return take<std::uint16_t>() % limit; }

    /// Any double at all, or one of 256 ordinary ones.
    double number() {
        const auto kind = take<std::uint8_t>();
        return kind == 0 ? take<double>() : std::exp2((static_cast<double>(kind) - 128) / 8);
    }

  private:
    std::span<const std::uint8_t> rest_;
};

Problem problem_of(Bytes& bytes, std::size_t most_processors) {
    Problem problem;
    const std::size_t processors = bytes.below(most_processors + 1);
    const auto kind = bytes.take<std::uint8_t>();
    for (std::size_t p = 0; p < processors; ++p) {
        problem.speeds.push_back(bytes.number());
    }
    if (kind % 2 == 1) {
        for (std::size_t p = 0; p < processors; ++p) {
            problem.weights.push_back(p % 3 == 0 ? 0 : bytes.number());
        }
    }
    if (kind % 4 >= 2) {
        problem.height = bytes.number();
        problem.width = bytes.number();
        problem.depth = bytes.number();
        problem.c_factor = bytes.number();
    }
    return problem;
}

/// Zones fill the domain: none leaves it, and the volume of each is its processor's share.
void check(const Partition& partition, const Problem& problem) {
    require(partition.zones.size() == problem.speeds.size(), "one zone per processor");
    const double depth = partition.depth.value_or(1);
    const std::vector<double> share = shares(problem.speeds);
    for (std::size_t p = 0; p < share.size(); ++p) {
        double filled = 0;
        for (const Box& box : partition.zones[p].boxes) {
            require(0 <= box.x0 && box.x0 <= box.x1 && box.x1 <= partition.height, "rows inside the domain");
            require(0 <= box.y0 && box.y0 <= box.y1 && box.y1 <= partition.width, "columns inside the domain");
            require(0 <= box.z0 && box.z0 <= box.z1 && box.z1 <= depth, "products inside the domain");
            filled += box.height() / partition.height * (box.width() / partition.width) * (box.depth() / depth);
        }
        require(std::abs(filled - share[p]) < 1e-6, "zones as large as the shares");
    }
    require(partition_from_json(to_json(partition)) == partition, "a partition survives JSON");
}

void check(const Allocation& allocation, const Problem& problem, const Grid& grid) {
    require(allocation.owners.size() == grid.tiles(), "every tile has an owner");
    const std::vector<std::size_t> counts = allocation.tile_counts();
    require(std::accumulate(counts.begin(), counts.end(), std::size_t{0}) == grid.tiles(), "counts add up");
    require(tile_cost(allocation, problem) >= tile_bound(counts, grid, problem) * (1 - 1e-9), "cost above its bound");
    require(allocation_from_json(to_json(allocation)) == allocation, "an allocation survives JSON");
}

void run(Bytes bytes) {
    const auto partitioners_there = partitioners();
    const Partitioner& partitioner = partitioners_there[bytes.below(partitioners_there.size())];
    // A few hundred microseconds each, with sanitizers: the search for few processors is exponential.
    const Problem problem = problem_of(bytes, partitioner.most_processors < 24 ? 6 : 24);
    const Partition partition = partitioner.run(problem);
    check(partition, problem);

    const Grid grid{bytes.below(10), bytes.below(10), partitioner.is_3d ? bytes.below(6) : 1};
    TileOptions options;
    options.apportioned = bytes.below(2) == 1;
    options.tolerance = bytes.below(3);
    if (bytes.below(4) == 3) {
        options.slack = bytes.number();
    }
    options.effort = 1e-4;
    for (const Discretisation& discretisation : discretisations()) {
        check(discretisation.run(partition, problem, grid, options), problem, grid);
    }
}

} // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        run(Bytes({data, size}));
    } catch (const tangram::InvalidInput&) { // NOLINT(bugprone-empty-catch): the other right answer
    }
    return 0;
}
