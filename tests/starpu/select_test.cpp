#include "sched/starpu/tangram_sched.h"

#include "sched/policies/strategies.hpp"
#include "sched/starpu/graph_strategy.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <set>
#include <string>

#include <starpu.h>

namespace tangram::sched::starpu {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::Eq;
using testing::HasSubstr;
using testing::Not;

class Select : public testing::Test {
  protected:
    void SetUp() override { clear(); }
    void TearDown() override { clear(); }

    /// tangram_sched_select's result with STARPU_SCHED as given, after starpu_conf_init.
    int select(const char* name) {
        setenv("STARPU_SCHED", name, 1);
        starpu_conf_init(&conf_);
        testing::internal::CaptureStderr();
        const int result = tangram_sched_select(&conf_);
        said_ = testing::internal::GetCapturedStderr();
        return result;
    }

    starpu_conf conf_{};
    std::string said_;

  private:
    static void clear() {
        for (const char* name :
             {"STARPU_SCHED", "STARPU_SILENT", "TANGRAM_WINDOW", "TANGRAM_WINDOWS", "TANGRAM_REPORT"}) {
            unsetenv(name);
        }
    }
};

TEST_F(Select, FindsOurStrategiesInAnySpelling) {
    for (const char* name : {"nrrp-rounded-effective-steal", "NRRP-Rounded-EffectiveSteal", "effective_steal"}) {
        ASSERT_EQ(select(name), 0) << said_;
        ASSERT_NE(conf_.sched_policy, nullptr);
        EXPECT_STREQ(conf_.sched_policy->policy_name, "nrrp-rounded-effective-steal");
        EXPECT_EQ(conf_.sched_policy_name, nullptr) << "StarPU would warn that it does not know it";
        EXPECT_EQ(std::getenv("STARPU_SCHED"), nullptr) << "StarPU would prefer it";
    }
}

/// Else a user would take the figures of something else for those of the strategy.
TEST_F(Select, RefusesStrategiesThatAreForProductsOfTheLibrary) {
    for (const char* name :
         {"3d-nrrp-rounded-static", "3d-nrrp-rounded-redux-static", "dynamic-matrix", "random-outer"}) {
        EXPECT_EQ(select(name), -EINVAL) << name;
        EXPECT_EQ(conf_.sched_policy, nullptr) << name;
        EXPECT_THAT(said_,
                    AllOf(HasSubstr(name), HasSubstr("auto"), HasSubstr("effective-dyn"), HasSubstr("nrrp-rounded")));
        EXPECT_EXIT(starpu_get_sched_lib_policy(name), testing::ExitedWithCode(2), name);
    }
}

TEST_F(Select, LeavesStarpusPoliciesToStarpu) {
    ASSERT_EQ(select("dmda"), 0) << said_;
    EXPECT_EQ(conf_.sched_policy, nullptr);
    EXPECT_STREQ(conf_.sched_policy_name, "dmda");
    EXPECT_STREQ(std::getenv("STARPU_SCHED"), "dmda");
}

TEST_F(Select, ChangesNothingWithoutAName) {
    starpu_conf_init(&conf_);
    EXPECT_EQ(tangram_sched_select(&conf_), 0);
    EXPECT_EQ(conf_.sched_policy, nullptr);
    EXPECT_EQ(select(""), 0);
    EXPECT_EQ(conf_.sched_policy, nullptr);
}

TEST_F(Select, RefusesUnknownNamesInOneLineThatListsAll) {
    EXPECT_EQ(select("nonsense"), -EINVAL);
    EXPECT_EQ(conf_.sched_policy, nullptr);
    EXPECT_THAT(said_, AllOf(HasSubstr("'nonsense'"), HasSubstr("nrrp-rounded"), HasSubstr("effective-steal"),
                             HasSubstr("dmda")));
    EXPECT_THAT(said_, Not(AnyOf(HasSubstr("3d-"), HasSubstr("-outer")))) << "they are not for programs";
    EXPECT_THAT(said_.find('\n'), Eq(said_.size() - 1));
    EXPECT_EQ(select("nrrp-rounded-efective-steal"), -EINVAL);
    EXPECT_THAT(said_, AllOf(HasSubstr("did you mean nrrp-rounded-effective-steal?"), Not(HasSubstr("StarPU has"))));
    EXPECT_EQ(select("dmdaa"), -EINVAL);
    EXPECT_THAT(said_, HasSubstr("did you mean dmda?"));
}

TEST_F(Select, SaysNothingThatATerminalObeys) {
    EXPECT_EQ(select("\x1b[2J\x9b"), -EINVAL);
    EXPECT_THAT(said_, AllOf(HasSubstr("'\\x1b[2J\\x9b'"), Not(HasSubstr("\x1b"))));
    setenv("TANGRAM_WINDOW\x1b", "1", 1);
    EXPECT_EQ(select("auto"), 0);
    unsetenv("TANGRAM_WINDOW\x1b");
    EXPECT_THAT(said_, AllOf(HasSubstr("TANGRAM_WINDOW\\x1b is set"), Not(HasSubstr("\x1b"))));
}

TEST_F(Select, WarnsOfSettingsThatDoNothing) {
    setenv("TANGRAM_REPORT", "report.json", 1);
    EXPECT_EQ(select("dmda"), 0);
    EXPECT_THAT(said_, AllOf(HasSubstr("TANGRAM_REPORT"), HasSubstr("dmda")));
    EXPECT_EQ(select(""), 0);
    EXPECT_THAT(said_, AllOf(HasSubstr("TANGRAM_REPORT has no effect"), HasSubstr("STARPU_SCHED is not set")));
    EXPECT_EQ(select("auto"), 0);
    EXPECT_EQ(said_, "");
    setenv("TANGRAM_WINDOWS", "4", 1);
    EXPECT_EQ(select(""), 0);
    EXPECT_THAT(said_, HasSubstr("TANGRAM_WINDOWS is set"));
    EXPECT_EQ(select("auto"), 0);
    EXPECT_THAT(said_,
                HasSubstr("TANGRAM_WINDOWS is set, and is no setting of Tangram's, did you mean TANGRAM_WINDOW?"));
}

TEST_F(Select, RefusesBadSettings) {
    setenv("TANGRAM_WINDOW", "many", 1);
    EXPECT_EQ(select("effective-dyn"), -EINVAL);
    EXPECT_THAT(said_, AllOf(HasSubstr("TANGRAM_WINDOW"), HasSubstr("'many'"), HasSubstr("0 to 1000")));
    EXPECT_EQ(select("dmda"), 0) << "no concern of StarPU's policies";
}

TEST_F(Select, RefusesAReportThatCannotBeWritten) {
    setenv("TANGRAM_REPORT", "/dev/null/report.json", 1);
    EXPECT_EQ(select("auto"), -EINVAL);
    EXPECT_THAT(said_, AllOf(HasSubstr("TANGRAM_REPORT"), HasSubstr("no folder /dev/null")));
    setenv("TANGRAM_REPORT", "/", 1);
    EXPECT_EQ(select("auto"), -EINVAL);
    EXPECT_THAT(said_, HasSubstr("TANGRAM_REPORT is '/', which is a folder"));
}

TEST_F(Select, AnswersStarpu14) {
    EXPECT_EQ(starpu_get_sched_lib_policy("dmda"), nullptr);
    EXPECT_EQ(starpu_get_sched_lib_policy(nullptr), nullptr);
    ASSERT_NE(starpu_get_sched_lib_policy("ChoiceDyn-7"), nullptr);
    EXPECT_STREQ(starpu_get_sched_lib_policy("ChoiceDyn-7")->policy_name, "choice-dyn-7");

    std::set<std::string> names;
    for (starpu_sched_policy** policy = starpu_get_sched_lib_policies(); *policy != nullptr; ++policy) {
        EXPECT_NE((*policy)->policy_description, nullptr);
        names.insert((*policy)->policy_name);
    }
    const auto count = std::count_if(strategies().begin(), strategies().end(), schedules_any_program);
    EXPECT_EQ(names.size(), static_cast<std::size_t>(count));
}

/// It would go on under a policy of its own.
TEST_F(Select, EndsTheProgramForStarpu14) {
    setenv("STARPU_SCHED", "nonsense", 1);
    EXPECT_EXIT(starpu_get_sched_lib_policy("nonsense"), testing::ExitedWithCode(2),
                "^tangram: error: [^\n]*'nonsense'[^\n]*effective-steal[^\n]*dmda[^\n]*\n$");
    EXPECT_EQ(starpu_get_sched_lib_policy("other nonsense"), nullptr) << "the program's own choice";

    setenv("TANGRAM_WINDOW", "many", 1);
    EXPECT_EXIT(starpu_get_sched_lib_policies(), testing::ExitedWithCode(2), "TANGRAM_WINDOW");
    EXPECT_EXIT(starpu_get_sched_lib_policy("effective-dyn"), testing::ExitedWithCode(2), "TANGRAM_WINDOW.*0 to 1000");
}

TEST_F(Select, LeavesStarpu14sOwnWordsToIt) {
    for (const char* name : {"dmda", "help", "heft", ""}) {
        setenv("STARPU_SCHED", name, 1);
        EXPECT_EQ(starpu_get_sched_lib_policy(name), nullptr) << name;
    }
}

} // namespace
} // namespace tangram::sched::starpu
