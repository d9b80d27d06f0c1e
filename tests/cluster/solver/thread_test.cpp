#include "cluster/solver/thread.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

namespace tangram::solver {

TEST(Thread, HasAName) {
    EXPECT_EQ(thread_named("none"), Thread::none);
    EXPECT_EQ(thread_named("flag"), Thread::flag);
    EXPECT_EQ(thread_named("lock"), Thread::lock);
    EXPECT_THROW(static_cast<void>(thread_named("locks?")), InvalidInput);
}

} // namespace tangram::solver
