/// Simulated runs whose time and bytes are recorded in golden_runs.json: a change of a
/// policy that moves a figure shows here, as old and new. If it is meant, copy the file
/// that this test leaves in the build folder over the recorded one. What is recorded must
/// lie between lower bounds and an estimate by the task graph alone.

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
        return {{"run", arguments},
                {"seconds", report["seconds"]},
                {"seconds_bound", report["seconds_bound_taking_part"]},
                {"bytes", report["bytes_total"]},
                {"bytes_bound", report["bytes_bound_taking_part"]},
                {"bytes_without_reuse", bytes_without_reuse(report)}};
    }

  private:
    /// If each task fetched its tiles of A, B and C and sent C home.
    static double bytes_without_reuse(const json& report) {
        const double tile = report["tile"];
        const double element = report["precision"] == "float" ? 4 : 8;
        return report["tasks"].get<double>() * 4 * tile * tile * element;
    }
};

/// Of the recorded machines' links, all at once, and of what synthetic nodes have at least.
constexpr double bus = 10e9;

/// Work cannot be done sooner than at the summed speed. In the smallest products here shares fit so badly that the
/// busiest node has twice its part; and where nothing overlaps all that is moved passes the bus besides. Plans whose
/// shares follow the speeds cannot move much less than the bound of traffic (rounding, and the zone of the node at
/// home, save some), and nobody moves more than without any reuse.
void expect_plausible(const json& run) {
    const double seconds = run["seconds"];
    const double bytes = run["bytes"];
    const double work = run["seconds_bound"];
    EXPECT_GE(seconds, work) << run;
    EXPECT_LE(seconds, 2 * work + bytes / bus) << run;
    EXPECT_GE(bytes, 0.9 * run["bytes_bound"].get<double>()) << run;
    EXPECT_LE(bytes, run["bytes_without_reuse"].get<double>()) << run;
}

TEST_F(GoldenRuns, TimesAndBytesAreAsRecorded) {
    constexpr double rounding = 1e-9; // of printed times; the simulation itself is deterministic
    json now = json::array();
    for (const json& golden : json::parse(std::ifstream(TANGRAM_GOLDEN_RUNS))) {
        expect_plausible(golden);
        const json run = measured(golden["run"]);
        expect_plausible(run);
        EXPECT_NEAR(run["seconds"].get<double>(), golden["seconds"].get<double>(), rounding) << golden << "\n" << run;
        EXPECT_EQ(run["bytes"].get<std::uint64_t>(), golden["bytes"].get<std::uint64_t>()) << golden << "\n" << run;
        now.push_back(run);
    }
    std::ofstream(TANGRAM_GOLDEN_RUNS_NOW) << now.dump(2) << "\n";
}

} // namespace
} // namespace tangram::apps
