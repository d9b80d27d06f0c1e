#include "sched/policies/unknown_settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace tangram::sched {
namespace {

/// Without the variables that it sets at first.
class UnknownSettings : public testing::Test {
  protected:
    void SetUp() override { clear(); }
    void TearDown() override { clear(); }

  private:
    static void clear() {
        for (const char* name : {"TANGRAM_WINDOW", "TANGRAM_CACHE", "TANGRAM_COMMAND", "TANGRAM_WINDOWS"}) {
            unsetenv(name);
        }
    }
};

TEST_F(UnknownSettings, AreNoSettingsAndNoNamesOfSomebodyElse) {
    EXPECT_THAT(unknown_settings(), testing::IsEmpty());
    setenv("TANGRAM_WINDOW", "4", 1);
    setenv("TANGRAM_CACHE", "/tmp", 1);
    setenv("TANGRAM_COMMAND", "tangram", 1);
    EXPECT_THAT(unknown_settings(), testing::IsEmpty());
}

TEST_F(UnknownSettings, AreNamedWithTheNearestSetting) {
    setenv("TANGRAM_WINDOWS", "4", 1);
    EXPECT_THAT(unknown_settings(), testing::ElementsAre(testing::AllOf(testing::HasSubstr("TANGRAM_WINDOWS is set"),
                                                                        testing::EndsWith("TANGRAM_WINDOW?"))));
}

} // namespace
} // namespace tangram::sched
