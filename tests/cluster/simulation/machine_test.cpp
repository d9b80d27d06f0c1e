#include "cluster/simulation/machine.hpp"

#include "base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace tangram::simulation {

TEST(SimulatedMachine, BadNumbersAreRejected) {
    EXPECT_NO_THROW(require_valid({0, 1, 1, Thread::none}));
    EXPECT_THROW(require_valid({-1, 1, 1, Thread::none}), InvalidInput);
    EXPECT_THROW(require_valid({1, 0, 1, Thread::none}), InvalidInput);
    EXPECT_THROW(require_valid({1, 1, 0, Thread::none}), InvalidInput);
    EXPECT_THROW(require_valid({std::numeric_limits<double>::quiet_NaN(), 1, 1, Thread::none}), InvalidInput);
    EXPECT_THROW(require_valid({1, std::numeric_limits<double>::infinity(), 1, Thread::none}), InvalidInput);
}

} // namespace tangram::simulation
