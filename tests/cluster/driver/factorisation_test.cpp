#include "in_process.hpp"

#include "base/dice.hpp"
#include "cluster/driver/substitution.hpp"
#include "cluster/exchange/mechanism.hpp"
#include "cluster/numerics/residual.hpp"
#include "tests/cluster/numerics/linear_system.hpp"
#include "tests/cluster/solver/at_rest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tangram::driver {

using numerics::test::LinearSystem;

namespace {

struct Variant {
    solver::Options options;
    solver::Thread thread = solver::Thread::none;
    std::size_t places = 1;
    std::optional<test::ChannelFailure> of_exchange{}; ///< of process 0
    std::optional<test::ChannelFailure> of_application{};
};

/// What the processes found, in their order.
struct Outcome {
    std::vector<Factorised> processes;
    std::vector<std::int64_t> flops; ///< told of computations
    std::vector<double> x;           ///< of A x = b
    std::vector<std::exception_ptr> failures;
};

/// Each process is a thread, with another one if the variant says so.
Outcome run(const LinearSystem& system, const Variant& variant, const std::vector<double>& b) {
    const std::size_t size = system.problem.mapping.processes;
    test::Alarm alarm;
    test::Network exchange(size, variant.places);
    test::Network application(size, variant.places);
    test::Network substitution(size, variant.places);
    test::SharedRounds rounds(size);
    Outcome outcome{std::vector<Factorised>(size), std::vector<std::int64_t>(size), std::vector<double>(b.size(), 0),
                    std::vector<std::exception_ptr>(size)};
    std::vector<std::vector<double>> parts(size);
    const auto one_process = [&](std::size_t me) {
        const int rank = static_cast<int>(me);
        const System shared{system.problem, system.elimination, system.ordered};
        test::QueueChannel of_exchange(me, 3 * me, exchange, alarm, me == 0 ? variant.of_exchange : std::nullopt);
        test::QueueChannel of_application(me, 3 * me + 1, application, alarm,
                                          me == 0 ? variant.of_application : std::nullopt);
        test::QueueChannel of_substitution(me, 3 * me + 2, substitution, alarm);
        test::RoundsOfOne own_rounds(rounds, alarm);
        try {
            outcome.processes[me] =
                factorise(rank, shared, variant.options, variant.thread, {of_exchange, of_application, own_rounds},
                          [&](std::int64_t flops) { outcome.flops[me] += flops; });
            parts[me] = solve(rank, shared, outcome.processes[me].factors, b, of_substitution, own_rounds);
        } catch (...) {
            outcome.failures[me] = std::current_exception();
            alarm.ring();
        }
    };
    {
        std::vector<std::jthread> threads;
        threads.reserve(size);
        for (std::size_t me = 0; me < size; ++me) {
            threads.emplace_back(one_process, me);
        }
    }
    for (const std::vector<double>& part : parts) {
        for (std::size_t row = 0; row < part.size(); ++row) {
            outcome.x[row] += part[row];
        }
    }
    return outcome;
}

std::string what(const std::exception_ptr& failure) {
    try {
        std::rethrow_exception(failure);
    } catch (const std::exception& error) {
        return error.what();
    }
}

solver::Figures figures_of(const Outcome& outcome, const LinearSystem& system, const Variant& variant) {
    std::vector<solver::Course> courses;
    for (const Factorised& process : outcome.processes) {
        courses.push_back(process.course);
    }
    return solver::figures_of(courses, variant.options.strategy, solver::initial_loads(system.problem));
}

/// The number of decisions.
std::size_t expect_sound(const LinearSystem& system, const Variant& variant, Dice& dice) {
    const std::vector<double> b = numerics::test::random_vector(dice, system.matrix.size);
    const Outcome outcome = run(system, variant, b);
    for (const std::exception_ptr& failure : outcome.failures) {
        if (failure) {
            ADD_FAILURE() << what(failure);
            return 0;
        }
    }
    for (std::size_t me = 0; me < outcome.processes.size(); ++me) {
        const Factorised& process = outcome.processes[me];
        EXPECT_EQ(solver::test::fault_of_view(me, system.problem, variant.options, process.view), "");
        EXPECT_EQ(outcome.flops[me], process.course.tally.flops);
    }
    const solver::Figures figures = figures_of(outcome, system, variant);
    EXPECT_EQ(solver::test::fault_of_messages(system.problem, variant.options, figures), "");
    EXPECT_LE(numerics::scaled_residual(system.matrix, outcome.x, b), 1e-12);
    return figures.decisions;
}

LinearSystem drawn_system(Dice& dice) {
    fronts::SparseMatrix pattern = dice.below(3) == 0
                                       ? fronts::test::dense_matrix(static_cast<fronts::Index>(10 + dice.below(40)))
                                       : fronts::test::random_matrix(dice, 150);
    return numerics::test::random_system(dice, numerics::test::random_values(std::move(pattern), dice.below(1000)));
}

std::vector<std::pair<std::string, std::string>> all_variants() {
    std::vector<std::pair<std::string, std::string>> all;
    for (const std::string& mechanism : exchange::mechanism_names()) {
        for (const std::string& thread : solver::thread_names()) {
            all.emplace_back(mechanism, thread);
        }
    }
    return all;
}

/// Of each mechanism and thread variant.
class DrivenFactorisation : public testing::TestWithParam<std::pair<std::string, std::string>> {};

} // namespace

TEST_P(DrivenFactorisation, OfRandomSystemsIsSound) {
    const auto& [mechanism, thread] = GetParam();
    constexpr std::uint64_t first_seed = 20261129;
    std::size_t decisions = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + 30; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Dice dice(seed);
        const LinearSystem system = drawn_system(dice);
        Variant variant{numerics::test::random_options(dice), solver::thread_named(thread), 1 + dice.below(4)};
        variant.options.mechanism = mechanism;
        variant.options.strategy = static_cast<solver::Strategy>(dice.below(2));
        decisions += expect_sound(system, variant, dice);
    }
    EXPECT_GE(decisions, 30U);
}

INSTANTIATE_TEST_SUITE_P(AllVariants, DrivenFactorisation, testing::ValuesIn(all_variants()),
                         [](const auto& scene) { return scene.param.first + "_" + scene.param.second; });

namespace {

LinearSystem on_four_processes(fronts::SparseMatrix matrix) {
    Dice dice(1);
    const fronts::Analysis analysis = fronts::analyse(matrix);
    fronts::Mapping mapping = fronts::mapped(analysis.tree, 4, numerics::test::random_mapping_options(dice));
    return numerics::test::linear_system(std::move(matrix), analysis, std::move(mapping));
}

} // namespace

/// Its last pivot is as good as zero, and no other.
TEST(DrivenFactorisation, OfASingularMatrixEndsEverywhereAndTellsThePivot) {
    const LinearSystem system = on_four_processes(numerics::test::singular_laplacian("12x13"));
    for (const std::string& thread : solver::thread_names()) {
        const Outcome outcome =
            run(system, {{}, solver::thread_named(thread)}, std::vector<double>(system.matrix.size, 1));
        EXPECT_THAT(outcome.failures, testing::Each(nullptr)) << thread;
        std::vector<numerics::UnusablePivot> found;
        for (const Factorised& process : outcome.processes) {
            if (process.factors.unusable_pivot) {
                found.push_back(*process.factors.unusable_pivot);
            }
        }
        ASSERT_EQ(found.size(), 1U) << thread;
        EXPECT_EQ(found[0].at + 1, static_cast<fronts::Index>(system.matrix.size));
        EXPECT_THAT(found[0].message, testing::HasSubstr("has the pivot"));
    }
}

/// Whatever the others wait for, and in whichever thread.
TEST(DrivenFactorisation, EndsEverywhereIfOneProcessFails) {
    using When = test::ChannelFailure::When;
    const LinearSystem system = on_four_processes(fronts::grid_matrix(fronts::parse_grid("12x13"), 1));
    for (const auto& [mechanism, thread] : all_variants()) {
        for (const test::ChannelFailure failure :
             {test::ChannelFailure{When::sending, 0}, {When::sending, 2}, {When::receiving, 0}, {When::receiving, 2}}) {
            for (const bool is_of_exchange : {true, false}) {
                Variant variant{{.mechanism = mechanism}, solver::thread_named(thread)};
                (is_of_exchange ? variant.of_exchange : variant.of_application) = failure;
                const Outcome outcome = run(system, variant, std::vector<double>(system.matrix.size, 1));
                std::vector<std::string> reasons;
                for (const std::exception_ptr& reason : outcome.failures) {
                    ASSERT_NE(reason, nullptr) << mechanism << ' ' << thread;
                    reasons.push_back(what(reason));
                }
                EXPECT_THAT(reasons, testing::Contains("a channel has failed")) << mechanism << ' ' << thread;
            }
        }
    }
}

} // namespace tangram::driver
