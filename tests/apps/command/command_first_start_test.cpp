/// The first start on a machine, where StarPU measures links and keeps what it found in files.

#include "apps/gemm/machines/starpu_model_text.hpp"
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

/// The lines of `tangram machine` about damaged files in this folder of models.
std::size_t lines_about_damage(const test::TemporaryFolder& models) {
    const test::TemporaryFolder own;
    const test::Outcome outcome =
        test::run({TANGRAM_COMMAND,
                   {"machine", "--tile", "16"},
                   {"STARPU_PERF_MODEL_DIR=" + models.path().string(), "STARPU_HOSTNAME=here"}},
                  own);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return count_of("is damaged", {outcome});
}

/// A kill or a full disk cuts files that are written: StarPU would abort when it reads them, in every later start.
TEST(LaterStart, MeasuresAgainWhatIsCutOff) {
    const test::TemporaryFolder models;
    EXPECT_EQ(lines_about_damage(models), 0U);
    const std::string model = std::string(codelets_folder) + "/tangram_dgemm.here";
    for (const std::string& file : {std::string("bus/here.config"), std::string("bus/here.affinity"), model}) {
        const std::string whole = test::contents(models / file);
        if (whole.empty()) {
            EXPECT_EQ(file, "bus/here.affinity"); // of a StarPU without devices
            continue;
        }
        test::put(models / file, whole.substr(0, whole.size() / 2));
        EXPECT_EQ(lines_about_damage(models), 1U) << file;
        EXPECT_EQ(lines_about_damage(models), 0U) << file;
    }
}

} // namespace
} // namespace tangram::apps
