#include "apps/command/gemm_arguments.hpp"

#include "apps/command/options.hpp"
#include "apps/command/simulator.hpp"
#include "base/parsed_number.hpp"
#include "sched/policies/strategies.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <limits>

namespace tangram::apps {

namespace {

void add_product_options(CLI::App& command, GemmArguments& a) {
    command.add_option("--precision", a.precision, "double or float (default: that of the files, else double)")
        ->check(one_of({"double", "float"}));
    command.add_option("--alpha", a.alpha, "factor of the product")->check(finite_number())->capture_default_str();
    command
        .add_option("--beta", a.beta,
                    "factor of C before the product; 0: C is not read (for two-phase strategies see TANGRAM_BETA)")
        ->check(finite_number())
        ->capture_default_str();
}

void add_transpose_option(CLI::App& command, const char* name, const char* matrix, std::string& letter) {
    command.add_option(name, letter, fmt::format("{} is stored as it is (n) or transposed (t)", matrix))
        ->check(one_of({"n", "t"}))
        ->capture_default_str();
}

CLI::Option* add_tile_option(CLI::App& command, GemmArguments& a, const std::string& more) {
    return command
        .add_option("--tile", a.given_tile,
                    fmt::format("tile size; {}{}", tile_text("the matrix sizes and the number of workers"), more))
        ->type_name("T");
}

CLI::Validator whole_number_or_auto() {
    const auto check = [number = whole_number(0)](std::string& text) {
        const std::string complaint = text == "auto" ? "" : number(text);
        return complaint.empty() ? complaint : complaint + ", nor auto";
    };
    return {check, ""};
}

void add_seed_option(CLI::App& command, GemmArguments& a) {
    command.add_option("--seed", a.seed, "seed of the random matrices")
        ->transform(whole_number(0))
        ->capture_default_str();
}

void add_file_options(CLI::App& command, GemmArguments& a) {
    command.add_option("--a", a.a, "read A from a .npy file (default: random)")->check(not_empty())->type_name("FILE");
    command.add_option("--b", a.b, "read B from a .npy file (default: random)")->check(not_empty())->type_name("FILE");
    command.add_option("--c", a.c, "read C before the product from a .npy file (default: random)")
        ->check(not_empty())
        ->type_name("FILE");
    command
        .add_option("--out", a.out,
                    "write C to a .npy file, in the order of --c if that is read (--beta), else of --a and --b; in "
                    "Fortran order if they differ")
        ->check(not_empty())
        ->type_name("FILE");
}

void add_verify_option(CLI::App& command, GemmArguments& a) {
    command
        .add_option("--verify", a.verify,
                    "how to check the result: freivalds (fast, randomised) or full (compares with OpenBLAS)")
        ->check(one_of({"none", "freivalds", "full"}))
        ->capture_default_str();
}

void add_matrix_options(CLI::App& command, GemmArguments& a) {
    add_file_options(command, a);
    add_seed_option(command, a);
    add_verify_option(command, a);
}

void add_patience_option(CLI::App& command, GemmArguments& a) {
    constexpr int longest = 1'000'000;
    command
        .add_option(
            "--patience", a.patience,
            "give up when no task has ended for this many seconds (at least the time of three tasks) because other "
            "processes left a GPU too little memory")
        ->transform(whole_number(1, longest))
        ->capture_default_str();
}

void add_sched_option(CLI::App& command, GemmArguments& a) {
    command
        .add_option(
            "--sched", a.sched,
            fmt::format("scheduling policy, overrides STARPU_SCHED (see `policies`); auto: Tangram chooses a plan, "
                        "and idle nodes steal (default {})",
                        sched::default_strategy().name))
        ->check(not_empty())
        ->type_name("NAME");
}

void add_cpu_groups_option(CLI::App& command, GemmArguments& a) {
    command
        .add_option("--cpu-groups", a.cpu_groups,
                    "CPU workers: core, socket or a number of groups; overrides TANGRAM_CPU_GROUPS")
        ->check(not_empty())
        ->type_name("G");
}

void add_effort_and_repeat_options(CLI::App& command, GemmArguments& a) {
    command
        .add_option(
            "--effort", a.effort,
            "multiplies what searching for a plan may take: 2% of the lower bound on the product's time, at most "
            "0.3 s, at least 5 ms")
        ->check(finite_number())
        ->capture_default_str();
    command.add_option("--repeat", a.repeat, "number of runs; the report shows the median")
        ->transform(whole_number(1, std::numeric_limits<int>::max()))
        ->capture_default_str();
}

void add_run_options(CLI::App& command, GemmArguments& a) {
    add_sched_option(command, a);
    if (!Runtime::is_simulated()) { // there all memory is page-locked
        command
            .add_option(
                "--host-memory", a.host_memory,
                "for CUDA devices; page-locked: locks the matrices once for all runs, before time counts; pageable: "
                "as a caller of BLAS has them, copied through buffers or locked in each run, whichever is faster")
            ->check(one_of({"page-locked", "pageable"}))
            ->capture_default_str();
    }
    add_cpu_groups_option(command, a);
    command
        .add_option("--allocation", a.allocation,
                    "take the assignment of tiles from a file that `partition --json` has written ('-': stdin); "
                    "processor 0 is the first "
                    "memory node that `machine` lists, 1 the second, and so on")
        ->check(not_empty())
        ->type_name("FILE");
    add_effort_and_repeat_options(command, a);
    if (!Runtime::is_simulated()) {
        add_patience_option(command, a);
    }
}

void add_json_option(CLI::App& command, GemmArguments& a) {
    command.add_option("--json", a.json, "write the results as JSON ('-': stdout)")
        ->check(not_empty())
        ->type_name("FILE");
}

void add_report_options(CLI::App& command, GemmArguments& a) {
    command.add_option("--draw", a.draw, "draw as SVG which node computed each tile ('-': stdout)")
        ->check(not_empty())
        ->type_name("FILE");
    command.add_option("--draw-gantt", a.gantt, "draw as SVG what each worker did over time ('-': stdout)")
        ->check(not_empty())
        ->type_name("FILE");
    add_progress_option(command, a.progress);
    add_json_option(command, a);
}

void add_size_options(CLI::App& command, GemmArguments& a) {
    command.add_option("--size", a.size, "sets m, n and k (default 2048)")->transform(whole_number(0));
    command.add_option("--m", a.m, "rows of C")->transform(whole_number(0));
    command.add_option("--n", a.n, "columns of C")->transform(whole_number(0));
    command.add_option("--k", a.k, "columns of op(A), rows of op(B)")->transform(whole_number(0));
    add_transpose_option(command, "--transa", "A", a.transa);
    add_transpose_option(command, "--transb", "B", a.transb);
}

/// What both products have.
void add_common_options(CLI::App& command, GemmArguments& a) {
    add_product_options(command, a);
    add_matrix_options(command, a);
    add_run_options(command, a);
    add_report_options(command, a);
}

} // namespace

void add_gemm_options(CLI::App& command, GemmArguments& a) {
    add_size_options(command, a);
    add_tile_option(command, a, "; auto: chosen from measured speeds of kernels and links")
        ->transform(whole_number_or_auto());
    add_common_options(command, a);
}

void add_distributed_gemm_options(CLI::App& command, GemmArguments& a) {
    add_size_options(command, a);
    add_tile_option(command, a, "")->transform(whole_number(0));
    add_product_options(command, a);
    add_file_options(command, a);
    add_seed_option(command, a);
    add_verify_option(command, a);
    add_sched_option(command, a);
    add_cpu_groups_option(command, a);
    add_effort_and_repeat_options(command, a);
    command
        .add_option("--draw", a.draw,
                    "draw as SVG which memory node of which process computed each tile of C ('-': stdout)")
        ->check(not_empty())
        ->type_name("FILE");
    add_progress_option(command, a.progress);
    add_json_option(command, a);
}

void add_outer_options(CLI::App& command, GemmArguments& a) {
    command.add_option("--size", a.size, "sets m and n (default 2048)")->transform(whole_number(0));
    command.add_option("--m", a.m, "rows of a and of C")->transform(whole_number(0));
    command.add_option("--n", a.n, "columns of b and of C")->transform(whole_number(0));
    command
        .add_option(
            "--depth", a.k,
            fmt::format("columns of a and rows of b; up to the tile size, each tile of C is a single task (default: "
                        "that of the files, else {})",
                        Runtime::is_simulated() ? "the tile size" : "1"))
        ->transform(whole_number(1));
    add_tile_option(command, a, "")->transform(whole_number(0));
    add_common_options(command, a);
}

void set_tile(GemmArguments& arguments) {
    arguments.measures_tile = arguments.given_tile == "auto";
    if (!arguments.measures_tile) {
        arguments.tile = tile_for(parsed<std::int64_t>(arguments.given_tile));
    }
}

} // namespace tangram::apps
