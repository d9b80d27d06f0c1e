#pragma once

/// What a user can get wrong gets one line that says so, and an exit code.

#include "tests/apps/command/command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace tangram::test {

constexpr int failed = 1;
constexpr int bad_input = 2;
constexpr int unavailable = 77;

struct BadCommand {
    const char* name;
    std::vector<std::string> arguments;
    int exit_code;
    std::vector<std::string> telling; ///< words that the line must have
    std::vector<std::string> environment{};
};

inline std::ostream& operator<<(std::ostream& out, const BadCommand& bad) {
    return out << bad.name;
}

/// For INSTANTIATE_TEST_SUITE_P.
inline std::string name_of(const testing::TestParamInfo<BadCommand>& info) {
    return info.param.name;
}

inline std::set<std::filesystem::path> files_in(const TemporaryFolder& folder) {
    const std::filesystem::recursive_directory_iterator files(folder.path());
    return {begin(files), end(files)};
}

/// Runs it in `folder`, which is to stay as it is.
inline void expect_one_line(const std::string& program, const BadCommand& bad, const TemporaryFolder& folder) {
    constexpr int seconds = 30; // "quick": none of them may begin the work first
    const std::set<std::filesystem::path> before = files_in(folder);
    std::vector<std::string> environment = bad.environment;
    environment.push_back("TMPDIR=" + folder.path().string());

    const Outcome outcome = run({program, bad.arguments, environment}, folder, seconds);

    EXPECT_EQ(outcome.exit_code, bad.exit_code) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, testing::StartsWith(std::filesystem::path(program).filename().string() + ": error: "));
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
    EXPECT_LT(outcome.err.size(), 1000U);
    for (const std::string& word : bad.telling) {
        EXPECT_THAT(outcome.err, testing::HasSubstr(word));
    }
    EXPECT_EQ(files_in(folder), before);
}

} // namespace tangram::test
