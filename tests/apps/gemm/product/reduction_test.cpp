/// Three-dimensional allocations, where several nodes have a part in one tile of C: one
/// after the other, or each in an auxiliary tile of its own that is added in the end. And
/// affinity strategies, where each worker has one.

#include "apps/gemm/product/gemm.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/runtime/temporary_variable.hpp"
#include "sched/policies/settings.hpp"
#include "sched/policies/strategies.hpp"
#include "tests/apps/emulated_node.hpp"
#include "tests/apps/gemm/product/gemm_call.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tangram::apps {
namespace {

/// For Runtimes that start while one of these lives.
class Commuting : public TemporaryVariable {
  public:
    Commuting() : TemporaryVariable(std::string(sched::commute_setting.variable), "1") {}
};

class AsInPaper : public TemporaryVariable {
  public:
    AsInPaper() : TemporaryVariable(std::string(sched::mode_setting.variable), "paper") {}
};

/// owners: of each tile of C, row by row, those of its products.
partition::Allocation layered(std::size_t rows, std::size_t columns, std::size_t processors,
                              const std::vector<std::vector<std::size_t>>& owners) {
    partition::Allocation allocation{"layered", rows, columns, processors, {}, owners.front().size()};
    for (const std::vector<std::size_t>& of_tile : owners) {
        allocation.owners.insert(allocation.owners.end(), of_tile.begin(), of_tile.end());
    }
    return allocation;
}

// ---- All strategies

std::vector<std::string> strategies_3d() {
    std::vector<std::string> names;
    for (const sched::Strategy& strategy : sched::strategies()) {
        const auto* const planned = strategy.as<sched::Strategy::Planned>();
        if (planned != nullptr && planned->allocation->is_3d()) {
            names.push_back(strategy.name);
        }
    }
    return names;
}

class Strategies3d : public testing::TestWithParam<std::string> {};

template <class T> void expect_correct_with_all_betas(Runtime& runtime) {
    constexpr Transpose no = Transpose::no;
    constexpr Transpose yes = Transpose::yes;
    const Shape shape{200, 130, 270};
    expect_correct<T>(runtime, {.shape = shape, .transa = no, .transb = yes, .alpha = 1, .beta = 0, .tile = 64});
    expect_correct<T>(runtime, {.shape = shape, .transa = yes, .transb = no, .alpha = 2, .beta = 1, .tile = 64});
    expect_correct<T>(runtime, {.shape = shape,
                                .transa = yes,
                                .transb = yes,
                                .alpha = static_cast<T>(-0.7),
                                .beta = static_cast<T>(1.3),
                                .layout_c = Layout::row_major,
                                .padding = 3,
                                .tile = 64});
}

TEST_P(Strategies3d, AreCorrect) {
    {
        Runtime runtime({GetParam(), std::nullopt});
        expect_correct_with_all_betas<double>(runtime);
    }
    const Commuting setting;
    Runtime runtime({GetParam(), std::nullopt});
    expect_correct_with_all_betas<float>(runtime);
}

TEST_P(Strategies3d, AreCorrectAsInThePaper) {
    const AsInPaper setting;
    Runtime runtime({GetParam(), std::nullopt});
    expect_correct_with_all_betas<double>(runtime);
}

INSTANTIATE_TEST_SUITE_P(Reduction, Strategies3d, testing::ValuesIn(strategies_3d()), [](const auto& test) {
    std::string name = test.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

// ---- What a reduction does

constexpr char redux_policy[] = "3d-nrrp-rounded-redux-static";
constexpr char serial_policy[] = "3d-nrrp-rounded-static";
constexpr char affinity_policy[] = "random-matrix";

class Redux : public EmulatedNode<redux_policy> {};
class ReduxAsInPaper : public Redux {
  protected:
    static void SetUpTestSuite() {
        const AsInPaper setting;
        Redux::SetUpTestSuite();
    }
};
class Serial : public EmulatedNode<serial_policy> {};
class SerialCommuting : public Serial {
  protected:
    static void SetUpTestSuite() {
        const Commuting setting;
        Serial::SetUpTestSuite();
    }
};
class Affinity : public EmulatedNode<affinity_policy> {};

/// 2 x 2 tiles of C of 64 x 64, 64 x 26, 36 x 64 and 36 x 26, three deep, on home (0) and three devices. Home keeps
/// (0,0) and (1,1), device 1 keeps (0,1) for itself, 2 and 3; nobody shares (1,0).
Call<double> shared_tiles(double beta, Layout layout_c) {
    return {.shape = {100, 90, 150},
            .beta = beta,
            .layout_c = layout_c,
            .tile = 64,
            .allocation = layered(2, 2, 4, {{0, 1, 1}, {3, 1, 2}, {2, 2, 2}, {3, 0, 3}})};
}

std::vector<std::uint64_t> reductions_by_node(const GemmReport& report) {
    std::vector<std::uint64_t> counts;
    for (const NodeReport& node : report.nodes) {
        counts.push_back(node.reductions);
    }
    return counts;
}

/// All products of shared_tiles(), so many additions by node, and auxiliary tiles of so many bytes.
void expect_additions(Runtime& runtime, const std::vector<std::uint64_t>& by_node, std::uint64_t bytes) {
    for (const Layout layout : {Layout::column_major, Layout::row_major}) {
        for (const double beta : {0.0, 1.0, 1.3}) {
            SCOPED_TRACE(fmt::format("beta {}, {}", beta, layout == Layout::row_major ? "row-major" : "column-major"));
            Operands<double> operands(shared_tiles(beta, layout));
            const GemmReport report = operands.multiply(runtime);
            EXPECT_EQ(report.tasks, 12U);
            EXPECT_EQ(report.reductions, std::accumulate(by_node.begin(), by_node.end(), std::uint64_t{0}));
            EXPECT_EQ(reductions_by_node(report), by_node);
            EXPECT_EQ(report.auxiliary_bytes, bytes);
            EXPECT_LT(operands.residual(), tolerance<double>());
        }
    }
}

TEST_F(Redux, AddsOneTileForEachNodeThatSharesButDoesNotKeep) {
    if (accelerators() != 3) {
        GTEST_SKIP() << "no three OpenCL devices: install pocl-opencl-icd";
    }
    expect_additions(runtime(), {2, 2, 0, 0}, sizeof(double) * (64 * 64 + 2 * 64 * 26 + 36 * 26));
}

/// Each node that shares a tile has one, its keeper, too, who adds them all.
TEST_F(ReduxAsInPaper, AddsOneTileForEachNodeThatShares) {
    if (accelerators() != 3) {
        GTEST_SKIP() << "no three OpenCL devices: install pocl-opencl-icd";
    }
    expect_additions(runtime(), {4, 3, 0, 0}, sizeof(double) * (2 * 64 * 64 + 3 * 64 * 26 + 2 * 36 * 26));
}

TEST_F(ReduxAsInPaper, WithoutBetaCIsNotRead) {
    if (accelerators() != 3) {
        GTEST_SKIP() << "no three OpenCL devices: install pocl-opencl-icd";
    }
    Operands<double> operands(shared_tiles(0, Layout::column_major));
    for (std::int64_t i = 0; i < operands.c().rows; ++i) {
        for (std::int64_t j = 0; j < operands.c().columns; ++j) {
            operands.c()(i, j) = std::numeric_limits<double>::quiet_NaN();
        }
    }
    operands.multiply(runtime());
    EXPECT_LT(operands.residual(), tolerance<double>());
}

TEST_F(Redux, CountsProductsApartFromAdditions) {
    if (accelerators() != 3) {
        GTEST_SKIP() << "no three OpenCL devices: install pocl-opencl-icd";
    }
    Operands<double> operands(shared_tiles(0, Layout::column_major));
    const GemmReport report = operands.multiply(runtime());
    const std::vector<std::size_t> planned = report.allocation.value().tile_counts();
    for (std::size_t node = 0; node < 4; ++node) {
        EXPECT_EQ(report.nodes[node].tasks, planned[node]) << node;
        EXPECT_EQ(report.nodes[node].planned, planned[node]) << node;
        EXPECT_EQ(report.nodes[node].stolen, 0U) << node;
    }
}

/// Nobody waits for another one's tile of C: it comes to its keeper once, and what is
/// auxiliary is never brought home for its own sake.
TEST_F(Redux, MovesEachAuxiliaryTileToItsKeeperOnly) {
    if (accelerators() != 3) {
        GTEST_SKIP() << "no three OpenCL devices: install pocl-opencl-icd";
    }
    // Home keeps all of C, of one row of 3 tiles, each two deep; device 1 computes a product of each.
    Operands<double> operands(
        {.shape = {64, 192, 128}, .beta = 1, .tile = 64, .allocation = layered(1, 3, 4, {{0, 1}, {0, 1}, {1, 0}})});
    const GemmReport report = operands.multiply(runtime());
    const std::uint64_t tile = sizeof(double) * 64 * 64;
    const unsigned device = report.nodes[1].node.id;
    std::uint64_t there = 0;
    std::uint64_t back = 0;
    for (const TransferredBytes& link : report.bytes_by_link) {
        (link.to == device ? there : back) += link.bytes;
    }
    EXPECT_EQ(there, (2 + 3) * tile); // A(0,0), A(0,1) and a tile of B for each product
    EXPECT_EQ(back, 3 * tile);
    EXPECT_LT(operands.residual(), tolerance<double>());
}

TEST_F(Redux, NothingIsAddedWhereNoTileIsShared) {
    Operands<double> operands({.shape = {64, 64, 200},
                               .tile = 64,
                               .allocation = partition::Allocation{"alone", 1, 1, runtime().nodes().size(), {0}}});
    const GemmReport report = operands.multiply(runtime());
    EXPECT_EQ(report.reductions, 0U);
    EXPECT_EQ(report.auxiliary_bytes, 0U);
}

/// C itself, which has beta C, is one copy; each worker that has a part in the tile makes another one.
TEST_F(Affinity, StarPUsAdditionsAreReportedToo) {
    if (accelerators() != 3) {
        GTEST_SKIP() << "no three OpenCL devices: install pocl-opencl-icd";
    }
    for (const Layout layout : {Layout::column_major, Layout::row_major}) {
        Operands<double> operands({.shape = {100, 150, 400}, .beta = 1.3, .layout_c = layout, .tile = 64});
        const GemmReport report = operands.multiply(runtime());
        using Tile = std::pair<std::uint32_t, std::uint32_t>;
        std::map<Tile, std::set<unsigned>> workers;
        std::map<Tile, std::size_t> additions;
        std::uint64_t bytes = 0;
        for (const TaskRun& task : report.timeline) {
            if (task.work == sched::Work::multiply) {
                workers[{task.i, task.j}].insert(task.worker);
            } else {
                ++additions[{task.i, task.j}];
                bytes += sizeof(double) * (task.i == 0 ? 64 : 36) * (task.j == 2 ? 22 : 64);
                EXPECT_LE(task.start, task.end);
                EXPECT_LE(task.end, report.seconds_total);
            }
        }
        ASSERT_EQ(workers.size(), 6U);
        std::uint64_t sum = 0;
        for (const auto& [tile, of_tile] : workers) {
            EXPECT_EQ(additions[tile], of_tile.size()) << tile.first << " " << tile.second;
            sum += of_tile.size();
        }
        EXPECT_EQ(report.reductions, sum);
        EXPECT_EQ(report.auxiliary_bytes, bytes);
        const std::vector<std::uint64_t> by_node = reductions_by_node(report);
        EXPECT_EQ(std::accumulate(by_node.begin(), by_node.end(), std::uint64_t{0}), sum);
        EXPECT_LT(operands.residual(), tolerance<double>());
    }
}

void expect_no_additions(Runtime& runtime) {
    Operands<double> operands(shared_tiles(1.3, Layout::column_major));
    const GemmReport report = operands.multiply(runtime);
    EXPECT_EQ(report.reductions, 0U);
    EXPECT_EQ(report.auxiliary_bytes, 0U);
    EXPECT_EQ(report.executions, (std::vector<std::uint32_t>{1, 2, 0, 0, 0, 1, 1, 1, 0, 0, 3, 0, 1, 0, 0, 2}));
    EXPECT_LT(operands.residual(), tolerance<double>());
}

TEST_F(Serial, AddsNothing) {
    if (accelerators() != 3) {
        GTEST_SKIP() << "no three OpenCL devices: install pocl-opencl-icd";
    }
    expect_no_additions(runtime());
}

TEST_F(SerialCommuting, AddsNothing) {
    if (accelerators() != 3) {
        GTEST_SKIP() << "no three OpenCL devices: install pocl-opencl-icd";
    }
    EXPECT_TRUE(runtime().settings().commutes);
    expect_no_additions(runtime());
}

} // namespace
} // namespace tangram::apps
