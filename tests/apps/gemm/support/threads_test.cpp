#include "apps/gemm/support/threads.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include <sys/resource.h>

namespace tangram::apps {
namespace {

TEST(Threads, CanBeStarted) {
    EXPECT_TRUE(can_start_threads(0));
    EXPECT_TRUE(can_start_threads(8));
    EXPECT_TRUE(can_start_threads(8)) << "the first ones have ended";
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // which take far more addresses than this limit

/// Limits on processes do not hold for root; one on addresses leaves no room for stacks.
TEST(Threads, CannotBeStartedBeyondALimit) {
    const auto limited = [] {
        const rlimit limit{std::size_t{4} << 30, std::size_t{4} << 30};
        setrlimit(RLIMIT_AS, &limit);
        std::exit(can_start_threads(10'000) || !can_start_threads(1) ? EXIT_FAILURE : EXIT_SUCCESS);
    };
    EXPECT_EXIT(limited(), testing::ExitedWithCode(EXIT_SUCCESS), "");
}

#endif

} // namespace
} // namespace tangram::apps
