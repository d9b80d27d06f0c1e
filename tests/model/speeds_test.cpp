#include "model/speeds.hpp"

#include "base/error.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace tangram::model {

namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::size_t many = 10'000;

std::vector<double> drawn(std::string_view text, std::size_t processors = many, std::uint64_t seed = 1) {
    return SpeedDistribution(text).draw(processors, seed).tasks_per_second;
}

double change_of(std::string_view text) {
    return SpeedDistribution(text).draw(1, 1).change;
}

/// Within the interval, near both of its ends, its mean in the middle: to what `many` numbers allow.
void expect_uniform(const std::vector<double>& speeds, double low, double high) {
    const auto [least, most] = std::ranges::minmax(speeds);
    EXPECT_GE(least, low);
    EXPECT_LE(least, low + 0.01 * (high - low));
    EXPECT_GE(most, high - 0.01 * (high - low));
    EXPECT_LE(most, high);
    const double mean = std::accumulate(speeds.begin(), speeds.end(), 0.0) / static_cast<double>(speeds.size());
    EXPECT_NEAR(mean, (low + high) / 2, 0.02 * (high - low));
}

std::string error_of(std::string_view text) {
    return test::message_of<InvalidInput>([&] { SpeedDistribution{text}; });
}

} // namespace

TEST(SpeedDistribution, Equal) {
    EXPECT_THAT(drawn("equal", 3), ElementsAre(1, 1, 1));
    EXPECT_EQ(change_of("equal"), 0);
}

TEST(SpeedDistribution, UniformIsInItsInterval) {
    expect_uniform(drawn("uniform:10:100"), 10, 100);
    expect_uniform(drawn("uniform:0.5:0.75"), 0.5, 0.75);
    EXPECT_THAT(drawn("uniform:7:7"), Each(7));
    EXPECT_EQ(change_of("uniform:10:100"), 0);
}

TEST(SpeedDistribution, SetHasEachOfItsNumbersAboutAsOften) {
    const std::vector<double> speeds = drawn("set:80,100,150");
    for (const double speed : {80, 100, 150}) {
        EXPECT_NEAR(static_cast<double>(std::ranges::count(speeds, speed)), many / 3.0, 0.05 * many) << speed;
    }
    EXPECT_EQ(std::set(speeds.begin(), speeds.end()).size(), 3);
    EXPECT_THAT(drawn("set:2.5", 2), ElementsAre(2.5, 2.5));
}

TEST(SpeedDistribution, HeterogeneityIsAround100AndNeverZero) {
    EXPECT_THAT(drawn("h:0"), Each(100));
    expect_uniform(drawn("h:20"), 80, 120);
    expect_uniform(drawn("h:100"), 0, 200);
    EXPECT_THAT(drawn("h:100"), Each(::testing::Gt(0)));
}

TEST(SpeedDistribution, DynamicStartsAround100AndChanges) {
    expect_uniform(drawn("dyn:12.5"), 80, 120);
    EXPECT_DOUBLE_EQ(change_of("dyn:12.5"), 0.125);
    EXPECT_EQ(change_of("dyn:0"), 0);
    EXPECT_EQ(drawn("walk:12.5"), drawn("dyn:12.5"));
    EXPECT_DOUBLE_EQ(change_of("walk:12.5"), 0.125);
    EXPECT_FALSE(SpeedDistribution("dyn:12.5").draw(1, 1).changes_add_up);
    EXPECT_TRUE(SpeedDistribution("walk:12.5").draw(1, 1).changes_add_up);
}

TEST(SpeedDistribution, NamesOfThePaper) {
    EXPECT_EQ(drawn("unif.1"), drawn("uniform:80:120"));
    EXPECT_EQ(drawn("unif.2"), drawn("uniform:50:150"));
    EXPECT_EQ(drawn("set.3"), drawn("set:80,100,150"));
    EXPECT_EQ(drawn("set.5"), drawn("set:40,80,100,150,200"));
    EXPECT_EQ(drawn("dyn.5"), drawn("dyn:5"));
    EXPECT_EQ(drawn("dyn.20"), drawn("dyn:20"));
    EXPECT_DOUBLE_EQ(change_of("dyn.5"), 0.05);
    EXPECT_DOUBLE_EQ(change_of("dyn.20"), 0.2);
}

TEST(SpeedDistribution, SeedsDecide) {
    const SpeedDistribution speeds("uniform:10:100");
    EXPECT_EQ(speeds.draw(100, 7).tasks_per_second, speeds.draw(100, 7).tasks_per_second);
    std::set<double> firsts;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        firsts.insert(speeds.draw(1, seed).tasks_per_second[0]);
    }
    EXPECT_EQ(firsts.size(), 100);
    EXPECT_TRUE(speeds.draw(0, 1).tasks_per_second.empty());
}

TEST(SpeedDistribution, SaysWhetherSeedsDecide) {
    const test::TemporaryFolder folder;
    test::put(folder / "speeds", "10 20");
    for (const std::string_view text : {"uniform:10:100", "set:10,20", "h:5", "dyn:0", "unif.1"}) {
        EXPECT_TRUE(SpeedDistribution(text).is_random()) << text;
    }
    for (const std::string& text : {std::string("equal"), std::string("h:0"), "file:" + (folder / "speeds").string()}) {
        EXPECT_FALSE(SpeedDistribution(text).is_random()) << text;
    }
}

TEST(SpeedDistribution, IsTheSameOnAllMachines) {
    // The generator is the standard's, whose first numbers from its default seed are
    // 14514284786278117030 and 4620546740167642908. What is made of them is Tangram's.
    const auto part = [](std::uint64_t bits) { return std::ldexp(static_cast<double>((bits >> 11) + 1), -53); };
    EXPECT_THAT(drawn("uniform:1:2", 2, ~std::uint64_t{5489}),
                ElementsAre(1 + part(14514284786278117030U), 1 + part(4620546740167642908U)));
    EXPECT_THAT(drawn("set:1,2,3", 2, ~std::uint64_t{5489}),
                ElementsAre(1 + 14514284786278117030U % 3, 1 + 4620546740167642908U % 3));
}

TEST(SpeedDistribution, FileHasOneNumberPerProcessor) {
    const test::TemporaryFolder folder;
    const std::string text = "file:" + (folder / "speeds").string();
    test::put(folder / "speeds", "10 20.5\n\t1e2\n");
    EXPECT_THAT(drawn(text, 3), ElementsAre(10, 20.5, 100));
    EXPECT_EQ(SpeedDistribution(text).processors(), 3U);
    EXPECT_EQ(SpeedDistribution("set:10,20").processors(), std::nullopt);
    EXPECT_EQ(change_of("file:" + (test::put(folder / "one", "3"), folder / "one").string()), 0);
    EXPECT_THAT(test::message_of<InvalidInput>([&] { drawn(text, 4); }), HasSubstr("3 numbers for 4 processors"));
}

TEST(SpeedDistribution, FilesWithOtherThingsAreRejected) {
    const test::TemporaryFolder folder;
    const std::string text = "file:" + (folder / "speeds").string();
    EXPECT_THAT(error_of(text), HasSubstr("'" + (folder / "speeds").string() + "' cannot be read"));
    EXPECT_THAT(error_of("file:"), HasSubstr("'' cannot be read"));
    EXPECT_THAT(error_of("file:" + folder.path().string()),
                HasSubstr("'" + folder.path().string() + "' cannot be read"));
    EXPECT_THAT(error_of("file:/proc/self/mem"), HasSubstr("'/proc/self/mem' cannot be read")) << "fails as it is read";
    test::put(folder / "speeds", " \n");
    EXPECT_THAT(error_of(text), HasSubstr("no numbers"));
    for (const std::string_view bad : {"0", "-3", "nan", "inf", "1e999", "fast", "3,4", "5x"}) {
        test::put(folder / "speeds", "1 2 " + std::string(bad));
        EXPECT_THAT(error_of(text), HasSubstr("number 3")) << bad;
        EXPECT_THAT(error_of(text), HasSubstr("expected a positive number")) << bad;
    }
    test::put(folder / "speeds", "1e8 1 1e-8");
    EXPECT_THAT(error_of(text), HasSubstr("differ too much"));
}

TEST(SpeedDistribution, SpeedsAreWithinReachOfEachOtherAndOfSums) {
    for (const std::string_view bad : {"set:1e-320,1e308", "set:1e-320", "set:1e101", "set:1e-101", "set:1,1.1e15",
                                       "uniform:1:1.1e15", "uniform:1e-101:1", "uniform:1:1e101"}) {
        EXPECT_THAT(error_of(bad), HasSubstr("from 1e-100 to 1e100 with ratios up to 1e15")) << bad;
    }
    EXPECT_THAT(drawn("set:1e-100", 1), ElementsAre(1e-100));
    EXPECT_THAT(drawn("uniform:1e100:1e100", 1), ElementsAre(1e100));
    EXPECT_NO_THROW(drawn("set:1,1e15"));
    EXPECT_NO_THROW(drawn("uniform:1:1e15"));
}

TEST(SpeedDistribution, FilesAreReadUpToALimit) {
    const test::TemporaryFolder folder;
    const std::string text = "file:" + (folder / "speeds").string();
    std::string ones;
    for (int number = 0; number < 1'000'000; ++number) {
        ones += "1 ";
    }
    test::put(folder / "speeds", ones);
    EXPECT_EQ(drawn(text, 1'000'000).size(), 1'000'000);
    test::put(folder / "speeds", ones + "1");
    EXPECT_THAT(error_of(text), HasSubstr("more than 1000000 numbers in"));
    test::put(folder / "speeds", "2 " + std::string(999, '0') + "3");
    EXPECT_THAT(drawn(text, 2), ElementsAre(2, 3));
    test::put(folder / "speeds", "2 " + std::string(1'000'000, '0') + "3");
    EXPECT_THAT(error_of(text), AllOf(HasSubstr("number 2 in"), HasSubstr("more than 1000 characters")));
    EXPECT_THAT(error_of("file:/dev/zero"), HasSubstr("more than 1000 characters"));
}

TEST(SpeedDistribution, OtherTextsAreRejectedInOneLine) {
    for (const std::string_view bad : {"",
                                       "uniform",
                                       "uniform:",
                                       "uniform:5",
                                       "uniform:5:",
                                       "uniform:9:5",
                                       "uniform:0:5",
                                       "uniform:-1:5",
                                       "uniform:1:inf",
                                       "uniform:1:nan",
                                       "uniform:1:2:3",
                                       "uniform:1,2",
                                       "uniform: 1:2",
                                       "set:",
                                       "set",
                                       "set:1,,2",
                                       "set:1,",
                                       "set:,1",
                                       "set:0",
                                       "set:1,-2",
                                       "set:1 2",
                                       "set:nan",
                                       "h:",
                                       "h:-1",
                                       "h:100.5",
                                       "h:nan",
                                       "h:5%",
                                       "h",
                                       "dyn:",
                                       "walk:",
                                       "walk:100",
                                       "dyn:-1",
                                       "dyn:100",
                                       "dyn:inf",
                                       "dyn.7",
                                       "set.4",
                                       "unif.3",
                                       "Equal",
                                       "equal ",
                                       "speedy"}) {
        EXPECT_THAT(error_of(bad), HasSubstr("expected ")) << bad;
        EXPECT_THAT(error_of(bad), ::testing::Not(HasSubstr("\n"))) << bad;
    }
    EXPECT_THAT(error_of("uniform:9:5"), HasSubstr("0 < LOW <= HIGH"));
    EXPECT_THAT(error_of("speedy"), HasSubstr(SpeedDistribution::forms()));
    EXPECT_LT(error_of("set:" + std::string(100'000, 'x')).size(), 200);
}

TEST(SpeedDistribution, FormsNamesThemAll) {
    for (const std::string_view form : {"equal", "uniform:LOW:HIGH", "set:S1,S2,...", "h:H", "dyn:X", "walk:X",
                                        "file:PATH", "unif.1", "unif.2", "set.3", "set.5", "dyn.5", "dyn.20"}) {
        EXPECT_THAT(SpeedDistribution::forms(), HasSubstr(form));
    }
}

} // namespace tangram::model
