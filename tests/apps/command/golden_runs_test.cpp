/// Simulated runs whose time and bytes are recorded in golden_runs.json: a change of a
/// policy that moves a figure shows here, as old and new. If it is meant, copy the file
/// that this test leaves in the build folder over the recorded one.

#include "tests/apps/command/simulated_command.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace tangram::apps {
namespace {

using nlohmann::json;

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) {
        words.push_back(word);
    }
    return words;
}

class GoldenRuns : public test::SimulatedCommand {
  protected:
    json measured(const std::string& arguments) {
        const json report = simulated(words_of(arguments));
        return {{"run", arguments}, {"seconds", report["seconds"]}, {"bytes", report["bytes_total"]}};
    }
};

TEST_F(GoldenRuns, TimesAndBytesAreAsRecorded) {
    constexpr double rounding = 1e-9; // of printed times; the simulation itself is deterministic
    json now = json::array();
    for (const json& golden : json::parse(std::ifstream(TANGRAM_GOLDEN_RUNS))) {
        const json run = measured(golden["run"]);
        EXPECT_NEAR(run["seconds"].get<double>(), golden["seconds"].get<double>(), rounding) << golden << "\n" << run;
        EXPECT_EQ(run["bytes"].get<std::uint64_t>(), golden["bytes"].get<std::uint64_t>()) << golden << "\n" << run;
        now.push_back(run);
    }
    std::ofstream(TANGRAM_GOLDEN_RUNS_NOW) << now.dump(2) << "\n";
}

} // namespace
} // namespace tangram::apps
