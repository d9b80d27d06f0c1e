#include "apps/gemm/product/gemm.hpp"

#include "apps/gemm/runtime/measured_speeds.hpp"
#include "base/error.hpp"
#include "tests/apps/emulated_node.hpp"
#include "tests/apps/gemm/product/gemm_call.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace tangram::apps {
namespace {

constexpr char dmda_policy[] = "dmda";

class Gemm : public EmulatedNode<static_policy> {};
class GemmUnderDmda : public EmulatedNode<dmda_policy> {};

/// Transposes nn, nt, tn, tt; alpha 0, 1, -0.7; beta 0, 1, 1.3.
template <class T> void expect_all_variants(Runtime& runtime, Shape shape) {
    for (const Transpose transa : {Transpose::no, Transpose::yes}) {
        for (const Transpose transb : {Transpose::no, Transpose::yes}) {
            for (const double alpha : {0.0, 1.0, -0.7}) {
                for (const double beta : {0.0, 1.0, 1.3}) {
                    Call<T> call{.shape = shape};
                    call.transa = transa;
                    call.transb = transb;
                    call.alpha = static_cast<T>(alpha);
                    call.beta = static_cast<T>(beta);
                    call.tile = 256;
                    expect_correct(runtime, call);
                }
            }
        }
    }
}

TEST_F(Gemm, RunsOnAllMemoryNodes) {
    if (accelerators() < 3) {
        GTEST_SKIP() << "no three OpenCL devices: install pocl-opencl-icd";
    }
    Operands<double> operands({.shape = {512, 512, 256}, .tile = 64});
    for (const NodeReport& node : operands.multiply(runtime()).nodes) {
        EXPECT_GT(node.tasks, 0U) << node.node.name;
    }
}

TEST_F(Gemm, UnevenSizesDouble) {
    expect_all_variants<double>(runtime(), {1000, 777, 1301});
}
TEST_F(Gemm, UnevenSizesFloat) {
    expect_all_variants<float>(runtime(), {1000, 777, 1301});
}
TEST_F(Gemm, OneElementDouble) {
    expect_all_variants<double>(runtime(), {1, 1, 1});
}
TEST_F(Gemm, OneElementFloat) {
    expect_all_variants<float>(runtime(), {1, 1, 1});
}
TEST_F(Gemm, NarrowDouble) {
    expect_all_variants<double>(runtime(), {5000, 3, 4000});
}
TEST_F(Gemm, NarrowFloat) {
    expect_all_variants<float>(runtime(), {5000, 3, 4000});
}
TEST_F(Gemm, EmptyC) {
    expect_all_variants<double>(runtime(), {0, 5, 7});
}
TEST_F(Gemm, EmptySum) {
    expect_all_variants<double>(runtime(), {5, 7, 0});
}
TEST_F(GemmUnderDmda, UnevenSizes) {
    for (const double beta : {0.0, 1.3}) {
        expect_correct<double>(runtime(), {.shape = {1000, 777, 1301}, .beta = beta, .tile = 256});
    }
}

TEST_F(Gemm, AnyLayoutAndLeadingDimension) {
    constexpr std::array layouts{Layout::column_major, Layout::row_major};
    for (const Layout a : layouts) {
        for (const Layout b : layouts) {
            for (const Layout c : layouts) {
                SCOPED_TRACE(fmt::format("row-major: {} {} {}", a == layouts[1], b == layouts[1], c == layouts[1]));
                expect_correct<double>(runtime(), {.shape = {130, 75, 201},
                                                   .transb = Transpose::yes,
                                                   .alpha = 0.5,
                                                   .beta = 2,
                                                   .layout_a = a,
                                                   .layout_b = b,
                                                   .layout_c = c,
                                                   .padding = 5,
                                                   .tile = 64});
            }
        }
    }
}

TEST_F(Gemm, ZeroBetaDoesNotReadC) {
    Operands<double> operands({.shape = {200, 200, 100}, .tile = 64});
    for (std::int64_t i = 0; i < 200; ++i) {
        for (std::int64_t j = 0; j < 200; ++j) {
            operands.c()(i, j) = std::numeric_limits<double>::quiet_NaN();
        }
    }
    operands.multiply(runtime());
    EXPECT_LT(operands.residual(), tolerance<double>());
}

TEST_F(Gemm, ZeroAlphaDoesNotReadAAndB) {
    Operands<double> operands({.shape = {64, 64, 64}, .alpha = 0, .beta = 1.5});
    operands.a()(0, 0) = std::numeric_limits<double>::quiet_NaN();
    operands.b()(0, 0) = std::numeric_limits<double>::infinity();
    const GemmReport report = operands.multiply(runtime());
    EXPECT_EQ(report.tasks, 0U);
    EXPECT_EQ(operands.c()(3, 4), 1.5 * operands.c0()(3, 4));
    EXPECT_EQ(operands.c()(0, 0), 1.5 * operands.c0()(0, 0));
}

TEST_F(Gemm, MatricesThatDoNotFitAreRefused) {
    Matrix<double> a(4, 5);
    Matrix<double> b(6, 3);
    Matrix<double> c(4, 3);
    try {
        gemm<double>(runtime(), Transpose::no, Transpose::no, 1, a.view(), b.view(), 0, c.view());
        ADD_FAILURE() << "5 columns against 6 rows were accepted";
    } catch (const InvalidInput& error) {
        EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("4 x 5"), testing::HasSubstr("6 x 3")));
    }
    MatrixView<double> short_ld = c.view();
    short_ld.ld = 3;
    Matrix<double> b_fits(5, 3);
    EXPECT_THROW(gemm<double>(runtime(), Transpose::no, Transpose::no, 1, a.view(), b_fits.view(), 0, short_ld),
                 InvalidInput);
}

/// Tiles of C are written while A and B are read.
TEST_F(Gemm, CInTheMemoryOfAOrBIsRefused) {
    Matrix<double> memory(12, 8);
    memory.fill_random(1);
    const auto block = [&](std::int64_t i, std::int64_t j) {
        return MatrixView<double>{memory.data() + i + 12 * j, 4, 4, 12, Layout::column_major};
    };
    const auto multiply = [&](double alpha, MatrixView<const double> a, MatrixView<const double> b,
                              MatrixView<double> c) {
        return test::message_of<InvalidInput>(
            [&] { gemm<double>(runtime(), Transpose::no, Transpose::no, alpha, a, b, 1, c); });
    };
    EXPECT_THAT(multiply(1, block(0, 0), block(4, 0), block(3, 3)), testing::HasSubstr("C shares memory with A"));
    EXPECT_THAT(multiply(1, block(4, 0), block(0, 0), block(0, 0)), testing::HasSubstr("C shares memory with B"));
    EXPECT_EQ(multiply(1, block(0, 0), block(4, 0), block(8, 4)), "") << "blocks beside each other";
    EXPECT_EQ(multiply(0, block(0, 0), block(4, 0), block(0, 0)), "") << "A and B are not read";
}

TEST_F(Gemm, NullPointersAreRefused) {
    Matrix<double> a(4, 4);
    a.fill_random(1);
    Matrix<double> c(4, 4);
    const MatrixView<const double> none{nullptr, 4, 4, 4, Layout::column_major};
    EXPECT_THAT(test::message_of<InvalidInput>(
                    [&] { gemm<double>(runtime(), Transpose::no, Transpose::no, 1, a.view(), none, 0, c.view()); }),
                testing::HasSubstr("matrix B is 4 x 4, but its data are a null pointer"));
    EXPECT_EQ(gemm<double>(runtime(), Transpose::no, Transpose::no, 0, none, none, 0, c.view()).tasks, 0U);
    const MatrixView<double> no_c{nullptr, 4, 4, 4, Layout::column_major};
    for (const double alpha : {0.0, 1.0}) {
        EXPECT_THAT(test::message_of<InvalidInput>([&] {
                        gemm<double>(runtime(), Transpose::no, Transpose::no, alpha, a.view(), a.view(), 0, no_c);
                    }),
                    testing::HasSubstr("matrix C is 4 x 4, but its data are a null pointer"));
    }
}

/// One after the other.
TEST_F(Gemm, ThreadsMayShareARuntime) {
    std::vector<std::unique_ptr<Operands<double>>> all;
    all.reserve(4);
    for (int thread = 0; thread < 4; ++thread) {
        all.push_back(std::make_unique<Operands<double>>(Call<double>{.shape = {200, 150, 100}, .tile = 50}));
    }
    {
        std::vector<std::jthread> threads;
        threads.reserve(all.size());
        for (const auto& operands : all) {
            threads.emplace_back([&] {
                for (int product = 0; product < 3; ++product) {
                    operands->multiply(runtime());
                }
            });
        }
    }
    for (const auto& operands : all) {
        EXPECT_LT(operands->residual(), tolerance<double>());
    }
}

TEST_F(Gemm, TooManyOrNegativeTilesAreRefused) {
    Matrix<double> a(4, 4);
    GemmOptions options;
    options.tile = -1;
    EXPECT_THROW(gemm<double>(runtime(), Transpose::no, Transpose::no, 1, a.view(), a.view(), 0, a.view(), options),
                 InvalidInput);
    MatrixView<double> huge{a.data(), 100'000, 100'000, 100'000};
    options.tile = 1;
    EXPECT_THROW(gemm<double>(runtime(), Transpose::no, Transpose::no, 1, huge, huge, 0, huge, options), InvalidInput);
}

TEST_F(Gemm, StaticRunsEachTileWhereAllocated) {
    Operands<double> operands({.shape = {512, 448, 200}, .tile = 64});
    const GemmReport report = operands.multiply(runtime());
    ASSERT_TRUE(report.allocation);
    const std::size_t nodes = report.nodes.size();
    for (std::size_t tile = 0; tile < report.tile_rows * report.tile_columns; ++tile) {
        for (std::size_t node = 0; node < nodes; ++node) {
            const std::uint32_t expected = report.allocation->owners[tile] == node ? 4 : 0; // ceil(200 / 64)
            EXPECT_EQ(report.executions[tile * nodes + node], expected) << "tile " << tile << ", node " << node;
        }
    }
    EXPECT_EQ(report.steals(), 0U);
}

/// Each node but home receives the tiles of A in its rows, of B in its columns and
/// its tiles of C where beta is not 0, each once, and sends its tiles of C home.
std::uint64_t expected_bytes(const GemmReport& report, std::uint64_t tile_bytes, std::uint64_t depth, bool reads_c) {
    std::uint64_t tiles = 0;
    const partition::Allocation& allocation = report.allocation.value();
    for (std::size_t node = 0; node < report.nodes.size(); ++node) {
        if (report.nodes[node].node.is_home) {
            continue;
        }
        std::set<std::size_t> rows;
        std::set<std::size_t> columns;
        std::uint64_t of_c = 0;
        for (std::size_t i = 0; i < allocation.rows; ++i) {
            for (std::size_t j = 0; j < allocation.columns; ++j) {
                if (allocation.owner(i, j) == node) {
                    rows.insert(i);
                    columns.insert(j);
                    ++of_c;
                }
            }
        }
        tiles += (rows.size() + columns.size()) * depth + of_c * (reads_c ? 2 : 1);
    }
    return tiles * tile_bytes;
}

TEST_F(Gemm, StaticMovesEachTileOnce) {
    for (const double beta : {0.0, 1.0}) {
        SCOPED_TRACE(beta);
        Operands<double> operands({.shape = {512, 512, 256}, .beta = beta, .tile = 64});
        const GemmReport report = operands.multiply(runtime());
        EXPECT_EQ(report.bytes_total(), expected_bytes(report, sizeof(double) * 64 * 64, 4, beta != 0));
    }
}

TEST_F(Gemm, ReportsARowMajorCAsTheUserSeesIt) {
    Operands<double> operands({.shape = {256, 128, 64}, .layout_c = Layout::row_major, .tile = 64});
    const GemmReport report = operands.multiply(runtime());
    EXPECT_EQ(report.m, 256);
    EXPECT_EQ(report.n, 128);
    EXPECT_EQ(report.tile_rows, 4U);
    EXPECT_EQ(report.tile_columns, 2U);
    ASSERT_TRUE(report.allocation);
    EXPECT_EQ(report.allocation->rows, 4U);
    const std::size_t nodes = report.nodes.size();
    for (std::size_t tile = 0; tile < 8; ++tile) {
        EXPECT_EQ(report.executions[tile * nodes + report.allocation->owners[tile]], 1U) << tile;
    }
}

TEST_F(Gemm, TimelineHasEachTaskOnceAndAWorkerDoesOneAtATime) {
    for (const Layout layout : {Layout::column_major, Layout::row_major}) {
        Operands<double> operands({.shape = {256, 150, 100}, .layout_c = layout, .tile = 64});
        const GemmReport report = operands.multiply(runtime());
        std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> done;
        std::map<unsigned, double> ends;
        for (const TaskRun& task : report.timeline) {
            EXPECT_EQ(task.work, sched::Work::multiply);
            EXPECT_TRUE(task.i < 4 && task.j < 3 && task.k < 2);
            EXPECT_TRUE(done.emplace(task.i, task.j, task.k).second);
            EXPECT_EQ(task.is_full, task.j < 2 && task.k == 0);
            EXPECT_GE(task.start, ends[task.worker]);
            EXPECT_GE(task.end, task.start);
            ends[task.worker] = task.end;
        }
        EXPECT_EQ(done.size(), 24U);
        for (const auto& [worker, end] : ends) {
            EXPECT_LE(end, report.seconds) << worker;
        }
    }
}

/// Rows and columns of tiles, shared out along diagonals.
partition::Allocation diagonals(std::size_t rows, std::size_t columns, std::size_t processors) {
    partition::Allocation allocation{"diagonals", rows, columns, processors, {}};
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
            allocation.owners.push_back((i + 2 * j) % processors);
        }
    }
    return allocation;
}

TEST_F(Gemm, FollowsTheCallersAllocation) {
    const std::size_t nodes = runtime().nodes().size();
    for (const Layout layout : {Layout::column_major, Layout::row_major}) {
        SCOPED_TRACE(layout == Layout::row_major ? "row-major C" : "column-major C");
        Operands<double> operands({.shape = {256, 150, 100},
                                   .beta = 1,
                                   .layout_c = layout,
                                   .tile = 64,
                                   .allocation = diagonals(4, 3, nodes)});
        const GemmReport report = operands.multiply(runtime());
        EXPECT_EQ(report.partition, "diagonals");
        EXPECT_EQ(report.allocation, diagonals(4, 3, nodes));
        EXPECT_EQ(report.steals(), 0U);
        EXPECT_LT(operands.residual(), tolerance<double>());
        for (std::size_t tile = 0; tile < 12; ++tile) {
            EXPECT_EQ(report.executions[tile * nodes + report.allocation->owners[tile]], 2U) << tile;
        }
    }
}

TEST_F(Gemm, AllocationsThatDoNotFitAreRefused) {
    const std::size_t nodes = runtime().nodes().size();
    partition::Allocation layers = diagonals(4, 3, nodes); // the product is two tiles deep
    layers.layers = 3;
    layers.owners.resize(36);
    partition::Allocation stranger = diagonals(4, 3, nodes);
    stranger.owners.back() = nodes;
    partition::Allocation short_one = diagonals(4, 3, nodes);
    short_one.owners.pop_back();
    for (const partition::Allocation& bad :
         {diagonals(3, 4, nodes), diagonals(4, 4, nodes), diagonals(4, 3, nodes + 1), layers, stranger, short_one}) {
        Operands<double> operands({.shape = {256, 150, 100}, .tile = 64, .allocation = bad});
        EXPECT_THROW(operands.multiply(runtime()), InvalidInput);
    }
}

TEST_F(GemmUnderDmda, FollowsNoAllocation) {
    Operands<double> operands(
        {.shape = {64, 64, 64}, .tile = 64, .allocation = diagonals(1, 1, runtime().nodes().size())});
    EXPECT_THROW(operands.multiply(runtime()), InvalidInput);
}

TEST_F(Gemm, ReportNamesTheRealPolicyAndAddsUp) {
    Operands<float> operands({.shape = {300, 300, 300}, .tile = 64});
    const GemmReport report = operands.multiply(runtime());
    EXPECT_EQ(report.sched, "nrrp-rounded-static");
    EXPECT_EQ(report.partition, "nrrp-rounded");
    EXPECT_EQ(report.tasks, 125U);
    std::uint64_t tasks = 0;
    std::uint64_t planned = 0;
    for (const NodeReport& node : report.nodes) {
        tasks += node.tasks;
        planned += node.planned.value();
        EXPECT_GT(node.flops_per_second, 0);
    }
    EXPECT_EQ(tasks, 125U);
    EXPECT_EQ(planned, 125U);
    EXPECT_GT(report.seconds, 0);
    EXPECT_GE(report.seconds_total, report.seconds);
    EXPECT_GT(report.bytes_bound, 0);
}

/// That were planned with, by node.
std::vector<double> speeds_of(const GemmReport& report) {
    std::vector<double> speeds;
    for (const NodeReport& node : report.nodes) {
        speeds.push_back(node.flops_per_second);
    }
    return speeds;
}

double sum(const std::vector<double>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

/// Tiles that no other test has, whose times are then made out to be a thousand times as long.
TEST_F(Gemm, LaterProductsArePlannedWithWhatEarlierOnesMeasured) {
    constexpr std::int64_t tile = 48;
    Operands<double> operands({.shape = {5 * tile, 5 * tile, 5 * tile}, .tile = tile});
    const GemmReport first = operands.multiply(runtime());
    EXPECT_FALSE(first.speeds_corrected);

    const std::vector<std::optional<MeasuredTiles>> slow(runtime().nodes().size(), MeasuredTiles{1000, 100'000});
    runtime().measured_speeds().add(Precision::double_precision, {tile, tile, tile}, slow);
    const GemmReport misled = operands.multiply(runtime());
    EXPECT_TRUE(misled.speeds_corrected);
    EXPECT_FALSE(misled.planning->reused);
    EXPECT_LT(sum(speeds_of(misled)), sum(speeds_of(first)) / 10);

    const GemmReport corrected = operands.multiply(runtime());
    EXPECT_GT(sum(speeds_of(corrected)), 1.1 * sum(speeds_of(misled))) << "by what its own tiles took";
    EXPECT_FALSE(corrected.planning->reused);
    EXPECT_LT(operands.residual(), tolerance<double>());
}

TEST_F(Gemm, PlansAProductThatComesAgainOnce) {
    Operands<double> operands({.shape = {320, 192, 128}, .tile = 64});
    const GemmReport first = operands.multiply(runtime());
    EXPECT_TRUE(first.planning);
    const GemmReport again = operands.multiply(runtime());
    EXPECT_EQ(again.planning->reused, speeds_of(again) == speeds_of(first)) << "what it measured may be far off";
    Operands<double> deeper({.shape = {320, 192, 192}, .tile = 64});
    EXPECT_FALSE(deeper.multiply(runtime()).planning->reused);
}

TEST_F(GemmUnderDmda, HasNoPlanToReport) {
    Operands<double> operands({.shape = {256, 256, 256}, .tile = 64});
    const GemmReport report = operands.multiply(runtime());
    EXPECT_EQ(report.sched, "dmda");
    EXPECT_FALSE(report.partition);
    EXPECT_FALSE(report.planning);
    EXPECT_FALSE(report.allocation);
    EXPECT_FALSE(report.steals());
    EXPECT_FALSE(report.scheduling_seconds);
}

} // namespace
} // namespace tangram::apps
