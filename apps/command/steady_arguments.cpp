#include "apps/command/steady_arguments.hpp"

#include "apps/command/options.hpp"
#include "apps/command/simulator.hpp"
#include "apps/gemm/runtime/runtime.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace tangram::apps {

namespace {

constexpr std::int64_t most_periods = 10'000;

constexpr const char* help_on_files =
    R"(A platform: processors with w, the time for a task of weight 1; links with c, the time for data of 1; masters, which hold
the jobs' input files. A tree of tasks: weights, and the files that tasks pass on. Numbers may be written "1/2".
  {"processors": [{"name": "P1", "w": 5}, {"name": "P2", "w": 2}], "masters": ["P1"],
   "links": [{"between": ["P1", "P2"], "c": 2}], "times": {"P2": {"T2": 1, "T1": null}}}
  {"tasks": [{"name": "T1", "weight": 1}, {"name": "T2", "weight": 4}],
   "files": [{"from": "begin", "to": "T1", "data": 6}, {"from": "T1", "to": "T2", "data": 1}]}
docs/steady-state.md says more.
Examples:
  tangram steady --example toy --simulate 20 --draw toy.svg --draw-schedule period.svg
  tangram steady --node --tile 2048
  tangram steady --platform cluster.json --tree job.json --outputs gather:P1 --json -
)";

CLI::Option* add_file(CLI::App& command, const char* name, std::string& path, const char* help) {
    return command.add_option(name, path, help)->check(not_empty())->type_name("FILE");
}

/// Where the platform and the jobs come from. Returns --node.
CLI::Option* add_sources(CLI::App& command, SteadyArguments& a) {
    CLI::Option* node =
        command.add_flag("--node", a.node.is_asked_for,
                         "the stream of independent products of tiles on this machine, by StarPU's models");
    CLI::Option* platform =
        add_file(command, "--platform", a.platform, "the processors and links, as JSON (see below)");
    CLI::Option* tree = add_file(command, "--tree", a.tree, "the tasks of a job and their files, as JSON (see below)");
    CLI::Option* example =
        command
            .add_option("--example", a.example,
                        "instead of files: toy or seventeen, the two of the paper (the second's links are a stand-in)")
            ->check(one_of({"toy", "seventeen"}))
            ->excludes(platform)
            ->excludes(tree);
    node->excludes(platform)->excludes(tree)->excludes(example);
    command
        .add_option("--outputs", a.outputs,
                    "where the leaves' outputs are wanted: stay (where they are made) or gather:PROCESSOR")
        ->check(not_empty())
        ->excludes(node)
        ->type_name("WHERE")
        ->capture_default_str();
    command
        .add_option("--ends", a.ends,
                    "where outputs stay: joint (each processor executes all leaves equally often) or per-leaf")
        ->check(one_of({"joint", "per-leaf"}))
        ->excludes(node)
        ->capture_default_str();
    command
        .add_option(
            "--grain", a.grain,
            "fine: tasks of a job may be spread; coarse: each job on one processor; both: fine, compared with coarse")
        ->check(one_of({"fine", "coarse", "both"}))
        ->excludes(node)
        ->capture_default_str();
    return node;
}

/// `node`: the option that these need; null where the stream is a node's anyway.
void add_tile_options(CLI::App& command, SteadyNodeArguments& a, CLI::Option* node) {
    CLI::Option* tile =
        command.add_option("--tile", a.given_tile, "side of a node's tiles; " + tile_text("the number of workers"))
            ->transform(whole_number(0));
    CLI::Option* precision = command.add_option("--precision", a.precision, "of a node's tiles")
                                 ->check(one_of({"double", "float"}))
                                 ->capture_default_str();
    if (node != nullptr) {
        tile->needs(node);
        precision->needs(node);
    }
}

} // namespace

void add_steady_options(CLI::App& command, SteadyArguments& a) {
    a.node.is_asked_for = Runtime::is_simulated();
    add_tile_options(command, a.node, Runtime::is_simulated() ? nullptr : add_sources(command, a));
    command
        .add_option("--period", a.period,
                    "length of the schedule's period, which rates are rounded down to (default: the shortest of a "
                    "whole number of "
                    "time units in which all rates are whole numbers; a node: 1 second)")
        ->check(not_empty())
        ->type_name("T");
    command
        .add_option("--simulate", a.simulate,
                    fmt::format("execute so many periods, at most {}, from empty buffers", most_periods))
        ->transform(whole_number(1, most_periods))
        ->type_name("K");
    add_file(command, "--draw", a.draw, "draw who computes what and what each link carries, as SVG ('-': stdout)");
    add_file(command, "--draw-schedule", a.draw_schedule, "draw one period as a Gantt chart, as SVG ('-': stdout)");
    add_file(command, "--json", a.json, "write the results as JSON ('-': stdout)");
    command.footer(Runtime::is_simulated() ? "" : help_on_files);
}

} // namespace tangram::apps
