/// Data by kind and sizes, and their footprints.

#include "apps/gemm/machines/data_shape.hpp"

#include "apps/gemm/runtime/runtime.hpp"
#include "base/error.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include <starpu.h>

namespace tangram::apps {
namespace {

constexpr int no_home = -1;

TEST(DataShape, IsReadAsItIsWritten) {
    EXPECT_EQ(parse_shape("matrix 960 320").sizes, (std::vector<std::uint32_t>{960, 320}));
    EXPECT_EQ(parse_shape("block 1 2 3").kind, DataShape::Kind::block);
    for (const char* bad : {"", "matrix", "matrix 960", "matrix 960 960 8", "vector 0", "vector -1", "vector 1e3",
                            "csr 5", "variable 99999999999"}) {
        EXPECT_THROW(parse_shape(bad), InvalidInput) << bad;
    }
}

/// The 960 x 960 tiles of StarPU's own LU (sirocco, starpu_dlu_lu_model_22).
TEST(DataShape, HasTheFootprintOfStarpusModels) {
    const DataShape tile = parse_shape("matrix 960 960");
    EXPECT_EQ(data_footprint({tile, tile, tile}), 0x24c84a50U);
}

/// For data of all kinds, and in their order.
TEST(DataShape, HasTheFootprintThatStarpuComputes) {
    const Runtime runtime;
    std::array<starpu_data_handle_t, 4> handles{};
    starpu_matrix_data_register(handles.data(), no_home, 0, 130, 130, 70, sizeof(double));
    starpu_vector_data_register(&handles[1], no_home, 0, 123, sizeof(float));
    starpu_variable_data_register(&handles[2], no_home, 0, 24);
    starpu_block_data_register(&handles[3], no_home, 0, 5, 30, 5, 6, 7, 1);
    const std::array<std::string, 4> shapes{"matrix 130 70", "vector 123", "variable 24", "block 5 6 7"};
    for (const std::vector<std::size_t>& order :
         std::vector<std::vector<std::size_t>>{{}, {0}, {1}, {2}, {3}, {0, 1, 2, 3}, {3, 1, 0, 2}, {0, 0, 1}}) {
        starpu_codelet codelet{};
        codelet.nbuffers = static_cast<int>(order.size());
        starpu_task* task = starpu_task_create();
        task->cl = &codelet;
        std::vector<DataShape> data;
        for (const std::size_t index : order) {
            task->handles[data.size()] = handles[index];
            data.push_back(parse_shape(shapes[index]));
        }
        EXPECT_EQ(data_footprint(data), starpu_task_data_footprint(task));
        task->destroy = 0; // it was never submitted
        starpu_task_destroy(task);
    }
    for (const starpu_data_handle_t handle : handles) {
        starpu_data_unregister(handle);
    }
}

} // namespace
} // namespace tangram::apps
