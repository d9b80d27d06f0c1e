#include "apps/gemm/runtime/reserve.hpp"

#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/runtime/temporary_variable.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <thread>

namespace tangram::apps {
namespace {

/// Of threads beside StarPU's workers the number stays the same.
std::uint64_t data_of_workers(std::uint64_t workers) {
    return library_reserve({.with_blas = workers}).data - library_reserve({}).data;
}

std::uint64_t data_with(const char* variable, const std::optional<std::string>& workers) {
    const TemporaryVariable neither("STARPU_NCPU", std::nullopt);
    const TemporaryVariable given(variable, workers);
    return reserve_before_start().data;
}

TEST(ReserveBeforeStart, IsForTheWorkersThatAreAskedFor) {
    const std::uint64_t none = data_with("STARPU_NCPU", "0");
    EXPECT_EQ(data_with("STARPU_NCPU", "8"), none + data_of_workers(8));
    EXPECT_EQ(data_with("STARPU_NCPUS", "3"), none + data_of_workers(3));
    for (const std::optional<std::string>& nothing :
         {std::optional<std::string>(), std::optional<std::string>("few")}) {
        EXPECT_EQ(data_with("STARPU_NCPU", nothing), none + data_of_workers(std::thread::hardware_concurrency()));
    }
}

TEST(ReserveBeforeStart, IsNothingOnceTheyRun) {
    EXPECT_GT(reserve_before_start().address_space, 0U);
    {
        const Runtime runtime;
        EXPECT_EQ(reserve_before_start().address_space, 0U);
        EXPECT_EQ(reserve_before_start().data, 0U);
    }
    EXPECT_GT(reserve_before_start().address_space, 0U);
}

} // namespace
} // namespace tangram::apps
