/// Reports of what floating point alone could find, which no input is sure to bring about.

#include "apps/command/steady_json.hpp"
#include "apps/command/steady_report.hpp"
#include "model/steady_state/examples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tangram::apps {
namespace {

using model::steady_state::Rational;
using model::steady_state::SteadyState;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

SteadyState found(const Rational& throughput, const Rational& bound) {
    SteadyState state;
    state.rates.throughput = throughput;
    state.rates.computed.assign(4, std::vector<Rational>(4));
    state.rates.sent.assign(10, std::vector<Rational>(6));
    state.bound = bound;
    state.proved = throughput == bound;
    return state;
}

/// Of the toy.
SteadyOutcome outcome_of(const SteadyState& best) {
    SteadyOutcome outcome;
    outcome.problem = model::steady_state::toy_example();
    outcome.best = best;
    return outcome;
}

TEST(SteadyReport, SaysThatRatesWithoutProofMayBreakConstraints) {
    const std::string text = to_text(outcome_of(found(Rational(3, 4), 1)));
    EXPECT_THAT(text, HasSubstr("throughput  0.75 jobs per time unit, in floating point; not proved\n"));
    EXPECT_THAT(text, HasSubstr("proved: no schedule with all leaves equally often on each processor exceeds it\n"));
    EXPECT_THAT(text, HasSubstr("gap         25% of the bound, if the rates keep all constraints; those of floating "
                                "point may break some slightly\n"));
}

TEST(SteadyReport, GapsAreReadable) {
    EXPECT_THAT(to_text(outcome_of(found(Rational(1, 1000), 1))), HasSubstr("gap         100% of the bound"));
    EXPECT_THAT(to_text(outcome_of(found(Rational(101, 100), 1))),
                HasSubstr("gap         none: the rates are 1% above the bound, as they break constraints\n"));
    EXPECT_THAT(to_text(outcome_of(found(1, 0))), HasSubstr("gap         none: the bound is 0\n"));
}

TEST(SteadyReport, ClaimsNoMoreThanWholeJobsAllow) {
    SteadyOutcome outcome = outcome_of(found(Rational(3, 4), 1));
    outcome.problem = coarse(outcome.problem);
    outcome.is_coarse = true;
    EXPECT_THAT(to_text(outcome), HasSubstr("proved: no schedule of whole jobs exceeds it\n"));
}

TEST(SteadyReport, WholeJobsAreNotFasterThanTasks) {
    SteadyOutcome outcome = outcome_of(found(1, 1));
    outcome.coarse = found(Rational(107, 100), Rational(108, 100));
    EXPECT_THAT(to_text(outcome),
                AllOf(HasSubstr("coarse      at most 1 where each job stays on one processor; floating point found no "
                                "rates that keep all constraints\n"),
                      Not(HasSubstr("1.07"))));
    EXPECT_EQ(to_json(outcome)["coarse"], nullptr);
    EXPECT_EQ(to_json(outcome)["coarse_value"], nullptr);
    outcome.coarse = found(Rational(1, 2), Rational(108, 100));
    EXPECT_THAT(to_text(outcome), HasSubstr("coarse      0.5 where each job stays on one processor, in floating point; "
                                            "not proved (at most 1)\n"));
    EXPECT_EQ(to_json(outcome)["coarse"], "1/2");
}

TEST(SteadyReport, AComparisonThatFailedCostsNothingElse) {
    SteadyOutcome outcome = outcome_of(found(1, 1));
    outcome.coarse_failure = "CLP gave up";
    EXPECT_THAT(to_text(outcome), AllOf(HasSubstr("throughput  1 jobs per time unit: exact"),
                                        HasSubstr("coarse      not found: CLP gave up\n")));
    EXPECT_EQ(to_json(outcome)["coarse"], nullptr);
    EXPECT_EQ(to_json(outcome)["throughput"], "1");
}

} // namespace
} // namespace tangram::apps
