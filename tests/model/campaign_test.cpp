#include "model/campaign.hpp"

#include "model/analysis.hpp"
#include "tests/model/campaigns.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace tangram::model {
namespace {

TEST(Campaign, ResultsDoNotDependOnThreads) {
    Campaign runs = campaign("dynamic-outer-2phases", 50, 7);
    runs.runs = 9;
    const std::vector<RunResult> alone = simulate_all(runs);
    runs.threads = 4;
    std::size_t calls = 0;
    const std::vector<RunResult> together =
        simulate_all(runs, [&](std::size_t finished) { EXPECT_EQ(finished, ++calls); });
    EXPECT_EQ(calls, 9U);
    for (std::size_t run = 0; run < 9; ++run) {
        EXPECT_EQ(alone[run].tasks, together[run].tasks);
        EXPECT_EQ(alone[run].blocks_sent, together[run].blocks_sent);
        EXPECT_EQ(alone[run].beta, together[run].beta);
    }
    EXPECT_NE(alone[0].beta, alone[1].beta) << "speeds are drawn for each run";
    runs.same_speeds = true;
    EXPECT_EQ(simulate_all(runs)[0].beta, simulate_all(runs)[1].beta);
}

TEST(Campaign, FailuresOfARunAreThrown) {
    Campaign runs = campaign("dynamic-outer-2phases", 50, 7);
    runs.beta = [](const std::vector<double>&) -> double { throw std::runtime_error("no beta"); };
    runs.threads = 3;
    runs.runs = 5;
    EXPECT_THROW(simulate_all(runs), std::runtime_error);
}

double mean_communication(const Campaign& runs) {
    double sum = 0;
    for (const RunResult& result : simulate_all(runs)) {
        sum += result.communication;
    }
    return sum / static_cast<double>(runs.runs);
}

/// "Almost always smaller than twice the lower bound" for many blocks or processors (Beaumont and Marchal
/// 2013, section 2.5); Random near 20 (Beaumont and Marchal 2014, figure 5).
TEST(Campaign, AsThePapersSay) {
    for (const std::size_t processors : {10, 150, 1000}) {
        EXPECT_LT(mean_communication(campaign("dyn-blocks-outer", 1000, processors)), 2) << processors;
    }
    EXPECT_LT(mean_communication(campaign("dyn-blocks-outer", 100, 10)), 2);
    EXPECT_NEAR(mean_communication(campaign("random-outer", 1000, 1000)), 20, 1);
}

struct CampaignCase {
    const char* strategy;
    std::uint32_t blocks;
    std::size_t processors;
};

/// Within 3%, from 20 processors on for outer products and 50 for matrix products.
TEST(Campaign, TheAnalysisPredictsTwoPhases) {
    for (const CampaignCase& scene :
         {CampaignCase{"dynamic-outer-2phases", 100, 20}, CampaignCase{"dynamic-outer-2phases", 100, 300},
          CampaignCase{"dynamic-outer-2phases", 1000, 20}, CampaignCase{"dynamic-outer-2phases", 1000, 300},
          CampaignCase{"dynamic-matrix-2phases", 40, 50}, CampaignCase{"dynamic-matrix-2phases", 40, 300},
          CampaignCase{"dynamic-matrix-2phases", 100, 50}, CampaignCase{"dynamic-matrix-2phases", 100, 100}}) {
        Campaign runs = campaign(scene.strategy, scene.blocks, scene.processors);
        runs.runs = 5;
        double ratio = 0;
        for (std::size_t run = 0; run < runs.runs; ++run) {
            const RunResult result = runs.run(run);
            const std::vector<double> relative =
                relative_speeds(runs.speeds.draw(scene.processors, 1 + run).tasks_per_second);
            ratio += result.communication / volume(runs.kind->kernel, scene.blocks, relative, result.beta).total() / 5;
        }
        EXPECT_NEAR(ratio, 1, 0.03) << scene.strategy << " " << scene.blocks << " " << scene.processors;
    }
}

} // namespace
} // namespace tangram::model
