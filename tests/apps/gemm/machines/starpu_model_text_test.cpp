/// The text of StarPU's performance models.

#include "apps/gemm/machines/starpu_model_text.hpp"

#include "base/error.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tangram::apps {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

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

TEST(StarpuModelText, WhatBreaksOffIsNoModel) {
    const std::string text = model(960);
    EXPECT_NO_THROW(check_model(text));
    EXPECT_NO_THROW(check_model(faster_cpus(text, 2)));
    const std::size_t end = text.find_last_not_of('\n'); // no line breaks need to follow
    for (std::size_t length = 0; length <= end; ++length) {
        EXPECT_THROW(check_model(text.substr(0, length)), InvalidInput) << length;
    }
}

/// What StarPU would end the process for, or never end with.
TEST(StarpuModelText, ValuesThatNoModelHasAreRefused) {
    const auto with = [](const std::string& before, const std::string& old, const std::string& value) {
        std::string text = model(960);
        text.replace(text.find(before + old) + before.size(), old.size(), value);
        return text;
    };
    const auto message = [](const std::string& text) {
        return test::message_of<InvalidInput>([&] { check_model(text); });
    };
    const std::string type = "OPENCL - 2, MIC - 3)\n";
    for (const char* bad : {"99999999", "6", "-1", "0.5", "x"}) {
        EXPECT_THAT(message(with(type, "0", bad)),
                    HasSubstr("device type is '" + std::string(bad) + "', expected a whole number from 0 to 5"));
    }
    const std::string entry = "24c84a50\t22118400\t0\t";
    for (const char* bad : {"-5", "1e30", "0", "nan", "inf"}) {
        EXPECT_THAT(
            message(with(entry, "2.000000e+03", bad)),
            HasSubstr("mean in microseconds is '" + std::string(bad) + "', expected a number from 1e-06 to 1e+15"));
    }
    EXPECT_THAT(message(with("22118400\t", "0", "-1")), HasSubstr("flops is '-1'"));
    EXPECT_THAT(message(with(entry + "2.000000e+03\t", "0.000000e+00", "-1")), HasSubstr("deviation is '-1'"));
    EXPECT_THAT(message(with("", "24c84a50", "wrong")), HasSubstr("hash is 'wrong'"));
    EXPECT_THAT(message(with("number of implementations\n", "1", "50")),
                HasSubstr("number of implementations is '50', expected a whole number from 0 to"));
    EXPECT_THAT(message(with("number of types devices\n", "1", "100000000")), HasSubstr("'100000000'"));
    EXPECT_THAT(message(with("number of cores\n", "1", "0")), HasSubstr("number of cores is '0'"));
    EXPECT_THAT(message(with("number of entries\n", "1", "2")), Not(IsEmpty()));
    EXPECT_THAT(message(model(960) + "1\n"), HasSubstr("more than"));
}

/// StarPU's answer to times that deviate too much, on a busy machine.
TEST(StarpuModelText, EntriesWithoutSamplesMayBeZero) {
    const std::string times = "2.000000e+03\t0.000000e+00\t2.000000e+04\t4.000000e+07\t";
    const std::string zeros = "0.000000e+00\t0.000000e+00\t0.000000e+00\t0.000000e+00\t";
    const auto with = [&](const std::string& entry) {
        std::string text = model(960);
        const std::string old = times + "10";
        return text.replace(text.find(old), old.size(), entry);
    };
    EXPECT_NO_THROW(check_model(with(zeros + "0")));
    EXPECT_NO_THROW(check_model(faster_cpus(with(zeros + "0"), 2)));
    EXPECT_THAT(modelled_tiles(with(zeros + "0"), sizeof(double)), IsEmpty());
    EXPECT_THROW(check_model(with(zeros + "1")), InvalidInput);
    EXPECT_THROW(check_model(with("-1" + zeros.substr(zeros.find('\t')) + "0")), InvalidInput);
}

TEST(StarpuModelText, RegressionsHaveNoMeaning) {
    std::string text = model(960);
    text.replace(text.find("regression-base\n0") + 16, 1, "2 1.5 nan");
    EXPECT_NO_THROW(check_model(text));
}

TEST(StarpuModelText, BrokenEntriesAreAnError) {
    EXPECT_THROW(faster_cpus("# device type\n0\n# hash\nnonsense\n", 2), InvalidInput);
    EXPECT_THROW(modelled_tiles("# hash\n24c84a50\t22118400\n", sizeof(double)), InvalidInput);
}

} // namespace
} // namespace tangram::apps
