#pragma once

/// `tangram-mpi` as users start it: with mpirun on some processes.

#include "tests/apps/command/command.hpp"

#include <gtest/gtest.h>

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
