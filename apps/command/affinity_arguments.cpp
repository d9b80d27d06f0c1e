#include "apps/command/affinity_arguments.hpp"

#include "apps/command/options.hpp"
#include "model/engine.hpp"
#include "sched/policies/strategies.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace tangram::apps {

namespace {

/// A processor's blocks take a bit or more each; results are kept for each run and processor.
constexpr std::int64_t most_processors = 1'000'000;
constexpr std::int64_t most_runs = 1'000'000;
constexpr std::int64_t most_threads = 1024;

std::string help_on_names() {
    std::string text = "Strategies (case and dashes do not matter; with --kernel, outer and matrix may be left out):\n";
    for (const sched::AffinityKind& kind : sched::affinity_kinds()) {
        text += fmt::format("  {:<24}{}\n", kind.name, kind.description);
    }
    text +=
        "Static partitioners, as references that know the speeds (see `policies`; 3d-... for the matrix product):\n";
    for (const sched::AllocationKind& kind : sched::allocation_kinds()) {
        text += fmt::format("  {}\n", kind.name);
    }
    text += "Speeds: " + model::SpeedDistribution::forms() + "\n";
    return text + R"(Examples:
  tangram affinity --strategy dynamic-outer-2phases --blocks 1000 --processors 100
  tangram affinity --kernel matrix --strategy dynamic --blocks 40 --processors 50 --speeds set:80,100,150 --json -
)";
}

} // namespace

void add_affinity_options(CLI::App& command, AffinityArguments& a) {
    command.add_option("--kernel", a.kernel, "outer or matrix product (default: that of the strategy)")
        ->check(one_of({"outer", "matrix"}));
    command.add_option("--strategy", a.strategy, "the strategy (see below)")->check(not_empty())->type_name("NAME");
    command
        .add_option("--blocks", a.blocks,
                    fmt::format("blocks of a vector (at most {}) or along a side of a matrix (at most {})",
                                most_blocks_of_vectors, most_blocks_of_matrices))
        ->transform(whole_number(1, most_blocks_of_vectors))
        ->type_name("N");
    command
        .add_option("--processors", a.processors,
                    fmt::format("number of processors, at most {} (default: as many as --speeds file:PATH has numbers)",
                                most_processors))
        ->transform(whole_number(1, most_processors))
        ->type_name("P");
    command.add_option("--speeds", a.speeds, "tasks per second of each processor (see below)")
        ->check(not_empty())
        ->type_name("TEXT")
        ->capture_default_str();
    command.add_flag("--same-speeds", a.same_speeds, "draw the speeds once for all runs");
    command.add_option("--runs", a.runs, fmt::format("number of runs, at most {}", most_runs))
        ->transform(whole_number(1, most_runs))
        ->capture_default_str();
    command.add_option("--seed", a.seed, "seed of the first run; each further run adds 1")
        ->transform(whole_number(0))
        ->capture_default_str();
    command
        .add_option("--beta", a.beta,
                    "the second phase starts when a fraction exp(-beta) of the tasks remains: a number, auto (the best "
                    "for the speeds, default) or homogeneous (the best for as many equal speeds)")
        ->check(not_empty())
        ->type_name("BETA");
    command
        .add_option("--threads", a.threads,
                    fmt::format("number of runs at a time, at most {} (default: the number of cores)", most_threads))
        ->transform(whole_number(1, most_threads))
        ->type_name("T");
    add_progress_option(command, a.progress);
    command.add_option("--json", a.json, "write the results as JSON ('-': stdout)")
        ->check(not_empty())
        ->type_name("FILE");
    add_markdown_option(command, a.markdown, "print only the table of strategies, as Markdown");
    command.footer(help_on_names());
}

} // namespace tangram::apps
