#pragma once

/// The interpreter with NumPy that CMake found.

#include "tests/apps/command/command.hpp"

#include <gtest/gtest.h>

#include <string>

/// In a test that needs NumPy.
#define SKIP_WITHOUT_NUMPY()                                                                                           \
    if (std::string(TANGRAM_PYTHON).empty())                                                                           \
    GTEST_SKIP() << "CMake found no python3 with NumPy; -DTANGRAM_PYTHON=... names one"

namespace tangram::test {

/// Runs a Python program in `folder`.
inline testing::AssertionResult run_python(const TemporaryFolder& folder, const std::string& program) {
    const Outcome outcome = run({TANGRAM_PYTHON, {"-c", program}, {}}, folder);
    if (outcome.exit_code != 0) {
        return testing::AssertionFailure() << outcome.err;
    }
    return testing::AssertionSuccess();
}

} // namespace tangram::test
