#include "apps/gemm/matrix/matrix.hpp"

#include "apps/gemm/support/random.hpp"
#include "base/error.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>

namespace tangram::apps {
namespace {

using test::message_of;
using testing::HasSubstr;

constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();

TEST(MatrixView, AddressesBothLayouts) {
    std::int64_t memory[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    const MatrixView<std::int64_t> by_columns{memory, 2, 3, 4, Layout::column_major};
    const MatrixView<std::int64_t> by_rows{memory, 2, 3, 4, Layout::row_major};
    EXPECT_EQ(by_columns(1, 2), 9);
    EXPECT_EQ(by_rows(1, 2), 6);
}

TEST(MatrixView, TransposeExchangesIndices) {
    double memory[20] = {};
    for (const Layout layout : {Layout::column_major, Layout::row_major}) {
        const MatrixView<double> view{memory, 3, 4, 5, layout};
        const MatrixView<double> transpose = transposed(view);
        EXPECT_EQ(transpose.rows, 4);
        EXPECT_EQ(transpose.columns, 3);
        EXPECT_EQ(&transpose(3, 1), &view(1, 3));
    }
}

TEST(Matrix, IsPageAlignedWithTheSmallestLd) {
    Matrix<double> by_columns(3, 5);
    EXPECT_EQ(by_columns.ld(), 3);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(by_columns.data()) % 4096, 0U);
    const Matrix<float> by_rows(3, 5, Layout::row_major);
    EXPECT_EQ(by_rows.ld(), 5);
    EXPECT_EQ(by_rows.size(), 15U);
    EXPECT_EQ(by_rows.view().ld, 5);
}

TEST(Matrix, MayBeEmpty) {
    for (const auto& [rows, columns] : {std::pair<std::int64_t, std::int64_t>{0, 0}, {0, 7}, {7, 0}, {0, huge}}) {
        Matrix<double> matrix(rows, columns);
        EXPECT_EQ(matrix.size(), 0U);
        EXPECT_GE(matrix.ld(), 1);
        matrix.fill_random(1);
        EXPECT_EQ(matrix.copy().columns(), columns);
    }
    EXPECT_EQ(Matrix<float>().size(), 0U);
}

TEST(Matrix, CopyIsDeep) {
    Matrix<double> matrix(4, 3, Layout::row_major);
    matrix.fill_random(7);
    Matrix<double> copy = matrix.copy();
    EXPECT_EQ(copy.layout(), Layout::row_major);
    EXPECT_TRUE(std::equal(copy.data(), copy.data() + copy.size(), matrix.data()));
    copy.data()[0] += 1;
    EXPECT_NE(copy.data()[0], matrix.data()[0]);
}

TEST(Matrix, RefusesImpossibleSizes) {
    const auto message = [](std::int64_t rows, std::int64_t columns) {
        return message_of<InvalidInput>([&] { Matrix<double>(rows, columns); });
    };
    EXPECT_THAT(message(-1, 3), HasSubstr("-1 x 3"));
    EXPECT_THAT(message(3, -1), HasSubstr("3 x -1"));
    EXPECT_THAT(message(huge, 2), HasSubstr("too large"));
    EXPECT_THAT(message(huge / 4, 1), HasSubstr("too large"));
    EXPECT_THAT(message(std::int64_t{1} << 32, std::int64_t{1} << 32), HasSubstr("too large"));
}

TEST(Matrix, SaysHowMuchMemoryIsMissing) {
    const std::string message = message_of<Unavailable>([] { Matrix<double>(1 << 24, 1 << 24); });
    EXPECT_THAT(message, HasSubstr("16777216 x 16777216 matrix of double needs 2.25 PB"));
    EXPECT_THAT(message, HasSubstr("available"));
}

template <class T> class RandomFill : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(RandomFill, Precisions);

TYPED_TEST(RandomFill, DoesNotDependOnTheNumberOfThreads) {
    const int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    Matrix<TypeParam> alone(101, 67);
    alone.fill_random(42);
    omp_set_num_threads(7);
    Matrix<TypeParam> together(101, 67);
    together.fill_random(42);
    omp_set_num_threads(threads);
    EXPECT_TRUE(std::equal(alone.data(), alone.data() + alone.size(), together.data()));
}

TYPED_TEST(RandomFill, IsUniform) {
    Matrix<TypeParam> matrix(1000, 1000);
    matrix.fill_random(3);
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < matrix.size(); ++i) {
        const auto value = static_cast<double>(matrix.data()[i]);
        ASSERT_GE(value, -1);
        ASSERT_LT(value, 1);
        sum += value;
        squares += value * value;
    }
    EXPECT_NEAR(sum / 1e6, 0, 4 / std::sqrt(3e6)); // four standard deviations
    EXPECT_NEAR(squares / 1e6, 1.0 / 3, 2e-3);
}

TYPED_TEST(RandomFill, DiffersBetweenSeeds) {
    std::set<TypeParam> first_values;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        first_values.insert(random_uniform<TypeParam>(seed, 0));
    }
    EXPECT_EQ(first_values.size(), 100U);
}

TEST(RandomUniform, IsSplitMix64) {
    // The reference implementation's first outputs from state 0 (Vigna 2015).
    EXPECT_EQ(random_bits(0, 0), 0xe220a8397b1dcdafU);
    EXPECT_EQ(random_bits(0, 1), 0x6e789e6aa1b965f4U);
    EXPECT_EQ(random_bits(0, 2), 0x06c45d188009454fU);
}

} // namespace
} // namespace tangram::apps
