#pragma once

/// The simulated command, run as a user runs it, and what it reports.

#include "tests/apps/command/command.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace tangram::test {

class SimulatedCommand : public testing::Test {
  protected:
    /// What the command says with --json -; it says nothing else and cleans up.
    nlohmann::json simulated(const std::vector<std::string>& arguments, std::vector<std::string> environment = {}) {
        std::vector<std::string> words = arguments;
        words.insert(words.end(), {"--json", "-"});
        environment.push_back("TMPDIR=" + folder_.path().string());
        const Outcome outcome = run({TANGRAM_SIM_COMMAND, words, environment}, folder_);
        EXPECT_EQ(outcome.exit_code, 0);
        EXPECT_EQ(outcome.err, "");
        EXPECT_EQ(folder_.entries(), 0);
        return nlohmann::json::parse(outcome.out);
    }

  private:
    TemporaryFolder folder_;
};

} // namespace tangram::test
