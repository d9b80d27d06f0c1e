#include "apps/command/exchange_arguments.hpp"

#include "apps/command/options.hpp"
#include "base/error.hpp"
#include "base/parsed_number.hpp"
#include "base/text.hpp"
#include "cluster/fronts/synthetic_trees.hpp"
#include "cluster/fronts/tree_source.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

namespace tangram::apps {

namespace {

/// Naive and increments send each update to all: runs take the square of it.
constexpr std::int64_t most_processes = 4096;
constexpr std::int64_t most_runs = 100'000;
constexpr double most_threshold = 0x1p62;

std::string help_on_synthetic_trees() {
    return fmt::format(R"(
  wide    many large fronts at the same time: a root over BRANCHES chains of DEPTH parallel fronts (1 to {} of each,
          default {},{})
  nested  nested dissection of so many unknowns in space (1 to {}, default {}))",
                       fronts::most_branches, fronts::default_branches, fronts::default_depth, fronts::most_volume,
                       fronts::default_volume);
}

std::string help_on_names(Trees trees, const std::string& examples) {
    return fmt::format(R"(Trees ({}):
  grid    the matrix of a grid, 5-point in a plane (or :9), 7-point in space (or :27); its order and fronts are found
  FILE    a sparse matrix in Matrix Market format{}
Mechanisms:
  naive       each process sends its load to all when it has changed by the threshold
  increments  it sends the change; masters tell all whom they have selected, and for what
  snapshot    masters ask all when they select, one master at a time
Threads (who treats messages of the exchange): none: the process itself, between its tasks; flag: a thread, at once;
  lock: likewise, and while a snapshot goes on it holds the lock of all communication
docs/exchange.md says more.
Examples:
{})",
                       trees == Trees::all ? fronts::tree_sources : fronts::sources_of_matrices,
                       trees == Trees::all ? help_on_synthetic_trees() : "", examples);
}

void add_exchange(CLI::App& command, ExchangeArguments& a) {
    command.add_option("--mechanism", a.mechanism, "how processes know each other's loads (see below)")
        ->check(one_of(exchange::mechanism_names()))
        ->capture_default_str();
    command.add_option("--thread", a.thread, "who treats messages of the exchange (see below)")
        ->check(one_of(solver::thread_names()))
        ->capture_default_str();
    command
        .add_option(
            "--threshold", a.threshold,
            "an update is worth a larger change of a load, of memory or of flops, in matrix entries and in flops, "
            "whole numbers from 0 to 2^62 (default: the smallest task of a mean front)")
        ->check(not_empty())
        ->type_name("MEMORY,FLOPS");
    command
        .add_option("--no-more-master", a.no_more_master,
                    "1: processes that will select nobody any more say so, and are sent no updates")
        ->check(one_of({"0", "1"}))
        ->type_name("0|1")
        ->capture_default_str();
}

void add_factorisation(CLI::App& command, ExchangeArguments& a) {
    command.add_option("--tree", a.tree, "what is factorised (see below)")
        ->check(not_empty())
        ->type_name("TREE")
        ->capture_default_str();
    command.add_option("--processes", a.processes, fmt::format("1 to {}", most_processes))
        ->transform(whole_number(1, most_processes))
        ->type_name("N")
        ->capture_default_str();
    command
        .add_option("--strategy", a.strategy, "masters select slaves with the least active memory, or the least work")
        ->check(one_of(solver::strategy_names()))
        ->capture_default_str();
    command.add_option("--max-slaves", a.most_slaves, fmt::format("slaves of a front, 1 to {}", most_processes))
        ->transform(whole_number(1, most_processes))
        ->type_name("K")
        ->capture_default_str();
}

void add_machine(CLI::App& command, simulation::Machine& machine) {
    command.add_option("--latency-us", machine.latency_us, "of a message, in microseconds: 0, or from 0.001 to 1e9")
        ->check(finite_number())
        ->capture_default_str();
    command
        .add_option("--bandwidth-gbs", machine.bandwidth_gbs, "of a process, in 10^9 bytes a second, from 1e-6 to 1e9")
        ->check(finite_number())
        ->capture_default_str();
    command.add_option("--gflops", machine.gflops, "of a process, in 10^9 flops a second, from 1e-6 to 1e9")
        ->check(finite_number())
        ->capture_default_str();
}

exchange::Load threshold_from(std::string_view text) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::optional<double> memory = parsed<double>(text.substr(0, comma));
    const std::optional<double> flops = parsed<double>(text.substr(std::min(comma + 1, text.size())));
    const auto is_allowed = [](std::optional<double> part) {
        return part && *part >= 0 && *part <= most_threshold && *part == std::floor(*part);
    };
    if (!is_allowed(memory) || !is_allowed(flops)) {
        throw InvalidInput(fmt::format(
            "--threshold '{}': expected MEMORY,FLOPS, two whole numbers from 0 to 2^62, as 10000,1e6", excerpt(text)));
    }
    return {static_cast<std::int64_t>(*memory), static_cast<std::int64_t>(*flops)};
}

} // namespace

void add_samples_option(CLI::App& command, ExchangeArguments& a) {
    command
        .add_flag("--samples", a.samples,
                  "with --json: the first run's memory of each process and errors of views over time, too")
        ->needs(command.get_option("--json"));
}

void add_exchange_options(CLI::App& command, ExchangeArguments& a, Trees trees, const std::string& examples) {
    add_exchange(command, a);
    add_factorisation(command, a);
    add_machine(command, a.machine);
    command.add_option("--runs", a.runs, fmt::format("number of runs, 1 to {}", most_runs))
        ->transform(whole_number(1, most_runs))
        ->capture_default_str();
    command
        .add_option("--seed", a.seed,
                    fmt::format("seed of the first run, 0 to 2^63 - 1: of {}; each further run adds 1",
                                trees == Trees::all ? "a synthetic tree"
                                                    : "the right-hand side, and of values that the matrix lacks"))
        ->transform(whole_number(0))
        ->capture_default_str();
    add_progress_option(command, a.progress);
    command.add_option("--json", a.json, "write the results as JSON ('-': stdout)")
        ->check(not_empty())
        ->type_name("FILE");
    command.footer(help_on_names(trees, examples));
}

std::vector<std::string> options_without_effect(const CLI::App& command, const ExchangeArguments& arguments,
                                                Trees trees) {
    std::vector<std::string> lines;
    for (const char* option : {"--threshold", "--no-more-master"}) {
        if (arguments.mechanism == "snapshot" && command.count(option) > 0) {
            lines.push_back(fmt::format("{} changes nothing: snapshots send no updates", option));
        }
    }
    if (trees == Trees::all && arguments.runs > 1 && fronts::names_matrix(arguments.tree)) {
        lines.emplace_back("the tree of a matrix does not depend on the seed: all runs are alike");
    }
    return lines;
}

solver::Options solver_options(const ExchangeArguments& arguments) {
    solver::Options options;
    options.mechanism = arguments.mechanism;
    options.strategy = solver::strategy_named(arguments.strategy);
    options.limits.most_slaves = arguments.most_slaves;
    options.no_more_master = arguments.no_more_master;
    if (!arguments.threshold.empty()) {
        options.threshold = threshold_from(arguments.threshold);
    }
    return options;
}

simulation::Machine simulated_machine(const ExchangeArguments& arguments) {
    simulation::Machine machine = arguments.machine;
    machine.thread = solver::thread_named(arguments.thread);
    return machine;
}

} // namespace tangram::apps
