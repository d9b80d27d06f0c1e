/// `tangram partition`: figures, files that come back, and one line for what is wrong. No StarPU starts.

#include "partition/base/json.hpp"
#include "partition/partitioners.hpp"
#include "tests/apps/command/bad_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace tangram::apps {
namespace {

using nlohmann::json;
using test::contents;
using test::Outcome;
using test::put;
using test::run;
using test::TemporaryFolder;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::StartsWith;

using Words = std::vector<std::string>;

class PartitionCommand : public testing::Test {
  protected:
    Outcome partition(Words words) {
        words.insert(words.begin(), "partition");
        Outcome outcome = run({TANGRAM_COMMAND, std::move(words), {}}, folder_);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return outcome;
    }

    std::string json_text(Words words) {
        words.insert(words.end(), {"--json", "-"});
        return partition(std::move(words)).out;
    }

    json figures(Words words) { return json::parse(json_text(std::move(words))); }

    TemporaryFolder folder_;
};

TEST_F(PartitionCommand, JsonHasTheDocumentedKeys) {
    for (const Words& words : {Words{"--speeds", "1,2"}, Words{"--speeds", "1,2", "--grid", "4x5"}}) {
        const json report = figures(words);
        Words keys;
        for (const auto& [key, value] : report.items()) {
            keys.push_back(key);
        }
        EXPECT_THAT(keys, IsSupersetOf({"algorithm", "zones", "cost", "bound", "ratio", "tiles", "tile_cost",
                                        "tile_bound", "tile_counts", "target_counts", "max_load_ratio", "seconds",
                                        "speeds", "weights", "height", "width"}));
        EXPECT_EQ(report["tiles"].is_null(), words.size() == 2);
    }
}

TEST_F(PartitionCommand, FiguresAreThoseOfASceneByHand) {
    // Two halves of a square: half-perimeters 1.5 each, bound 2 sqrt(1/2) each.
    const json report = figures(
        {"--speeds", "3,3", "--algorithm", "nrrp", "--grid", "4x4", "--size", "1x1", "--discretise", "rounded"});
    EXPECT_EQ(report["algorithm"], "nrrp");
    EXPECT_NEAR(report["cost"], 3, 1e-12);
    EXPECT_NEAR(report["bound"], 2 * std::sqrt(2), 1e-12);
    EXPECT_NEAR(report["ratio"], 3 / (2 * std::sqrt(2)), 1e-12);
    EXPECT_EQ(report["tile_cost"], 12); // 2 x 4 tiles each
    EXPECT_EQ(report["tile_bound"], 12);
    EXPECT_EQ(report["tile_counts"], json({8, 8}));
    EXPECT_EQ(report["target_counts"], json({8, 8}));
    EXPECT_EQ(report["max_load_ratio"], 1);
    EXPECT_EQ(report["tiles"].size(), 4U);
    EXPECT_EQ(figures({"--speeds", "3,3", "--weights", "0,1", "--algorithm", "nrrp"})["cost"],
              report["cost"].get<double>() / 2);
}

TEST_F(PartitionCommand, TheGridSetsTheDomain) {
    const json report = figures({"--speeds", "1,1", "--grid", "6x9"});
    EXPECT_EQ(report["height"], 6);
    EXPECT_EQ(report["width"], 9);
    EXPECT_EQ(report["rows"], 6);
    EXPECT_EQ(report["columns"], 9);
    const json other = figures({"--speeds", "1,1", "--grid", "6x9", "--size", "2x1e3"});
    EXPECT_EQ(other["height"], 2);
    EXPECT_EQ(other["width"], 1000);
}

TEST_F(PartitionCommand, SpeedsAreReadHoweverTheyAreWritten) {
    const json expected = {2.5, 1, 1, 1};
    for (const char* text : {"2.5,1,1,1", "2.5,1x3", "2.5, 1*3", "2.5 1x2 1"}) {
        EXPECT_EQ(figures({"--speeds", text})["speeds"], expected) << text;
    }
    put(folder_ / "lines.txt", "# GPU\n2.5 # fast\n\n1,1\n\t1\r\n");
    put(folder_ / "list.json", " [2.5, 1, 1,\n1]");
    for (const char* file : {"lines.txt", "list.json"}) {
        EXPECT_EQ(figures({"--speeds-file", file})["speeds"], expected) << file;
    }
}

TEST_F(PartitionCommand, OutputIsReadBack) {
    const std::string saved = json_text({"--speeds", "1.09x4,0.53", "--grid", "7x11", "--weights", "1,1,1,1,0"});
    EXPECT_EQ(partition::partition_from_json(saved).zones.size(), 5U);
    EXPECT_EQ(partition::allocation_from_json(saved).columns, 11U);
    put(folder_ / "saved.json", saved);
    json before = json::parse(saved);
    json after = figures({"--load", "saved.json"});
    EXPECT_TRUE(after["seconds"].is_null());
    before.erase("seconds");
    after.erase("seconds");
    EXPECT_EQ(after, before);
}

TEST_F(PartitionCommand, ALoadedPartitionIsCutIntoTilesAndCostedAnew) {
    put(folder_ / "zones.json", R"({"algorithm": "by hand", "height": 1, "width": 1,
        "zones": [{"processor": 0, "boxes": [[0, 1, 0, 0.25]]}, {"processor": 1, "boxes": [[0, 1, 0.25, 1]]}]})");
    const json report =
        figures({"--load", "zones.json", "--grid", "4x4", "--discretise", "rounded", "--weights", "2,1"});
    EXPECT_EQ(report["algorithm"], "by hand");
    EXPECT_EQ(report["speeds"], json({0.25, 0.75})); // as nobody says otherwise
    EXPECT_EQ(report["cost"], 2 * 1.25 + 1.75);
    EXPECT_EQ(report["tile_counts"], json({4, 12}));
    EXPECT_EQ(report["tile_cost"], 2 * 5 + 7);
    EXPECT_EQ(figures({"--load", "zones.json", "--speeds", "1,1"})["speeds"], json({1, 1}));
}

TEST_F(PartitionCommand, ALoadedAllocationHasNoZones) {
    put(folder_ / "tiles.json", to_json(partition::Allocation{"by hand", 2, 2, 2, {0, 0, 0, 1}}));
    const json report = figures({"--load", "tiles.json"});
    EXPECT_TRUE(report["zones"].is_null());
    EXPECT_EQ(report["tile_cost"], 6);
    EXPECT_EQ(report["speeds"], json({3, 1}));
    EXPECT_THAT(partition({"--load", "tiles.json"}).out,
                AllOf(HasSubstr("by hand: 2 x 2 tiles"), HasSubstr("    01\n")));
}

TEST_F(PartitionCommand, ReportsForPeople) {
    const std::string text = partition({"--speeds", "2,1,1", "--grid", "4x4", "--discretise", "rounded"}).out;
    EXPECT_THAT(text, AllOf(HasSubstr("3 processors on 4 x 4"), HasSubstr("bound"), HasSubstr("50.00%"),
                            HasSubstr("target"), HasSubstr("-rounded: 4 x 4 tiles")));
    EXPECT_THAT(partition({"--speeds", "1x40"}).out, HasSubstr("and 9 more (--json has all)"));
}

TEST_F(PartitionCommand, DrawsZonesOrTiles) {
    EXPECT_THAT(partition({"--speeds", "2,1", "--draw", "-"}).out,
                AllOf(StartsWith("<svg"), EndsWith("</svg>\n"), HasSubstr("2 zones of 1 x 1")));
    partition({"--speeds", "2,1", "--grid", "3x3", "--draw", "tiles.svg"});
    EXPECT_THAT(contents(folder_ / "tiles.svg"), AllOf(EndsWith("</svg>\n"), HasSubstr("3 x 3 tiles")));
}

TEST_F(PartitionCommand, SameSeedSameTiles) {
    const auto tiles = [&](const char* seed) {
        return figures(
            {"--speeds", "7,5,3,2,1", "--grid", "24x24", "--discretise", "refined", "--seed", seed})["tiles"];
    };
    const auto first = tiles("7");
    EXPECT_EQ(tiles("7"), first);
    EXPECT_NE(tiles("8"), first);
}

TEST_F(PartitionCommand, TakesEveryNameOfTheTables) {
    for (const partition::Discretisation& discretisation : partition::discretisations()) {
        for (const partition::Partitioner& partitioner : partition::partitioners()) {
            const partition::Problem problem{
                .speeds = {3, 2, 1}, .height = 5, .width = 6, .depth = partitioner.is_3d ? 4.0 : 1.0};
            const partition::Grid grid{5, 6, partitioner.is_3d ? 4U : 1U};
            partition::TileOptions options;
            options.effort = 0.01;
            Words words{"--speeds",     "3,2,1",
                        "--algorithm",  std::string(partitioner.name),
                        "--discretise", std::string(discretisation.name),
                        "--grid",       partitioner.is_3d ? "5x6x4" : "5x6"};
            if (discretisation.name == "refined") {
                words.insert(words.end(), {"--effort", "0.01"});
            }
            const std::string report = json_text(words);
            const partition::Partition zones = partitioner.run(problem);
            EXPECT_EQ(partition::partition_from_json(report), zones);
            EXPECT_EQ(partition::allocation_from_json(report), discretisation.run(zones, problem, grid, options));
        }
    }
}

TEST_F(PartitionCommand, OptionsOfTheSearchReachIt) {
    const Words search{"--speeds", "1.09x4,0.5", "--grid", "16x16", "--effort", "0.1"};
    const auto load = [&](const Words& more) {
        Words words = search;
        words.insert(words.end(), more.begin(), more.end());
        return figures(words)["max_load_ratio"].get<double>();
    };
    const double exact = load({});
    EXPECT_GT(load({"--tolerance", "8"}), exact);
    EXPECT_GT(load({"--slack", "20%"}), exact);
    EXPECT_LE(load({"--slack", "0"}), exact);
}

TEST_F(PartitionCommand, TakesGridsOfSixteenMillionTiles) {
    for (const char* discretisation : {"rounded", "precise"}) {
        EXPECT_THAT(partition({"--speeds", "3,1", "--grid", "4096x4096", "--discretise", discretisation}).out,
                    AllOf(HasSubstr("4096 x 4096 tiles"), HasSubstr("12582912")));
    }
}

TEST_F(PartitionCommand, CFactorCountsInThreeDimensions) {
    const Words words{"--speeds", "1", "--3d"};
    EXPECT_EQ(figures(words)["cost"], 3);
    EXPECT_EQ(figures({"--speeds", "1", "--3d", "--c-factor", "2"})["cost"], 4);
}

TEST_F(PartitionCommand, HelpListsTheTables) {
    const std::string help = partition({"--help"}).out;
    for (const partition::Partitioner& partitioner : partition::partitioners()) {
        EXPECT_THAT(help, HasSubstr(std::string(partitioner.description)));
    }
    for (const partition::Discretisation& discretisation : partition::discretisations()) {
        EXPECT_THAT(help, HasSubstr(std::string(discretisation.description)));
    }
}

// ---- Errors

struct BadPartition : test::BadCommand {
    BadPartition(const char* scene, const Words& words, const Words& line)
        : BadCommand{scene, {"partition"}, test::bad_input, line} {
        arguments.insert(arguments.end(), words.begin(), words.end());
    }
};

class BadPartitionCommand : public testing::TestWithParam<BadPartition> {};

TEST_P(BadPartitionCommand, GetsOneLine) {
    const TemporaryFolder folder;
    put(folder / "words.txt", "1 2\nthree\n");
    put(folder / "empty.txt", "# nothing\n");
    put(folder / "nested.json", "[1, [2]]");
    put(folder / "gap.json",
        R"({"algorithm":"x","height":1,"width":1,"zones":[{"processor":0,"boxes":[[0,1,0,0.5]]}]})");
    put(folder / "idle.json", R"({"name":"x","rows":1,"columns":1,"layers":1,"processors":2,"tiles":[[0]]})");
    const std::string zones = R"("algorithm":"x","height":1,"width":1,"zones":[{"processor":0,"boxes":[[0,1,0,1]]}])";
    put(folder / "two.json",
        "{" + zones + R"(,"name":"x","rows":1,"columns":1,"layers":1,"processors":2,"tiles":[[0]]})");
    put(folder / "strange.json", "{" + zones + R"(,"speeds":{"a":1}})");
    put(folder / "tiles.json", R"({"name":"x","rows":1,"columns":1,"layers":1,"processors":1,"tiles":[[0]]})");
    put(folder / "zones.json", "{" + zones + "}");
    put(folder / "factor.json", "{" + zones + R"(,"c_factor":"1"})");
    std::filesystem::create_symlink("new.json", folder / "link.json");
    test::expect_one_line(TANGRAM_COMMAND, GetParam(), folder);
}

TEST_F(PartitionCommand, DeepFilesAreRefused) {
    put(folder_ / "deep.json", R"({"tiles":)" + std::string(2'000'000, '[') + std::string(2'000'000, ']') + "}");
    const Outcome outcome = run({TANGRAM_COMMAND, {"partition", "--load", "deep.json"}, {}}, folder_, 30);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("deep.json"), HasSubstr("nested")));
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, BadPartitionCommand,
    testing::Values(
        BadPartition{"MissingNumber", {"--speeds", "1,,2"}, {"--speeds", "missing"}},
        BadPartition{"NoSpeeds", {}, {"--speeds", "--load"}},
        BadPartition{"EmptySpeeds", {"--speeds", ""}, {"--speeds"}},
        BadPartition{"Commas", {"--speeds", ","}, {"no numbers"}},
        BadPartition{"ZeroSpeed", {"--speeds", "1,0"}, {"processor 1", "0", "positive"}},
        BadPartition{"NegativeSpeed", {"--speeds", "1,-2"}, {"processor 1", "-2"}},
        BadPartition{"NaN", {"--speeds", "1,nan"}, {"'nan'"}}, BadPartition{"Infinite", {"--speeds", "inf"}, {"'inf'"}},
        BadPartition{"Word", {"--speeds", "1,fast"}, {"'fast'"}},
        BadPartition{"ZeroTimes", {"--speeds", "1x0"}, {"'1x0'"}},
        BadPartition{"HalfATime", {"--speeds", "1x0.5"}, {"'1x0.5'"}},
        BadPartition{"TooMany", {"--speeds", "1x1000001"}, {"1000000"}},
        BadPartition{"TwoSources", {"--speeds", "1", "--speeds-file", "words.txt"}, {"--speeds"}},
        BadPartition{"FileWithWords", {"--speeds-file", "words.txt"}, {"words.txt, line 2", "'three'"}},
        BadPartition{"FileWithoutNumbers", {"--speeds-file", "empty.txt"}, {"empty.txt", "no numbers"}},
        BadPartition{"NestedList", {"--speeds-file", "nested.json"}, {"nested.json", "element 1"}},
        BadPartition{"NoFile", {"--speeds-file", "none.txt"}, {"none.txt", "No such file"}},
        BadPartition{"Folder", {"--speeds-file", "."}, {"directory"}},
        BadPartition{"FewWeights", {"--speeds", "1,2", "--weights", "1"}, {"1 weights", "2 processors"}},
        BadPartition{"NegativeWeight", {"--speeds", "1,2", "--weights", "1,-1"}, {"weight of processor 1"}},
        BadPartition{"ZeroCFactor", {"--speeds", "1,2", "--3d", "--c-factor", "0"}, {"C factor"}},
        BadPartition{"UnknownAlgorithm", {"--speeds", "1", "--algorithm", "magic"}, {"'magic'", "nrrp"}},
        BadPartition{"UnknownDiscretisation",
                     {"--speeds", "1", "--grid", "2x2", "--discretise", "magic"},
                     {"'magic'", "rounded"}},
        BadPartition{"OneSide", {"--speeds", "1", "--grid", "20"}, {"--grid '20'", "20x30"}},
        BadPartition{"FourSides", {"--speeds", "1", "--grid", "1x2x3x4"}, {"--grid"}},
        BadPartition{"HalfTiles", {"--speeds", "1", "--grid", "2x2.5"}, {"--grid 2x2.5", "whole number"}},
        BadPartition{"NoTiles", {"--speeds", "1", "--grid", "0x4"}, {"--grid 0x4"}},
        BadPartition{"HugeGrid", {"--speeds", "1", "--grid", "100000x100000"}, {"1e+10", "20000000"}},
        BadPartition{"HugerGrid", {"--speeds", "1", "--grid", "1e300x1e300"}, {"--grid", "20000000"}},
        BadPartition{"NegativeSize", {"--speeds", "1", "--size", "1x-1"}, {"1 x -1"}},
        BadPartition{"SolidGridFlatAlgorithm",
                     {"--speeds", "1", "--algorithm", "nrrp", "--grid", "2x2x2"},
                     {"nrrp", "two-dimensional"}},
        BadPartition{"TilesWithoutGrid", {"--speeds", "1", "--discretise", "rounded"}, {"--grid"}},
        BadPartition{"SlackOfRounded",
                     {"--speeds", "1", "--grid", "2x2", "--discretise", "rounded", "--slack", "5%"},
                     {"refined", "rounded"}},
        BadPartition{"SlackOfPrecise",
                     {"--speeds", "1", "--grid", "2x2", "--discretise", "precise", "--slack", "0"},
                     {"--slack", "refined", "precise"}},
        BadPartition{"ToleranceOfRounded",
                     {"--speeds", "1", "--grid", "2x2", "--discretise", "rounded", "--tolerance", "0"},
                     {"--tolerance", "refined", "rounded"}},
        BadPartition{"SeedOfRounded",
                     {"--speeds", "1", "--grid", "2x2", "--discretise", "rounded", "--seed", "1"},
                     {"--seed", "refined", "rounded"}},
        BadPartition{"EffortOfPrecise",
                     {"--speeds", "1", "--grid", "2x2", "--discretise", "precise", "--effort", "1"},
                     {"--effort", "refined", "precise"}},
        BadPartition{"SlackWithoutGrid", {"--speeds", "1", "--slack", "1"}, {"--slack", "--grid"}},
        BadPartition{"ToleranceWithoutGrid", {"--speeds", "1", "--tolerance", "1"}, {"--tolerance", "--grid"}},
        BadPartition{"SeedWithoutGrid", {"--speeds", "1", "--seed", "1"}, {"--seed", "--grid"}},
        BadPartition{"EffortWithoutGrid", {"--speeds", "1", "--effort", "2"}, {"--effort", "--grid"}},
        BadPartition{"TargetsWithoutTiles", {"--speeds", "1", "--targets", "apportioned"}, {"--targets", "--grid"}},
        BadPartition{"TargetsOfZones", {"--load", "zones.json", "--targets", "apportioned"}, {"--targets", "--grid"}},
        BadPartition{"SeedOfLoadedTiles", {"--load", "tiles.json", "--seed", "1"}, {"--seed", "--grid"}},
        BadPartition{"CFactorIn2D", {"--speeds", "1", "--c-factor", "2"}, {"--c-factor", "--3d"}},
        BadPartition{"CFactorOfFlatTiles", {"--load", "tiles.json", "--c-factor", "2"}, {"--c-factor", "--3d"}},
        BadPartition{"NegativeSlack", {"--speeds", "1", "--grid", "2x2", "--slack", "-1"}, {"--slack '-1'"}},
        BadPartition{"SlackWithoutPercent", {"--speeds", "1", "--grid", "2x2", "--slack", "5"}, {"--slack 5", "5%"}},
        BadPartition{"NoEffort", {"--speeds", "1", "--grid", "2x2", "--effort", "0"}, {"effort", "positive"}},
        BadPartition{"SlackAndTolerance", {"--speeds", "1", "--slack", "1", "--tolerance", "1"}, {"--slack"}},
        BadPartition{"UnknownTargets", {"--speeds", "1", "--targets", "x"}, {"--targets", "partial-sums"}},
        BadPartition{"LoadNothing", {"--load", "none.json"}, {"none.json"}},
        BadPartition{"LoadWords", {"--load", "words.txt"}, {"words.txt", "not JSON"}},
        BadPartition{
            "DeepSpeeds", {"--speeds", std::string(20, '[') + std::string(20, ']')}, {"--speeds", "nested more than"}},
        BadPartition{"LoadGap", {"--load", "gap.json"}, {"gap.json", "gap", "y = 0.5"}},
        BadPartition{"LoadIdle", {"--load", "idle.json"}, {"processor 1", "--speeds"}},
        BadPartition{"LoadTwoThings", {"--load", "two.json"}, {"two.json", "1 processors", "2"}},
        BadPartition{"LoadStrangeSpeeds", {"--load", "strange.json"}, {"strange.json", "speeds"}},
        BadPartition{"LoadStrangeCFactor", {"--load", "factor.json"}, {"factor.json", "c_factor"}},
        BadPartition{"LoadWithOtherSpeeds", {"--load", "idle.json", "--speeds", "1,2,3"}, {"2 processors", "3 speeds"}},
        BadPartition{
            "LoadTilesForAGrid", {"--load", "idle.json", "--speeds", "1,2", "--grid", "2x2"}, {"idle.json", "--grid"}},
        BadPartition{"LoadAndAlgorithm", {"--load", "idle.json", "--algorithm", "nrrp"}, {"--load"}},
        BadPartition{"OneFileForTwo", {"--speeds", "1", "--draw", "x", "--json", "x"}, {"--draw", "--json", "'x'"}},
        BadPartition{
            "OneFileByTwoPaths", {"--speeds", "1", "--draw", "x", "--json", ".//x"}, {"--draw", "--json", "x'"}},
        BadPartition{"OneNewFileBehindALink",
                     {"--speeds", "1", "--draw", "link.json", "--json", "new.json"},
                     {"--draw", "--json", "new.json'"}},
        BadPartition{"PictureOverTheInput",
                     {"--load", "idle.json", "--draw", "./idle.json"},
                     {"--load", "--draw", "idle.json'"}},
        BadPartition{"ReportOverSpeeds",
                     {"--speeds-file", "words.txt", "--json", "words.txt"},
                     {"--speeds-file", "--json", "'words.txt'"}},
        BadPartition{"StrayWord", {"1,2"}, {"1,2"}}),
    [](const auto& test) { return test.param.name; });

} // namespace
} // namespace tangram::apps
