#include "sched/policies/settings.hpp"

#include "base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace tangram::sched {
namespace {

/// Without any of the variables at first.
class SettingsTest : public testing::Test {
  protected:
    void SetUp() override { clear(); }
    void TearDown() override { clear(); }

    /// The value of `variable` is refused with a line that names it, the value and what is allowed.
    static void expect_refused(const char* variable, const char* value, const char* allowed) {
        setenv(variable, value, 1);
        try {
            Settings::from_environment();
            ADD_FAILURE() << variable << " " << value << " was accepted";
        } catch (const InvalidInput& error) {
            EXPECT_THAT(error.what(), testing::HasSubstr(variable));
            EXPECT_THAT(error.what(), testing::HasSubstr(value));
            EXPECT_THAT(error.what(), testing::HasSubstr(allowed));
        }
        unsetenv(variable);
    }

  private:
    static void clear() {
        for (const Setting& setting : settings()) {
            unsetenv(setting.variable.data());
        }
    }
};

TEST_F(SettingsTest, UnsetOrEmptyIsTheDefault) {
    EXPECT_EQ(Settings::from_environment(), Settings{});
    setenv("TANGRAM_WINDOW", "", 1);
    EXPECT_EQ(Settings::from_environment(), Settings{});
}

TEST_F(SettingsTest, TheTableHasTheSameDefaults) {
    for (const Setting& setting : settings()) {
        setenv(setting.variable.data(), std::string(setting.fallback).c_str(), 1);
    }
    EXPECT_EQ(Settings::from_environment(), Settings{});
}

TEST_F(SettingsTest, ReadsTheVariables) {
    setenv("TANGRAM_WINDOW", "7", 1);
    setenv("TANGRAM_CPU_GROUPS", "socket", 1);
    setenv("TANGRAM_ORDER", "submission", 1);
    setenv("TANGRAM_COMMUTE", "1", 1);
    setenv("TANGRAM_C_FACTOR", "1.5", 1);
    setenv("TANGRAM_BETA", "3", 1);
    setenv("TANGRAM_SEED", "42", 1);
    EXPECT_EQ(Settings::from_environment(), (Settings{.window = 7,
                                                      .cpu_groups = "socket",
                                                      .order = Order::submission,
                                                      .commutes = true,
                                                      .c_factor = 1.5,
                                                      .beta = 3,
                                                      .seed = 42}));
}

TEST_F(SettingsTest, ByItselfTangramGoesBeyondThePaper) {
    EXPECT_EQ(Settings{}.window_at_home(), 0U);
    EXPECT_EQ(Settings{}.auxiliary_tiles(), AuxiliaryTiles::of_others);
}

TEST_F(SettingsTest, OneVariableMakesAllAsInThePaper) {
    setenv("TANGRAM_MODE", "paper", 1);
    const Settings paper = Settings::from_environment();
    EXPECT_EQ(paper, (Settings{.mode = Mode::paper, .order = Order::submission}));
    EXPECT_EQ(paper.window_at_home(), 2U);
    EXPECT_EQ(paper.auxiliary_tiles(), AuxiliaryTiles::of_all);
}

TEST_F(SettingsTest, AsInThePaperTheWindowMayBeAnotherButNotTheOrder) {
    setenv("TANGRAM_MODE", "paper", 1);
    setenv("TANGRAM_WINDOW", "5", 1);
    setenv("TANGRAM_ORDER", "submission", 1);
    EXPECT_EQ(Settings::from_environment().window_at_home(), 5U);
    expect_refused("TANGRAM_ORDER", "zone", "submission");
}

TEST_F(SettingsTest, BadValuesNameTheVariableAndWhatIsAllowed) {
    for (const char* value : {"two", "-1", "1001", "2.5", "3x", " 2", "99999999999999999999"}) {
        expect_refused("TANGRAM_WINDOW", value, "0 to 1000");
    }
    for (const char* value : {"two", "0", "-1", "101", "nan", "inf", "2x", " 2"}) {
        expect_refused("TANGRAM_C_FACTOR", value, "0.01 to 100");
    }
    expect_refused("TANGRAM_MODE", "papers", "tangram or paper");
    expect_refused("TANGRAM_ORDER", "rows", "zone or submission");
    expect_refused("TANGRAM_COMMUTE", "2", "0 to 1");
    expect_refused("TANGRAM_BETA", "-1", "auto or a number from 0 to 100");
    expect_refused("TANGRAM_SEED", "-1", "0 to 2147483647");
}

TEST_F(SettingsTest, EachIsDeclaredOnceWithADescription) {
    std::string seen;
    for (const Setting& setting : settings()) {
        EXPECT_TRUE(setting.variable.starts_with("TANGRAM_")) << setting.variable;
        EXPECT_FALSE(setting.description.empty()) << setting.variable;
        EXPECT_THAT(seen, testing::Not(testing::HasSubstr(std::string(setting.variable))));
        seen += setting.variable;
    }
}

} // namespace
} // namespace tangram::sched
