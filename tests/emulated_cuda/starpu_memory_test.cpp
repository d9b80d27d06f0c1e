/// What cmake/patches mends in StarPU's memory of devices, on an emulated CUDA device that has less of it than StarPU
/// may take (CMakeLists.txt).

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <starpu.h>

namespace {

constexpr unsigned device = 1; ///< StarPU's memory node
constexpr std::size_t tile_bytes = std::size_t{8} << 20;

class StarpuMemory : public testing::Test {
  protected:
    static void SetUpTestSuite() { ASSERT_EQ(starpu_init(nullptr), 0); }
    static void TearDownTestSuite() { starpu_shutdown(); }

    starpu_data_handle_t add_tile() {
        memory_.emplace_back(tile_bytes);
        starpu_data_handle_t handle = nullptr;
        starpu_vector_data_register(&handle, STARPU_MAIN_RAM, reinterpret_cast<std::uintptr_t>(memory_.back().data()),
                                    static_cast<std::uint32_t>(tile_bytes), 1);
        return handle;
    }

    /// Tiles until there is no room for another.
    std::vector<starpu_data_handle_t> fill_device() {
        std::vector<starpu_data_handle_t> tiles;
        for (int tile = 0; tile < 6; ++tile) {
            tiles.push_back(add_tile());
            starpu_data_fetch_on_node(tiles.back(), device, 0);
        }
        EXPECT_EQ(starpu_malloc_on_node(device, tile_bytes), 0U) << "there is room";
        return tiles;
    }

  private:
    std::vector<std::vector<char>> memory_;
};

TEST_F(StarpuMemory, ForgetsAllocationsThatFailed) {
    const starpu_ssize_t before = starpu_memory_get_available(device);
    ASSERT_GT(before, 100 << 20);
    EXPECT_EQ(starpu_malloc_on_node(device, std::size_t{100} << 20), 0U) << "others have the memory";
    EXPECT_EQ(starpu_memory_get_available(device), before);
}

TEST_F(StarpuMemory, LetsDataGoOfWhichAPrefetchFindsNoRoom) {
    const std::vector<starpu_data_handle_t> tiles = fill_device();
    const starpu_data_handle_t first = add_tile();
    const starpu_data_handle_t second = add_tile();
    starpu_data_prefetch_on_node_prio(first, device, 1, 1);
    starpu_data_prefetch_on_node_prio(second, device, 1, 0);
    starpu_data_unregister(second); // though the first one, which is more urgent, finds none either
    starpu_data_unregister(first);
    for (const starpu_data_handle_t tile : tiles) {
        int is_allocated = 0;
        int is_valid = 0;
        int is_requested = 0;
        starpu_data_query_status(tile, device, &is_allocated, &is_valid, &is_requested);
        EXPECT_EQ(is_valid, 1) << "a prefetch takes no memory from what is in use";
        starpu_data_unregister(tile);
    }
}

} // namespace
