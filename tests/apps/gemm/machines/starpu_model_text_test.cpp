/// The text of StarPU's performance models.

#include "apps/gemm/machines/starpu_model_text.hpp"

#include "apps/gemm/machines/starpu_model_check.hpp"
#include "base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace tangram::apps {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::size_t bytes_of_tiles(std::size_t tile) {
    return 3 * tile * tile * sizeof(double);
}

/// A CPU of 2000 us and a GPU of 100 us.
std::string model(std::size_t tile) {
    return history_model(
        {{0x24c84a50, bytes_of_tiles(tile), {{ModelDevice::cpu, 0, 2000}, {ModelDevice::cuda, 3, 100}}}});
}

TEST(StarpuModelText, HasAnEntryForEachKindOfWorker) {
    EXPECT_THAT(model(960), HasSubstr("# number of combinations\n2\n"));
    EXPECT_THAT(model(960), HasSubstr("24c84a50\t22118400\t0\t2.000000e+03\t"));
    EXPECT_THAT(model(960), HasSubstr("24c84a50\t22118400\t0\t1.000000e+02\t"));
}

TEST(StarpuModelText, AKindOfWorkerKnowsItsTasksOnly) {
    const std::string text = history_model(
        {{1, 8, {{ModelDevice::cpu, 0, 7}, {ModelDevice::cuda, 0, 5}}}, {2, 8, {{ModelDevice::cpu, 0, 6}}}});
    EXPECT_NO_THROW(check_model(text));
    const std::string cpu = text.substr(text.find("COMB_0"), text.find("COMB_1") - text.find("COMB_0"));
    const std::string gpu = text.substr(text.find("COMB_1"));
    EXPECT_THAT(cpu, AllOf(HasSubstr("# number of entries\n2\n"), HasSubstr("\n00000001\t8\t0\t7.000000e+00\t"),
                           HasSubstr("\n00000002\t8\t0\t6.000000e+00\t")));
    EXPECT_THAT(gpu, AllOf(HasSubstr("# number of entries\n1\n"), HasSubstr("\n00000001\t8\t0\t5.000000e+00\t")));
}

TEST(StarpuModelText, FasterCpusLeaveGpusAsTheyAre) {
    const std::string faster = faster_cpus(model(960), 10);
    EXPECT_THAT(faster, HasSubstr("24c84a50\t22118400\t0\t2.000000e+02\t"));
    EXPECT_THAT(faster, HasSubstr("24c84a50\t22118400\t0\t1.000000e+02\t"));
    EXPECT_EQ(faster_cpus(model(960), 1), model(960));
}

TEST(StarpuModelText, KnowsTheTilesOfAllItsWorkers) {
    EXPECT_THAT(modelled_tiles(model(960), sizeof(double)), ElementsAre(960));
    EXPECT_THAT(modelled_tiles(model(960), sizeof(float)), IsEmpty()); // not a whole number
    EXPECT_THAT(modelled_tiles(model(320) + model(64), sizeof(double)), ElementsAre(64, 320));
    EXPECT_THAT(modelled_tiles("", sizeof(double)), IsEmpty());
}

TEST(StarpuModelText, ATileThatAWorkerDoesNotKnowIsNotKnown) {
    const std::string only_cpu = history_model({{1, bytes_of_tiles(64), {{ModelDevice::cpu, 0, 20}}}});
    EXPECT_THAT(modelled_tiles(model(960) + only_cpu, sizeof(double)), ElementsAre(960));
}

TEST(StarpuModelText, FewSamplesAreNotEnough) {
    std::string text = model(960);
    for (std::size_t at = text.find("\t10\n"); at != std::string::npos; at = text.find("\t10\n", at)) {
        text.replace(at, 4, "\t9\n");
    }
    EXPECT_THAT(modelled_tiles(text, sizeof(double)), IsEmpty());
}

TEST(StarpuModelText, BrokenEntriesAreAnError) {
    EXPECT_THROW(faster_cpus("# device type\n0\n# hash\nnonsense\n", 2), InvalidInput);
    EXPECT_THROW(modelled_tiles("# hash\n24c84a50\t22118400\n", sizeof(double)), InvalidInput);
}

} // namespace
} // namespace tangram::apps
