#include "sched/settings.hpp"

#include "partition/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace tangram::sched {
namespace {

class Settings : public testing::Test {
  protected:
    void TearDown() override {
        unsetenv("TANGRAM_WINDOW");
        unsetenv("TANGRAM_C_FACTOR");
    }
};

TEST_F(Settings, UnsetOrEmptyIsTheDefault) {
    EXPECT_EQ(window(), 2);
    setenv("TANGRAM_WINDOW", "", 1);
    EXPECT_EQ(window(), 2);
}

TEST_F(Settings, ReadsTheVariable) {
    setenv("TANGRAM_WINDOW", "7", 1);
    EXPECT_EQ(window(), 7);
}

TEST_F(Settings, BadValuesNameTheVariableAndWhatIsAllowed) {
    for (const char* value : {"two", "-1", "1001", "2.5", "3x", " 2", "99999999999999999999"}) {
        setenv("TANGRAM_WINDOW", value, 1);
        try {
            window();
            ADD_FAILURE() << value << " was accepted";
        } catch (const InvalidInput& error) {
            EXPECT_THAT(error.what(), testing::HasSubstr("TANGRAM_WINDOW"));
            EXPECT_THAT(error.what(), testing::HasSubstr(value));
            EXPECT_THAT(error.what(), testing::HasSubstr("0 to 1000"));
        }
    }
}

TEST_F(Settings, TheCFactorIsANumber) {
    EXPECT_EQ(c_factor(), 1);
    setenv("TANGRAM_C_FACTOR", "1.5", 1);
    EXPECT_EQ(c_factor(), 1.5);
    for (const char* value : {"two", "0", "-1", "101", "nan", "inf", "2x", " 2"}) {
        setenv("TANGRAM_C_FACTOR", value, 1);
        try {
            c_factor();
            ADD_FAILURE() << value << " was accepted";
        } catch (const InvalidInput& error) {
            EXPECT_THAT(error.what(), testing::HasSubstr("TANGRAM_C_FACTOR"));
            EXPECT_THAT(error.what(), testing::HasSubstr(value));
            EXPECT_THAT(error.what(), testing::HasSubstr("0.01 to 100"));
        }
    }
}

TEST_F(Settings, EachIsDeclaredOnceWithADescription) {
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
