/// Models that StarPU would end the process for are refused.

#include "apps/gemm/machines/starpu_model_check.hpp"

#include "apps/gemm/machines/starpu_model_text.hpp"
#include "base/error.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace tangram::apps {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Of tiles of 960: a CPU of 2000 us and a GPU of 100 us.
std::string model() {
    return history_model({{0x24c84a50, 22118400, {{ModelDevice::cpu, 0, 2000}, {ModelDevice::cuda, 3, 100}}}});
}

TEST(StarpuModelCheck, WhatBreaksOffIsNoModel) {
    const std::string text = model();
    EXPECT_NO_THROW(check_model(text));
    EXPECT_NO_THROW(check_model(faster_cpus(text, 2)));
    const std::size_t end = text.find_last_not_of('\n'); // no line breaks need to follow
    for (std::size_t length = 0; length <= end; ++length) {
        EXPECT_THROW(check_model(text.substr(0, length)), InvalidInput) << length;
    }
}

/// StarPU looks for the ends of comments as of strings in C.
TEST(StarpuModelCheck, CommentsHaveNoControlCharacters) {
    const std::string text = model();
    for (std::size_t at = 0; at < text.size(); ++at) {
        std::string damaged = text;
        damaged[at] = '\0';
        EXPECT_THROW(check_model(damaged), InvalidInput) << at;
    }
    std::string commented = text;
    commented.insert(commented.find("# COMBs") + 2, "\x1b[2J");
    EXPECT_THAT(test::message_of<InvalidInput>([&] { check_model(commented); }),
                HasSubstr("line 6 of this StarPU performance model has control characters"));
}

/// What StarPU would end the process for, or never end with.
TEST(StarpuModelCheck, ValuesThatNoModelHasAreRefused) {
    const auto with = [](const std::string& before, const std::string& old, const std::string& value) {
        std::string text = model();
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
    EXPECT_THAT(message(model() + "1\n"), HasSubstr("more than"));
}

/// StarPU's answer to times that deviate too much, on a busy machine.
TEST(StarpuModelCheck, EntriesWithoutSamplesMayBeZero) {
    const std::string times = "2.000000e+03\t0.000000e+00\t2.000000e+04\t4.000000e+07\t";
    const std::string zeros = "0.000000e+00\t0.000000e+00\t0.000000e+00\t0.000000e+00\t";
    const auto with = [&](const std::string& entry) {
        std::string text = model();
        const std::string old = times + "10";
        return text.replace(text.find(old), old.size(), entry);
    };
    EXPECT_NO_THROW(check_model(with(zeros + "0")));
    EXPECT_NO_THROW(check_model(faster_cpus(with(zeros + "0"), 2)));
    EXPECT_THAT(modelled_tiles(with(zeros + "0"), sizeof(double)), IsEmpty());
    EXPECT_THROW(check_model(with(zeros + "1")), InvalidInput);
    EXPECT_THROW(check_model(with("-1" + zeros.substr(zeros.find('\t')) + "0")), InvalidInput);
}

TEST(StarpuModelCheck, RegressionsHaveNoMeaning) {
    std::string text = model();
    text.replace(text.find("regression-base\n0") + 16, 1, "2 1.5 nan");
    EXPECT_NO_THROW(check_model(text));
}

} // namespace
} // namespace tangram::apps
