#include "cluster/simulation/machine.hpp"

#include "base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace tangram::simulation {

TEST(SimulatedMachine, BadNumbersAreRejected) {
    EXPECT_NO_THROW(require_valid({0, 1e-6, 1e9, Thread::none}));
    EXPECT_NO_THROW(require_valid({1e-3, 1e9, 1e-6, Thread::none}));
    EXPECT_THROW(require_valid({-1, 1, 1, Thread::none}), InvalidInput);
    EXPECT_THROW(require_valid({1e-11, 1, 1, Thread::none}), InvalidInput);
    EXPECT_THROW(require_valid({1e10, 1, 1, Thread::none}), InvalidInput);
    EXPECT_THROW(require_valid({1, 0, 1, Thread::none}), InvalidInput);
    EXPECT_THROW(require_valid({1, 5e-324, 1, Thread::none}), InvalidInput);
    EXPECT_THROW(require_valid({1, 1, 1e300, Thread::none}), InvalidInput);
    EXPECT_THROW(require_valid({1, 1, 0, Thread::none}), InvalidInput);
    EXPECT_THROW(require_valid({std::numeric_limits<double>::quiet_NaN(), 1, 1, Thread::none}), InvalidInput);
    EXPECT_THROW(require_valid({1, std::numeric_limits<double>::infinity(), 1, Thread::none}), InvalidInput);
}

} // namespace tangram::simulation
