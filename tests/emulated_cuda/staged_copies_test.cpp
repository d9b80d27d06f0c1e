/// Copies of pageable memory by threads, on emulated CUDA devices.

#include "cuda/staged_copies.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <thread>
#include <vector>

#include <cuda_runtime.h>

namespace tangram::cuda {
namespace {

using Direction = StagedCopy::Direction;

/// On the first device.
class DeviceBytes {
  public:
    explicit DeviceBytes(std::size_t bytes) {
        void* data = nullptr;
        EXPECT_EQ(cudaMalloc(&data, bytes), cudaSuccess);
        data_ = static_cast<std::byte*>(data);
    }
    ~DeviceBytes() { cudaFree(data_); }
    DeviceBytes(const DeviceBytes&) = delete;
    DeviceBytes& operator=(const DeviceBytes&) = delete;

    [[nodiscard]] std::byte* data() const { return data_; }

  private:
    std::byte* data_ = nullptr;
};

std::byte* bytes_of(std::vector<std::uint32_t>& numbers) {
    return reinterpret_cast<std::byte*>(numbers.data());
}

void copy(StagedCopies& copies, const StagedCopy& what) {
    const auto copying = copies.begin(what);
    while (!copying->done()) {
        std::this_thread::yield();
    }
    EXPECT_NO_THROW(copies.rethrow_failure());
}

/// To the device, where lines follow each other, and back to another matrix. What is between its lines stays.
void check_way_and_back(StagedCopies& copies, std::size_t length, std::size_t lines, std::size_t ld) {
    std::vector<std::uint32_t> sent(ld * lines);
    std::iota(sent.begin(), sent.end(), 1U);
    std::vector<std::uint32_t> received(ld * lines, 0);
    const DeviceBytes device(sizeof(std::uint32_t) * length * lines);
    const std::size_t line_bytes = sizeof(std::uint32_t) * length;
    const std::size_t pitch = sizeof(std::uint32_t) * ld;
    copy(copies, {Direction::to_device, 0, {bytes_of(sent), pitch}, {device.data(), line_bytes}, line_bytes, lines});
    copy(copies, {Direction::to_host, 0, {bytes_of(received), pitch}, {device.data(), line_bytes}, line_bytes, lines});
    for (std::size_t line = 0; line < lines; ++line) {
        for (std::size_t at = 0; at < ld; ++at) {
            ASSERT_EQ(received[line * ld + at], at < length ? sent[line * ld + at] : 0) << line << ", " << at;
        }
    }
}

TEST(StagedCopies, GoThereAndBack) {
    StagedCopies copies(3, 0);
    EXPECT_EQ(copies.threads(), 3U);
    check_way_and_back(copies, 1, 1, 1);
    check_way_and_back(copies, 517, 389, 643);
    check_way_and_back(copies, 1024, 3000, 1025); // of three buffers
}

TEST(StagedCopies, HaveLinesLongerThanABuffer) {
    StagedCopies copies(2, 0);
    check_way_and_back(copies, 1'500'000, 2, 1'500'001);
}

/// Of memory that is none of the device's; what comes after it is copied.
TEST(StagedCopies, FailOnce) {
    StagedCopies copies(1, 0);
    std::vector<std::uint32_t> numbers(4);
    const auto copying =
        copies.begin({Direction::to_device, 0, {bytes_of(numbers), 16}, {bytes_of(numbers), 16}, 16, 1});
    while (!copying->done()) {
        std::this_thread::yield();
    }
    EXPECT_THROW(copies.rethrow_failure(), RunFailure);
    check_way_and_back(copies, 5, 3, 7);
}

TEST(StagedCopies, OfNothingAreDone) {
    StagedCopies copies(1, 0);
    StagedCopy nothing;
    EXPECT_TRUE(copies.begin(nothing)->done());
    nothing.lines = 8;
    EXPECT_TRUE(copies.begin(nothing)->done());
}

TEST(PageLocks, AreOfAllBytesOrNone) {
    constexpr std::size_t bytes = 1 << 16;
    std::vector<std::byte> memory(2 * bytes);
    EXPECT_FALSE(is_page_locked(memory.data(), bytes));
    ASSERT_EQ(cudaHostRegister(memory.data(), bytes, cudaHostRegisterDefault), cudaSuccess);
    EXPECT_TRUE(is_page_locked(memory.data(), bytes));
    EXPECT_FALSE(is_page_locked(memory.data(), bytes + 1));
    EXPECT_EQ(cudaHostUnregister(memory.data()), cudaSuccess);
}

} // namespace
} // namespace tangram::cuda
