#include "apps/gemm/machines/model_paths.hpp"

#include "base/error.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace tangram::apps {
namespace {

/// What is said of models right in TMPDIR.
std::string refusal(const std::string& folder, const std::string& machine) {
    return test::message_of<InvalidInput>([&] { check_model_paths({"TMPDIR", folder}, folder + "/models", machine); });
}

TEST(ModelPaths, FitIntoStarpusBuffers) {
    EXPECT_EQ(refusal("/tmp", "host"), "");
    EXPECT_EQ(refusal(std::string(150, 'x'), std::string(40, 'h')), "");
    EXPECT_THAT(refusal(std::string(250, 'x'), "host"), testing::HasSubstr("TMPDIR is 'xxx"));
    EXPECT_THAT(refusal(std::string(200, 'x'), std::string(60, 'h')), testing::HasSubstr("200 characters"))
        << "the machine's name is part of the files' names";
}

} // namespace
} // namespace tangram::apps
