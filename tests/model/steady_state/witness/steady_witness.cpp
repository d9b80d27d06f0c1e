/// steady_witness: runs the best schedule of a problem in SimGrid, and prints how late it is (witness.hpp).

#include "base/error.hpp"
#include "base/text.hpp"
#include "model/steady_state/examples.hpp"
#include "model/steady_state/input.hpp"
#include "model/steady_state/throughput.hpp"
#include "tests/model/steady_state/witness/witness.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace tangram::model::steady_state {

namespace {

struct Arguments {
    std::string example;
    std::string platform;
    std::string tree;
    std::string gather;
    std::string period;
    std::size_t periods = 100;
};

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    if (!file) {
        throw InvalidInput(fmt::format("cannot read '{}'", printable(path)));
    }
    return {std::istreambuf_iterator<char>(file), {}};
}

Problem problem_of(const Arguments& arguments) {
    Problem problem;
    if (arguments.example == "toy") {
        problem = toy_example();
    } else if (arguments.example == "seventeen") {
        problem = seventeen_example();
    } else if (arguments.platform.empty() || arguments.tree.empty()) {
        throw InvalidInput("name an --example, or a --platform and a --tree");
    } else {
        problem.platform = platform_from_json(text_of(arguments.platform));
        problem.tree = tree_from_json(text_of(arguments.tree));
    }
    if (!arguments.gather.empty()) {
        const std::vector<Processor>& processors = problem.platform.processors;
        const auto found = std::find_if(processors.begin(), processors.end(),
                                        [&](const Processor& p) { return p.name == arguments.gather; });
        if (found == processors.end()) {
            throw InvalidInput(fmt::format("there is no processor '{}'", excerpt(arguments.gather)));
        }
        problem.gather = static_cast<std::size_t>(found - processors.begin());
    }
    return problem;
}

/// Throws RunFailure unless SimGrid agrees with the schedule.
void run(const Arguments& arguments) {
    const Problem problem = problem_of(arguments);
    const Rates rates = best_throughput(problem).rates;
    const Schedule schedule = arguments.period.empty()
                                  ? periodic_schedule(problem, rates)
                                  : periodic_schedule(problem, rates, parsed_rational(arguments.period));
    const auto [lateness, done] = witness(problem, schedule, arguments.periods);
    const Integer expected = done_by_formula(problem, schedule, arguments.periods);
    fmt::print("periods {} period {} slots {} lateness {:.3g} done {} formula {}\n", arguments.periods,
               to_text(schedule.period), schedule.slots.size(), lateness, to_text(Rational(done)),
               to_text(Rational(expected)));
    constexpr double most_late = 1e-9;
    if (lateness >= most_late || done != expected) {
        throw RunFailure("SimGrid does not agree with the schedule");
    }
}

} // namespace

} // namespace tangram::model::steady_state

int main(int argc, char** argv) {
    using namespace tangram;
    model::steady_state::Arguments arguments;
    CLI::App app("Runs the best schedule in SimGrid; prints the greatest lateness, in periods, and the jobs done.");
    CLI::Option* example = app.add_option("--example", arguments.example)->check(CLI::IsMember({"toy", "seventeen"}));
    app.add_option("--platform", arguments.platform, "JSON")->excludes(example);
    app.add_option("--tree", arguments.tree, "JSON")->excludes(example);
    app.add_option("--gather", arguments.gather, "The processor that outputs are sent to");
    app.add_option("--period", arguments.period, "Instead of the shortest without loss");
    app.add_option("--periods", arguments.periods)->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    try {
        model::steady_state::run(arguments);
        return 0;
    } catch (const InvalidInput& error) {
        fmt::print(stderr, "steady_witness: error: {}\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "steady_witness: error: {}\n", error.what());
        return 1;
    }
}
