/// The papers' strategies (Eyraud-Dubois and Lambert 2018, section 5.1; Beaumont and Marchal 2013 and 2014) on
/// a CPU and three OpenCL devices, with sizes that are no multiples of the tile, in both precisions.

#include "apps/gemm/matrix/verify.hpp"
#include "apps/gemm/product/gemm.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "sched/affinity/affinity_strategy.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tangram::apps {
namespace {

std::vector<std::string> strategies_of_the_papers() {
    std::vector<std::string> names{"DMDA", "FirstDyn", "ChoiceDyn-10", "ChoiceDyn-50", "EffectiveDyn"};
    for (const char* allocation : {"NRRP-Rounded", "NRRP-Precise", "3D-NRRP-Rounded", "3D-NRRP-Precise",
                                   "3D-NRRP-Rounded-Redux", "3D-NRRP-Precise-Redux"}) {
        for (const char* balancer : {"Static", "RandSteal", "ChoiceSteal", "EffectiveSteal"}) {
            names.push_back(std::string(allocation) + "-" + balancer);
        }
    }
    for (const sched::AffinityKind& kind : sched::affinity_kinds()) {
        names.push_back(kind.name);
    }
    return names;
}

template <class T> void expect_right_product(Runtime& runtime, T beta) {
    Matrix<T> a(333, 222);
    Matrix<T> b(222, 277);
    Matrix<T> c(333, 277);
    a.fill_random(1);
    b.fill_random(2);
    c.fill_random(3);
    const Matrix<T> c0 = c.copy();
    GemmOptions options;
    options.tile = 48;
    const GemmReport report =
        gemm<T>(runtime, Transpose::no, Transpose::no, 1, a.view(), b.view(), beta, c.view(), options);
    EXPECT_LT(residual_full(
                  CheckedProduct<T>{Transpose::no, Transpose::no, 1, beta, a.view(), b.view(), c0.view(), c.view()}),
              tolerance<T>());
    std::uint64_t executed = 0;
    for (const NodeReport& node : report.nodes) {
        executed += node.tasks;
    }
    EXPECT_EQ(executed, report.tasks);
}

class StrategiesOfThePapers : public testing::TestWithParam<std::string> {};

TEST_P(StrategiesOfThePapers, RightInBothPrecisions) {
    const std::string name = GetParam() == "DMDA" ? "dmda" : GetParam(); // StarPU's own names are taken literally
    Runtime runtime({name, std::nullopt});
    if (runtime.nodes().size() < 4) {
        GTEST_SKIP() << "no three OpenCL devices: install pocl-opencl-icd";
    }
    expect_right_product<double>(runtime, 0);
    expect_right_product<double>(runtime, 1.5);
    expect_right_product<float>(runtime, 0);
}

INSTANTIATE_TEST_SUITE_P(All, StrategiesOfThePapers, testing::ValuesIn(strategies_of_the_papers()),
                         [](const auto& test) {
                             std::string name;
                             for (const char c : test.param) {
                                 name += c == '-' ? std::string() : std::string(1, c);
                             }
                             return name;
                         });

TEST(StrategiesOfThePapers, AreTwentyNineAndThoseOfAffinity) {
    EXPECT_EQ(strategies_of_the_papers().size(), 29U + sched::affinity_kinds().size());
}

} // namespace
} // namespace tangram::apps
