/// What TANGRAM_VERBOSE and TANGRAM_REPORT say of a program.

#include "sched/starpu/graph_report.hpp"

#include "base/error.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

namespace tangram::sched::starpu {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

GraphReport lu_report() {
    GraphReport report;
    report.structures = {
        {.kind = "LU", .rows = 4, .columns = 3, .depth = 2, .tasks = 24, .owners = 2, .rule = "a brick"}};
    report.counts = {.own = 20, .stolen = 3, .by_cpus = 7, .unowned = 0};
    report.bytes = {.first = 2e9, .again = 1e9, .written = 3e9, .between_devices = 4e9};
    report.seconds_bound = 1.5;
    report.bytes_bound = 2.5e9;
    return report;
}

TEST(GraphReport, LinesSayWhatWasFoundDoneAndMoved) {
    const std::vector<std::string> lines = report_lines(lu_report(), "auto");
    EXPECT_THAT(lines, Contains("auto: LU, products update 4 x 3 tiles: a brick"));
    EXPECT_THAT(lines, Contains("auto: executed 30 tasks, 20 by the accelerator that owns them, 3 by another one, 7 by "
                                "CPU workers"));
    EXPECT_THAT(lines, Contains(HasSubstr("moved 6.00 GB")));
    EXPECT_THAT(lines, Contains("auto: no schedule is shorter than 1.5 s"));
    EXPECT_THAT(lines, Contains("auto: accelerators that do all the work are sent at least about 2.50 GB"));
}

TEST(GraphReport, WithoutOwnersNothingIsSaidOfStructures) {
    GraphReport report;
    report.counts = {.own = 0, .stolen = 0, .by_cpus = 1, .unowned = 5};
    const std::vector<std::string> lines = report_lines(report, "first-dyn");
    EXPECT_THAT(lines, Contains("first-dyn: executed 6 tasks, 5 by accelerators, 1 by CPU workers"));
    EXPECT_THAT(lines, Not(Contains(HasSubstr("structure"))));
    EXPECT_THAT(lines, Not(Contains(HasSubstr("shorter")))) << "no bound is known";
}

TEST(GraphReport, FileHasAllKeysAndNothingIsLeftBesides) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "graph_report_test";
    std::filesystem::create_directories(folder);
    const std::filesystem::path file = folder / "report.json";
    write_report(lu_report(), "auto", file.string());
    const auto json = nlohmann::json::parse(std::ifstream(file));
    EXPECT_EQ(json.at("strategy"), "auto");
    EXPECT_EQ(json.at("structures").at(0).at("kind"), "LU");
    EXPECT_EQ(json.at("structures").at(0).at("owners"), 2);
    EXPECT_EQ(json.at("tasks"), 30);
    EXPECT_EQ(json.at("steals"), 3);
    EXPECT_EQ(json.at("bytes"), 6e9);
    EXPECT_EQ(json.at("bytes_by_cause").at("between_devices"), 4e9);
    EXPECT_EQ(json.at("seconds_bound"), 1.5);
    EXPECT_EQ(json.at("bytes_bound"), 2.5e9);
    std::filesystem::remove(file);
    EXPECT_TRUE(std::filesystem::is_empty(folder));
    std::filesystem::remove(folder);
}

TEST(GraphReport, LinksKeepTheirPlace) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "graph_report_links";
    std::filesystem::remove_all(folder); // of a run that was ended
    std::filesystem::create_directories(folder);
    std::filesystem::create_symlink("target.json", folder / "link");
    for (const char* target : {"which is not there yet", "which is there"}) {
        write_report(lu_report(), "auto", (folder / "link").string());
        EXPECT_TRUE(std::filesystem::is_symlink(folder / "link")) << target;
        EXPECT_EQ(nlohmann::json::parse(std::ifstream(folder / "target.json")).at("tasks"), 30) << target;
        std::ofstream(folder / "target.json") << "old";
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "target.json.partial"));
    std::filesystem::remove_all(folder);
}

/// Else the program's own lines would be lost.
TEST(GraphReport, FilesWhereTheProgramsStreamsGoAreRefused) {
    const std::string file = std::string(testing::TempDir()) + "graph_report_streams";
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
        const int before = dup(stream);
        ASSERT_NE(std::freopen(file.c_str(), "w", stream == STDOUT_FILENO ? stdout : stderr), nullptr);
        EXPECT_THROW(check_report_file(file), InvalidInput);
        EXPECT_THROW(check_report_file("/dev/fd/" + std::to_string(stream)), InvalidInput);
        dup2(before, stream);
        close(before);
    }
    EXPECT_NO_THROW(check_report_file(file));
    std::filesystem::remove(file);
}

TEST(GraphReport, BoundsThatAreNotKnownAreNull) {
    const std::string file = std::string(testing::TempDir()) + "graph_report_null.json";
    write_report({}, "effective-dyn", file);
    const auto json = nlohmann::json::parse(std::ifstream(file));
    EXPECT_TRUE(json.at("seconds_bound").is_null());
    EXPECT_TRUE(json.at("bytes_bound").is_null());
    std::filesystem::remove(file);
}

TEST(GraphReport, FileThatCannotBeWrittenIsAnError) {
    EXPECT_THROW(write_report(lu_report(), "auto", "/dev/null/report.json"), InvalidInput);
}

/// A link stands for the device here, so that a failing test leaves that alone.
TEST(GraphReport, DevicesAreWrittenToAndNotReplaced) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "graph_report_device_test";
    std::filesystem::create_directories(folder);
    const std::filesystem::path full = folder / "full";
    std::filesystem::create_symlink("/dev/full", full);
    EXPECT_THROW(write_report(lu_report(), "auto", full.string()), InvalidInput) << "no space is left there";
    EXPECT_EQ(std::filesystem::read_symlink(full), "/dev/full");
    std::filesystem::remove(full);
    EXPECT_TRUE(std::filesystem::is_empty(folder));
    std::filesystem::remove(folder);
}

} // namespace
} // namespace tangram::sched::starpu
