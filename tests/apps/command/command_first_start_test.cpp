/// The first start on a machine, where StarPU measures links and keeps what it found in files.

#include "tests/apps/command/command.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <future>
#include <string>
#include <vector>

#include <starpu_config.h>

namespace tangram::apps {
namespace {

/// Lines of StarPU's that say so, of all programs.
std::size_t count_of(const std::string& words, const std::vector<test::Outcome>& outcomes) {
    std::size_t count = 0;
    for (const test::Outcome& outcome : outcomes) {
        for (std::size_t at = outcome.err.find(words); at != std::string::npos; at = outcome.err.find(words, at + 1)) {
            ++count;
        }
    }
    return count;
}

/// Each used to measure, and to read files that another was writing.
TEST(FirstStart, OfProgramsAtOnceMeasuresLinksOnce) {
    if (STARPU_MAJOR_VERSION > 1 || STARPU_MINOR_VERSION >= 4) {
        GTEST_SKIP() << "our patch is for StarPU 1.3";
    }
    const test::TemporaryFolder models;
    const std::string folder = "STARPU_PERF_MODEL_DIR=" + models.path().string();
    std::array<std::future<test::Outcome>, 4> programs;
    for (std::future<test::Outcome>& program : programs) {
        program = std::async(std::launch::async, [&] {
            const test::TemporaryFolder own;
            return test::run({TANGRAM_COMMAND, {"machine", "--tile", "16"}, {folder, "STARPU_SILENT=0"}}, own);
        });
    }
    std::vector<test::Outcome> outcomes;
    outcomes.reserve(programs.size());
    for (std::future<test::Outcome>& program : programs) {
        outcomes.push_back(program.get());
        EXPECT_EQ(outcomes.back().exit_code, 0) << outcomes.back().err;
    }
    EXPECT_EQ(count_of("No performance model for the bus", outcomes), 1U);
}

} // namespace
} // namespace tangram::apps
