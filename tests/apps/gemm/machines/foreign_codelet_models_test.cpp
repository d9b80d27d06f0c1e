#include "apps/gemm/machines/foreign_codelet_models.hpp"

#include "apps/gemm/machines/starpu_model_check.hpp"
#include "apps/gemm/machines/starpu_model_text.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace tangram::apps {
namespace {

using test::contents;
using test::put;
using test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A CPU worker of 10 GFlop/s, a GPU of 1000 and one of 500.
const PlatformDescription node{.name = "node",
                               .cpu_workers = 1,
                               .cuda_devices = 2,
                               .nominal = NominalSpeeds{.cpu = 1e10, .gpus = {1e12, 5e11}, .float_factor = 4}};

class ForeignCodeletModels : public testing::Test {
  protected:
    /// The text of the model that follows from the list.
    std::string written(const std::string& text, const std::string& model) {
        put(folder_ / "codelets.json", text);
        write_codelet_models(folder_.path(), node, read_codelets((folder_ / "codelets.json").string()));
        return contents(folder_ / codelets_folder / (model + ".node"));
    }

    void SetUp() override { std::filesystem::create_directories(folder_ / codelets_folder); }

    TemporaryFolder folder_;
};

TEST_F(ForeignCodeletModels, TimesFollowFromWorkAndSpeed) {
    const std::string text = written(
        R"([{"model": "gemm", "footprint": "24c84a50", "flops": 1e9, "speed": {"cpu": 1, "gpu": 0.5}}])", "gemm");
    EXPECT_NO_THROW(check_model(text));
    for (const char* microseconds : {"1.000000e+05", "2.000000e+03", "4.000000e+03"}) {
        EXPECT_THAT(text, HasSubstr("\n24c84a50\t0\t0\t" + std::string(microseconds) + "\t"));
    }
}

TEST_F(ForeignCodeletModels, SinglePrecisionIsFaster) {
    EXPECT_THAT(
        written(R"([{"model": "gemm", "footprint": "1", "flops": 1e9, "speed": {"cpu": 1}, "precision": "float"}])",
                "gemm"),
        HasSubstr("\n00000001\t0\t0\t2.500000e+04\t"));
}

TEST_F(ForeignCodeletModels, MicrosecondsAreAdded) {
    EXPECT_THAT(written(R"([{"model": "axpy", "footprint": "1", "flops": 1e6, "speed": {"cpu": 0.1, "gpu": 0.1},
                             "microseconds": {"gpu": 5}}])",
                        "axpy"),
                AllOf(HasSubstr("\n00000001\t0\t0\t1.000000e+03\t"), HasSubstr("\n00000001\t0\t0\t1.500000e+01\t")));
}

TEST_F(ForeignCodeletModels, WhoIsNotNamedExecutesNothing) {
    const std::string text =
        written(R"([{"model": "on_cpus", "data": ["variable 8"], "microseconds": {"cpu": 3}}])", "on_cpus");
    EXPECT_THAT(text, AllOf(HasSubstr("# number of combinations\n1\n"), HasSubstr("\t3.000000e+00\t")));
}

TEST_F(ForeignCodeletModels, EntriesOfOneModelAreOneFile) {
    const std::string text = written(R"([
        {"model": "copy", "data": ["vector 100"], "microseconds": {"cpu": 1}},
        {"model": "other", "data": ["vector 100"], "microseconds": {"cpu": 7}},
        {"model": "copy", "data": ["vector 200"], "microseconds": {"cpu": 2}}])",
                                     "copy");
    EXPECT_THAT(text, AllOf(HasSubstr("# number of entries\n2\n"), HasSubstr("\t1.000000e+00\t"),
                            HasSubstr("\t2.000000e+00\t"), Not(HasSubstr("\t7.000000e+00\t"))));
    EXPECT_TRUE(std::filesystem::exists(folder_ / codelets_folder / "other.node"));
}

} // namespace
} // namespace tangram::apps
