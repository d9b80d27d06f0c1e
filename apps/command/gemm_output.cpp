#include "apps/command/gemm_output.hpp"

#include "apps/command/output.hpp"
#include "apps/gemm/product/drift.hpp"
#include "apps/gemm/report/gantt.hpp"
#include "base/error.hpp"
#include "sched/policies/settings.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace tangram::apps {

namespace {

void draw(const GemmArguments& arguments, const GemmReport& report) {
    if (report.timeline.empty()) {
        if (!arguments.draw.empty() || !arguments.gantt.empty()) {
            notify_on_stderr()("warning: no task was needed, there is nothing to draw");
        }
        return;
    }
    if (!arguments.draw.empty()) {
        write_output(arguments.draw, partition::draw(drawing_of(report)));
    }
    if (!arguments.gantt.empty()) {
        write_output(arguments.gantt, draw(gantt_of(report)));
    }
}

} // namespace

void check_outputs(const GemmArguments& arguments) {
    if (sched::is_set(sched::report_setting)) {
        notify_on_stderr()(fmt::format("warning: {} has no effect on Tangram's own products: use --json",
                                       sched::report_setting.variable));
    }
    if (arguments.out == "-") {
        throw InvalidInput("--out -: C goes to a file only; stdout is for the report");
    }
    std::vector<FileOption> outputs{
        {"--draw", arguments.draw}, {"--draw-gantt", arguments.gantt}, {"--json", arguments.json}};
    check_outputs(outputs, {{"--a", arguments.a}, {"--b", arguments.b}, {"--c", arguments.c}});
    outputs.push_back({"--out", arguments.out}); // which may take the place of a matrix that was read
    check_outputs(outputs, {{"--allocation", arguments.allocation}});
}

void write_outputs(const GemmArguments& arguments, const GemmOutcome& outcome) {
    if (!Runtime::is_simulated()) { // where models are the truth; drivers only notice late that a kernel has ended
        for (const std::string& line : drift_warnings(outcome.median().nodes)) {
            notify_on_stderr()(line);
        }
    }
    draw(arguments, outcome.median());
    if (!arguments.json.empty()) {
        write_output(arguments.json, text_of(to_json(outcome)));
    }
    if (arguments.json != "-" && arguments.draw != "-" && arguments.gantt != "-") {
        fmt::print("{}", to_text(outcome));
    }
}

void require_verified(const GemmOutcome& outcome) {
    if (std::isnan(outcome.residual)) {
        throw RunFailure("the result cannot be verified: A, B or C holds NaN or infinity, or C overflows (--verify "
                         "none leaves it unchecked)");
    }
    if (!outcome.verified().value_or(true)) {
        throw RunFailure(
            fmt::format("the result is wrong: residual {:.3e}, tolerance {:.3e}", outcome.residual, outcome.tolerance));
    }
}

} // namespace tangram::apps
