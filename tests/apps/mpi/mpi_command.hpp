#pragma once

/// `tangram-mpi` as users start it: with mpirun on some processes.

#include "tests/apps/command/command.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace tangram::test {

using Words = std::vector<std::string>;

class MpiCommand : public testing::Test {
  protected:
    Outcome run_on(int processes, Words words) {
        words.insert(words.begin(), {TANGRAM_MPI_PROCESSES, std::to_string(processes), TANGRAM_MPI_COMMAND});
        return started(std::move(words));
    }

    /// With this command and these words behind it.
    Outcome run_command_on(int processes, const std::string& command, Words words) {
        words.insert(words.begin(), command);
        return run_on(processes, std::move(words));
    }

    /// What the command writes as JSON; null if it fails.
    nlohmann::json figures_of(int processes, const std::string& command, Words words) {
        words.insert(words.end(), {"--json", "-"});
        const Outcome outcome = run_command_on(processes, command, std::move(words));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return outcome.exit_code == 0 ? nlohmann::json::parse(outcome.out) : nlohmann::json();
    }

    /// By mpirun, with these words.
    Outcome started(Words words) {
        std::istringstream text(TANGRAM_MPIRUN);
        Words mpirun{std::istream_iterator<std::string>(text), {}};
        words.insert(words.begin(), mpirun.begin() + 1, mpirun.end());
        return run({mpirun.front(), std::move(words), {}}, folder_);
    }

    TemporaryFolder folder_;
};

/// mpirun adds lines of its own.
inline Words our_lines(const std::string& err) {
    Words lines;
    std::istringstream text(err);
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with("tangram-mpi: ")) {
            lines.push_back(line);
        }
    }
    return lines;
}

} // namespace tangram::test
