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
    return test::message_of<InvalidInput>([&] { check_model_paths({"TMPDIR", folder, folder + "/models"}, machine); });
}

TEST(ModelPaths, NamesArePartsOfFileNames) {
    EXPECT_TRUE(can_be_in_file_name("tangram_dgemm"));
    EXPECT_FALSE(can_be_in_file_name(""));
    EXPECT_FALSE(can_be_in_file_name("../host"));
}

TEST(ModelPaths, FitIntoStarpusBuffers) {
    EXPECT_EQ(refusal("/tmp", "host"), "");
    EXPECT_EQ(refusal(std::string(150, 'x'), std::string(40, 'h')), "");
    EXPECT_THAT(refusal(std::string(250, 'x'), "host"), testing::HasSubstr("TMPDIR is 'xxx"));
    EXPECT_THAT(refusal(std::string(200, 'x'), std::string(60, 'h')), testing::HasSubstr("200 characters"))
        << "the machine's name is part of the files' names";
}

/// Of 256 characters, of which one ends the name.
TEST(ModelPaths, FillStarpusBuffers) {
    const std::string rest = "//codelets/45//tangram_dgemm.host";
    const std::string folder(255 - rest.size(), 'x');
    const auto check = [](const std::string& path) {
        check_model_paths({"STARPU_PERF_MODEL_DIR", path, path}, "host");
    };
    EXPECT_NO_THROW(check(folder));
    EXPECT_THROW(check(folder + "x"), InvalidInput);
}

} // namespace
} // namespace tangram::apps
