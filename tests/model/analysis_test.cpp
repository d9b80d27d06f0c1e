#include "model/analysis.hpp"

#include "base/dice.hpp"
#include "base/error.hpp"
#include "model/speeds.hpp"

#include <boost/numeric/odeint.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <span>

namespace tangram::model {

namespace {

using sched::Kernel;

constexpr std::array both_kernels{Kernel::outer, Kernel::matrix};
constexpr double infinity = std::numeric_limits<double>::infinity();

double dimensions(Kernel kernel) {
    return kernel == Kernel::outer ? 2 : 3;
}

std::string name_of(Kernel kernel) {
    return kernel == Kernel::outer ? "outer" : "matrix";
}

std::vector<double> equal_speeds(std::size_t processors) {
    return relative_speeds(std::vector(processors, 1.0));
}

/// Uniform in [10, 100] (Beaumont and Marchal 2014, section 3.4).
std::vector<double> random_speeds(std::size_t processors, std::uint64_t seed) {
    return relative_speeds(SpeedDistribution("uniform:10:100").draw(processors, seed).tasks_per_second);
}

/// What a processor knows when exp(-beta) of the tasks are left.
double known_at(Kernel kernel, double beta, double rs) {
    return std::pow(-std::expm1(-beta * rs), 1 / dimensions(kernel));
}

/// The proofs of lemmas 1 and 2 (Beaumont and Marchal 2014), before anything is solved: from x to x + dx a
/// processor finds d x^(d-1) dx g new tasks, and does them in dt = d x^(d-1) g dx / rs;
/// the others do alpha times as many meanwhile, all out of the (1 - x^d) g that are left.
struct LeftAndDone {
    double left = 1;
    double done = 0;
};

LeftAndDone integrated(Kernel kernel, double rs, double x) {
    using State = std::array<double, 2>;
    const double d = dimensions(kernel);
    const double alpha = (1 - rs) / rs;
    const auto slope = [&](const State& state, State& change, double at) {
        const double found = d * std::pow(at, d - 1) * state[0];
        change = {-alpha * found / (1 - std::pow(at, d)), found / rs};
    };
    using namespace boost::numeric::odeint;
    State state{1, 0};
    integrate_adaptive(make_controlled<runge_kutta_dopri5<State>>(1e-12, 1e-12), slope, state, 0.0, x, x / 100);
    return {state[0], state[1]};
}

/// New blocks among those of so many tasks, drawn at random beyond the first `known` indices.
double new_blocks(Kernel kernel, std::uint32_t blocks, std::uint32_t known, std::size_t tasks, Dice& dice) {
    std::set<std::array<std::uint32_t, 3>> seen; // which matrix, row, column
    const auto index = [&] { return static_cast<std::uint32_t>(dice.below(blocks)); };
    for (std::size_t done = 0; done < tasks;) {
        const std::uint32_t i = index();
        const std::uint32_t j = index();
        const std::uint32_t k = kernel == Kernel::outer ? 0 : index();
        if (std::max({i, j, k}) < known) {
            continue;
        }
        ++done;
        if (kernel == Kernel::outer) {
            seen.insert({0, i, i});
            seen.insert({1, j, j});
        } else {
            seen.insert({0, i, k});
            seen.insert({1, k, j});
            seen.insert({2, i, j});
        }
    }
    return static_cast<double>(std::count_if(seen.begin(), seen.end(),
                                             [&](const auto& block) { return std::max(block[1], block[2]) >= known; }));
}

/// Where the speeds hardly matter for beta (Beaumont and Marchal 2014, section 3.6; section 4.2: processors
/// enough for the series); N^2 (N^3) tasks for p processors.
struct Case {
    Kernel kernel;
    std::uint32_t blocks;
    std::size_t processors;

    [[nodiscard]] double tasks_per_processor() const {
        return std::pow(blocks, dimensions(kernel)) / static_cast<double>(processors);
    }
    [[nodiscard]] std::string name() const {
        return fmt::format("{}, N = {}, {} processors", name_of(kernel), blocks, processors);
    }
};

std::vector<Case> cases_of_section_3_6() {
    std::vector<Case> cases;
    for (const Kernel kernel : both_kernels) {
        for (const std::size_t processors : {10, 20, 50, 100, 300, 1000}) {
            for (const std::uint32_t blocks : {10, 15, 32, 100, 316, 1000}) {
                if (kernel == Kernel::outer || processors >= 50) {
                    cases.push_back({kernel, blocks, processors});
                }
            }
        }
    }
    std::erase_if(cases, [](const Case& c) { return c.tasks_per_processor() < 1; });
    return cases;
}

/// Below, Random is as good as anything: beta is 0 for some speeds and about 1 for others.
constexpr double least_tasks_per_processor = 3.5;

constexpr std::uint64_t draws = 20;

} // namespace

TEST(RelativeSpeeds, AreSpeedsByTheirSum) {
    EXPECT_EQ(relative_speeds(std::vector{10.0, 30.0}), (std::vector{0.25, 0.75}));
    EXPECT_THROW((void)relative_speeds({}), InvalidInput);
    for (const double bad : {0.0, -1.0, infinity, std::nan("")}) {
        EXPECT_THROW((void)relative_speeds(std::vector{1.0, bad}), InvalidInput) << bad;
    }
}

TEST(LowerBound, IsThatOfSquaresAndCubes) {
    EXPECT_DOUBLE_EQ(lower_bound(Kernel::outer, 100, equal_speeds(16)), 2 * 100 * 4);
    EXPECT_DOUBLE_EQ(lower_bound(Kernel::matrix, 40, equal_speeds(64)), 3 * 40 * 40 * 4);
    EXPECT_DOUBLE_EQ(lower_bound(Kernel::outer, 10, std::vector{0.36, 0.64}), 2 * 10 * 1.4);
}

TEST(DifferentialEquations, IntegratedGiveTheClosedForms) {
    for (const Kernel kernel : both_kernels) {
        for (const double rs : {1.0, 0.7, 0.2, 0.05, 0.01, 0.001}) {
            for (const double beta : {0.5, 2.0, 4.0, 8.0}) {
                SCOPED_TRACE(fmt::format("{}, relative speed {}, beta {}", name_of(kernel), rs, beta));
                const double x = known_at(kernel, beta, rs);
                const LeftAndDone expected = integrated(kernel, rs, x);
                EXPECT_NEAR(part_left(kernel, rs, x), expected.left, 1e-9);
                EXPECT_NEAR(part_done(kernel, rs, x), expected.done, 1e-9);
            }
        }
    }
}

TEST(DifferentialEquations, StartWithNothingDoneAndEndWithAll) {
    for (const Kernel kernel : both_kernels) {
        for (const double rs : {0.5, 0.001}) {
            EXPECT_EQ(part_left(kernel, rs, 0), 1);
            EXPECT_EQ(part_done(kernel, rs, 0), 0);
            EXPECT_EQ(part_left(kernel, rs, 1), 0);
            EXPECT_EQ(part_done(kernel, rs, 1), 1);
        }
    }
    EXPECT_EQ(part_left(Kernel::outer, 1, 1), 1); // nobody else does any
    EXPECT_DOUBLE_EQ(part_done(Kernel::matrix, 1, 0.5), 0.125);
}

TEST(DifferentialEquations, PhasesSwitchAtOneTimeForAllProcessors) {
    for (const Kernel kernel : both_kernels) {
        for (const double beta : {0.01, 1.0, 4.17, 12.0}) {
            for (const double rs : random_speeds(300, 1)) {
                EXPECT_NEAR(part_done(kernel, rs, known_at(kernel, beta, rs)), 1 - std::exp(-beta), 1e-12)
                    << name_of(kernel) << ", beta " << beta << ", relative speed " << rs;
            }
        }
    }
}

TEST(Volume, IsWhatDrawingTasksGives) {
    constexpr std::uint64_t seed = 6;
    Dice dice(seed);
    constexpr std::uint32_t blocks = 24;
    const std::vector<double> one_of_several{0.3};
    for (const Kernel kernel : both_kernels) {
        for (const std::uint32_t known : {0U, 8U, 16U}) {
            SCOPED_TRACE(fmt::format("{}, {} known, seed {}", name_of(kernel), known, seed));
            const double d = dimensions(kernel);
            const double beta = -std::log1p(-std::pow(static_cast<double>(known) / blocks, d)) / one_of_several[0];
            const double tasks = one_of_several[0] * std::exp(-beta) * std::pow(blocks, d);
            double mean = 0;
            for (int round = 0; round < 100; ++round) {
                mean += new_blocks(kernel, blocks, known, static_cast<std::size_t>(std::lround(tasks)), dice) / 100;
            }
            const Volume v = volume(kernel, blocks, one_of_several, beta);
            const double bound = lower_bound(kernel, blocks, one_of_several);
            EXPECT_NEAR(v.phase1 * bound, d * std::pow(known, d - 1), 1e-9);
            EXPECT_NEAR(v.phase2 * bound / mean, 1, 0.03);
        }
    }
}

TEST(Volume, SumsOverProcessors) {
    // exp(-beta rs) = 1/2: x^d = 1/2, as a processor's part of all tasks. Half of a block's 10
    // tasks are left, and half of these are its own.
    const double beta = 2 * std::log(2);
    const double wanted = 1 - std::pow(0.75, 10);
    const Volume outer = volume(Kernel::outer, 10, equal_speeds(2), beta);
    EXPECT_NEAR(outer.phase1, 1, 1e-12);
    EXPECT_NEAR(outer.phase2, (1 - std::sqrt(0.5)) * wanted / std::sqrt(0.5), 1e-12);
    const Volume matrix = volume(Kernel::matrix, 10, equal_speeds(2), beta);
    const double square = std::pow(0.5, 2.0 / 3);
    EXPECT_NEAR(matrix.phase1, 1, 1e-12);
    EXPECT_NEAR(matrix.phase2, (1 - square) * wanted / square, 1e-12);
}

TEST(Volume, WithoutAPhase) {
    const std::vector<double> speeds = random_speeds(20, 2);
    for (const Kernel kernel : both_kernels) {
        const double d = dimensions(kernel);
        const double bound = lower_bound(kernel, 100, speeds);
        const Volume series = first_order_volume(kernel, 100, speeds, 0);
        EXPECT_EQ(series.phase1, 0);
        EXPECT_NEAR(series.phase2, d * std::pow(100, d) / bound, 1e-9) << "all blocks for each task";
        EXPECT_EQ(volume(kernel, 100, speeds, 0).phase1, 0);
        const Volume dynamic = volume(kernel, 100, speeds, infinity);
        EXPECT_NEAR(dynamic.phase1, 20 * d * std::pow(100, d - 1) / bound, 1e-9);
        EXPECT_EQ(dynamic.phase2, 0);
    }
}

TEST(Volume, RejectsOtherBetas) {
    const std::vector<double> speeds = equal_speeds(3);
    for (const double bad : {-1.0, -infinity, std::nan("")}) {
        EXPECT_THROW((void)volume(Kernel::outer, 10, speeds, bad), InvalidInput) << bad;
        EXPECT_THROW((void)first_order_volume(Kernel::outer, 10, speeds, bad), InvalidInput) << bad;
    }
    EXPECT_THROW((void)first_order_volume(Kernel::outer, 10, speeds, infinity), InvalidInput);
}

TEST(FirstOrderVolume, IsTheVolumeOfManyProcessors) {
    // What the series leave out is of the order of beta sum rs^2, in each phase: 1.2 beta / p;
    // and that a block serves several tasks of the second one.
    for (const Kernel kernel : both_kernels) {
        for (const std::size_t processors : {100, 1000, 10'000}) {
            for (const double beta : {1.0, 3.0, 5.0}) {
                SCOPED_TRACE(fmt::format("{}, {} processors, beta {}", name_of(kernel), processors, beta));
                const std::vector<double> speeds = random_speeds(processors, 3);
                const Volume series = first_order_volume(kernel, 1000, speeds, beta);
                const Volume exact = volume(kernel, 1000, speeds, beta);
                const double tolerance = 1.5 * beta / static_cast<double>(processors);
                EXPECT_NEAR(series.phase1 / exact.phase1, 1, tolerance);
                const double tasks_for_block = 1000.0 / static_cast<double>(processors) * std::exp(-beta);
                EXPECT_NEAR(series.phase2 / exact.phase2, 1, tolerance + tasks_for_block);
            }
        }
    }
}

TEST(FirstOrderLimit, IsAPartOfTheNumberOfEqualProcessors) {
    for (const std::size_t processors : {1, 4, 20, 300}) {
        const auto p = static_cast<double>(processors);
        EXPECT_NEAR(first_order_limit(Kernel::outer, equal_speeds(processors)), p, 1e-9 * p);
        EXPECT_NEAR(first_order_limit(Kernel::matrix, equal_speeds(processors)), 0.4 * p, 1e-9 * p);
    }
}

TEST(FirstOrderLimit, IsWhereAPhaseStopsToMakeSense) {
    // Beyond it the longer first phase is the cheaper one, or the second one costs less than nothing; not before it.
    const auto sense = [](Kernel kernel, std::span<const double> speeds, double beta) {
        const Volume v = first_order_volume(kernel, 100, speeds, beta);
        return v.phase2 >= 0 && first_order_volume(kernel, 100, speeds, 1.0001 * beta).phase1 > v.phase1;
    };
    for (const Kernel kernel : both_kernels) {
        for (const std::size_t processors : {2, 5, 20, 100}) {
            SCOPED_TRACE(fmt::format("{}, {} processors, seed 5", name_of(kernel), processors));
            const std::vector<double> speeds = random_speeds(processors, 5);
            const double limit = first_order_limit(kernel, speeds);
            for (const double part : {0.1, 0.5, 0.9, 0.99}) {
                EXPECT_TRUE(sense(kernel, speeds, part * limit)) << part;
            }
            EXPECT_FALSE(sense(kernel, speeds, 1.01 * limit));
        }
    }
}

TEST(BestBeta, HasThePapersValues) {
    // Beaumont and Marchal 2014, sections 3.6 (4.1705 there, cut off) and 4.2 (2.92).
    const double outer = best_homogeneous_beta(Kernel::outer, 100, 20);
    EXPECT_NEAR(outer, 4.1706, 1e-3);
    EXPECT_NEAR(first_order_volume(Kernel::outer, 100, equal_speeds(20), outer).total(), 2.1234, 1e-3);
    EXPECT_NEAR(best_homogeneous_beta(Kernel::matrix, 40, 100), 2.9158, 1e-3);
}

TEST(BestBeta, HasThePapersValuesForRandomSpeeds) {
    // 4.1679 and 2.95 are those of one platform each.
    for (std::uint64_t seed = 1; seed <= draws; ++seed) {
        EXPECT_NEAR(best_beta(Kernel::outer, 100, random_speeds(20, seed)), 4.1679, 0.015) << "seed " << seed;
        EXPECT_NEAR(best_beta(Kernel::matrix, 40, random_speeds(100, seed)), 2.95, 0.025) << "seed " << seed;
    }
}

TEST(BestBeta, IsALeastOfTheFirstOrderVolume) {
    for (const Case& c : cases_of_section_3_6()) {
        SCOPED_TRACE(c.name() + ", seed 4");
        const std::vector<double> speeds = random_speeds(c.processors, 4);
        const double beta = best_beta(c.kernel, c.blocks, speeds);
        const double least = first_order_volume(c.kernel, c.blocks, speeds, beta).total();
        for (double other = 0; other < 8; other += 0.01) {
            EXPECT_GE(first_order_volume(c.kernel, c.blocks, speeds, other).total(), least) << other;
        }
    }
}

TEST(BestBeta, IsZeroWhereEachProcessorDoesOneTask) {
    EXPECT_EQ(best_homogeneous_beta(Kernel::outer, 10, 100), 0);
    EXPECT_EQ(best_homogeneous_beta(Kernel::matrix, 10, 1000), 0);
    EXPECT_EQ(best_homogeneous_beta(Kernel::outer, 1, 1000), 0);
}

TEST(BestBeta, IsNearTheLeastVolumeForFewProcessorsToo) {
    // There the series have no minimum, or one that is 4 percent off (matrix, 18 processors).
    for (const Kernel kernel : both_kernels) {
        for (std::size_t processors = 1; processors <= 40; ++processors) {
            for (const std::uint32_t blocks : {16, 32, 100, 400, 1000}) {
                SCOPED_TRACE(fmt::format("{}, N = {}, {} processors", name_of(kernel), blocks, processors));
                const std::vector<double> speeds = equal_speeds(processors);
                double least = infinity;
                for (double beta = 0; beta <= 20; beta += 0.05) {
                    least = std::min(least, volume(kernel, blocks, speeds, beta).total());
                }
                const double beta = best_homogeneous_beta(kernel, blocks, processors);
                EXPECT_TRUE(beta >= 0 && beta <= 20) << beta;
                EXPECT_LE(volume(kernel, blocks, speeds, beta).total(), 1.045 * least);
            }
        }
    }
}

TEST(BestBeta, NeedsProcessors) {
    EXPECT_THROW((void)best_homogeneous_beta(Kernel::outer, 10, 0), InvalidInput);
}

TEST(HomogeneousBeta, IsWithinFivePercentOfTheMeanOverSpeeds) {
    for (const Case& c : cases_of_section_3_6()) {
        if (c.tasks_per_processor() < least_tasks_per_processor) {
            continue;
        }
        SCOPED_TRACE(fmt::format("{}, seeds 1 to {}", c.name(), draws));
        double sum = 0;
        for (std::uint64_t seed = 1; seed <= draws; ++seed) {
            sum += best_beta(c.kernel, c.blocks, random_speeds(c.processors, seed));
        }
        const double homogeneous = best_homogeneous_beta(c.kernel, c.blocks, c.processors);
        EXPECT_NEAR(sum / draws / homogeneous, 1, 0.05);
    }
}

TEST(HomogeneousBeta, CostsLittleMore) {
    // A thousandth (Beaumont and Marchal 2014, section 3.6). Of the series for few processors, which the
    // speeds change the most, it is up to half a percent (10, N = 1000); of the volume it is none.
    for (const Case& c : cases_of_section_3_6()) {
        if (c.tasks_per_processor() < least_tasks_per_processor) {
            continue;
        }
        const double homogeneous = best_homogeneous_beta(c.kernel, c.blocks, c.processors);
        for (std::uint64_t seed = 1; seed <= draws; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", c.name(), seed));
            const std::vector<double> speeds = random_speeds(c.processors, seed);
            const double own = best_beta(c.kernel, c.blocks, speeds);
            const auto extra = [&](auto&& volume_of) {
                return volume_of(c.kernel, c.blocks, speeds, homogeneous).total() /
                           volume_of(c.kernel, c.blocks, speeds, own).total() -
                       1;
            };
            EXPECT_LE(extra(first_order_volume), c.processors > 10 ? 0.001 : 0.005);
            EXPECT_LE(extra(volume), 0.001);
        }
    }
}

} // namespace tangram::model
