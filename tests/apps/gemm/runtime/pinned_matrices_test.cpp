/// Which memory is page-locked; that it is takes a CUDA device.

#include "apps/gemm/runtime/pinned_matrices.hpp"

#include <gtest/gtest.h>

namespace tangram::apps {
namespace {

using Extent = PinnedMatrices::Extent;

TEST(PinnedMatrices, AreLockedFromTheFirstToTheLastElement) {
    double data = 0;
    EXPECT_EQ(PinnedMatrices::extent(MatrixView<double>{&data, 3, 4, 5, Layout::column_major}),
              (Extent{&data, (5 * 3 + 3) * sizeof(double)}));
    EXPECT_EQ(PinnedMatrices::extent(MatrixView<double>{&data, 3, 4, 6, Layout::row_major}),
              (Extent{&data, (6 * 2 + 4) * sizeof(double)}));
}

TEST(PinnedMatrices, WithoutElementsHaveNothingToLock) {
    const float data = 0;
    EXPECT_EQ(PinnedMatrices::extent(MatrixView<const float>{&data, 0, 4, 1, Layout::column_major}).bytes, 0U);
    EXPECT_EQ(PinnedMatrices::extent(MatrixView<const float>{&data, 3, 0, 3, Layout::column_major}).bytes, 0U);
}

} // namespace
} // namespace tangram::apps
