#include "apps/gemm/machines/foreign_codelets.hpp"

#include "base/error.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tangram::apps {
namespace {

using test::put;
using test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;

class ForeignCodelets : public testing::Test {
  protected:
    std::vector<CodeletTask> read(const std::string& text) {
        put(folder_ / "codelets.json", text);
        return read_codelets((folder_ / "codelets.json").string());
    }

    TemporaryFolder folder_;
};

TEST_F(ForeignCodelets, MistakesNameFileEntryAndKey) {
    const auto expect_refusal = [&](const std::string& entry, const std::string& word) {
        try {
            read(R"([{"model": "good", "data": [], "microseconds": {"cpu": 1}}, )" + entry + "]");
            ADD_FAILURE() << entry;
        } catch (const InvalidInput& error) {
            EXPECT_THAT(error.what(), AllOf(HasSubstr("codelets.json"), HasSubstr("entry 2"), HasSubstr(word)))
                << entry;
        }
    };
    const std::string data = R"("model": "m", "data": ["vector 8"], )";
    expect_refusal("5", "object");
    expect_refusal(R"({"data": ["vector 8"], "microseconds": {"cpu": 1}})", "'model'");
    expect_refusal(R"({"model": "a/b", "data": ["vector 8"], "microseconds": {"cpu": 1}})", "'model'");
    expect_refusal(R"({"model": "m", "microseconds": {"cpu": 1}})", "'footprint'");
    expect_refusal(R"({"model": "m", "data": [], "footprint": "1", "microseconds": {"cpu": 1}})", "either");
    expect_refusal(R"({"model": "m", "footprint": "xyz", "microseconds": {"cpu": 1}})", "hexadecimal");
    expect_refusal(R"({"model": "m", "footprint": 7, "microseconds": {"cpu": 1}})", "hexadecimal");
    expect_refusal(R"({"model": "m", "data": "vector 8", "microseconds": {"cpu": 1}})", "list");
    expect_refusal(R"({"model": "m", "data": ["vektor 8"], "microseconds": {"cpu": 1}})", "'vektor 8'");
    expect_refusal("{" + data + R"("microseconds": {"cpu": -1}})", "microseconds.cpu");
    expect_refusal("{" + data + R"("microseconds": {"cpu": 0}})", "no time");
    expect_refusal("{" + data + R"("microseconds": {"fpga": 1}})", "'fpga'");
    expect_refusal("{" + data + R"("flops": 1, "speed": {"cpu": 0}})", "'speed.cpu' must be a positive number");
    expect_refusal("{" + data + R"("flops": "many", "speed": {"cpu": 1}})", "'flops' must be a non-negative number");
    expect_refusal("{" + data + R"("speed": {"cpu": 1}})", "'flops'");
    expect_refusal("{" + data + R"("flops": 1, "microseconds": {"gpu": 1}})", "gpu");
    expect_refusal("{" + data + R"("flops": 1})", "nobody");
    expect_refusal("{" + data + R"("microseconds": {"cpu": 1}, "precision": "half"})", "'precision'");
    expect_refusal("{" + data + R"("microseconds": {"cpu": 1}, "sped": 1})", "'sped'");
    expect_refusal(R"({"model": "good", "data": [], "microseconds": {"cpu": 2}})", "same model and data");
}

TEST_F(ForeignCodelets, OnlyAListIsRead) {
    for (const char* text : {"", "{}", "[]", "[", "7"}) {
        EXPECT_THROW(read(text), InvalidInput) << text;
    }
    EXPECT_THROW(read_codelets((folder_ / "none.json").string()), InvalidInput);
}

TEST_F(ForeignCodelets, DeepListsDoNotOverflowTheStack) {
    const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
    for (const std::string& text :
         {deep, R"([{"model": )" + deep + "}]", R"([{"model": "x", "data": )" + deep + "}]"}) {
        EXPECT_THAT(test::message_of<InvalidInput>([&] { read(text); }),
                    AllOf(HasSubstr("codelets.json"), HasSubstr("nested more than")));
    }
}

} // namespace
} // namespace tangram::apps
