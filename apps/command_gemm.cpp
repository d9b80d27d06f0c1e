#include "apps/address_space.hpp"
#include "apps/available_memory.hpp"
#include "apps/commands.hpp"
#include "apps/drift.hpp"
#include "apps/files.hpp"
#include "apps/gantt.hpp"
#include "apps/gemm.hpp"
#include "apps/npy.hpp"
#include "apps/parsed_number.hpp"
#include "apps/pinned_matrices.hpp"
#include "apps/platform_description.hpp"
#include "apps/progress.hpp"
#include "apps/report.hpp"
#include "apps/verify.hpp"
#include "partition/error.hpp"
#include "partition/json.hpp"
#include "sched/strategies.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace tangram::apps {

namespace {

struct Arguments {
    std::optional<std::int64_t> size, m, n, k;
    std::string given_tile;
    std::int64_t tile = 0;
    bool measures_tile = false;
    std::string precision;
    std::string transa = "n";
    std::string transb = "n";
    double alpha = 1;
    double beta = 0;
    std::string a, b, c, out;
    std::uint64_t seed = 1;
    std::string verify = Runtime::is_simulated() ? "none" : "freivalds";
    std::string sched;
    std::string cpu_groups;
    std::string allocation;
    int repeat = 1;
    std::string draw, gantt, json;
    std::string progress = "auto";
    int patience = 60;
};

struct Dimensions {
    std::int64_t m = 0, n = 0, k = 0;
};

Transpose to_transpose(const std::string& letter) {
    return letter == "t" ? Transpose::yes : Transpose::no;
}

Verification to_verification(const std::string& name) {
    if (name == "full") {
        return Verification::full;
    }
    return name == "freivalds" ? Verification::freivalds : Verification::none;
}

/// A dimension may come from an option and from files; all must agree.
class Dimension {
  public:
    Dimension(std::string name, const std::optional<std::int64_t>& given, const std::optional<std::int64_t>& size)
        : name_(std::move(name)) {
        if (given) {
            agree(*given, fmt::format("--{}", name_));
        } else if (size) {
            agree(*size, "--size");
        }
    }

    void agree(std::int64_t value, const std::string& source) {
        if (value_ && *value_ != value) {
            throw InvalidInput(fmt::format("{} is {} by {} but {} by {}", name_, *value_, source_, value, source));
        }
        value_ = value;
        source_ = source;
    }

    [[nodiscard]] std::int64_t value_or(std::int64_t fallback) const { return value_.value_or(fallback); }

  private:
    std::string name_;
    std::optional<std::int64_t> value_;
    std::string source_;
};

/// What options and file headers say about the product, before any memory is taken.
struct Problem {
    Dimensions size;
    Precision precision = Precision::double_precision;
    std::optional<partition::Allocation> allocation;
};

std::optional<partition::Allocation> allocation_of(const Arguments& arguments) {
    if (arguments.allocation.empty()) {
        return std::nullopt;
    }
    const std::string text = read_text(arguments.allocation);
    try {
        return partition::allocation_from_json(text);
    } catch (const InvalidInput& error) {
        throw InvalidInput(fmt::format("{}: {}", arguments.allocation, error.what()));
    }
}

Problem problem_of(const Arguments& arguments) {
    constexpr std::int64_t default_size = 2048;
    Dimension m("m", arguments.m, arguments.size);
    Dimension n("n", arguments.n, arguments.size);
    Dimension k("k", arguments.k, arguments.size);
    std::optional<Precision> precision;
    std::string precision_source = "--precision";
    if (!arguments.precision.empty()) {
        precision = arguments.precision == "float" ? Precision::single_precision : Precision::double_precision;
    }
    const auto read = [&](const std::string& path, Transpose transpose, Dimension& rows, Dimension& columns) {
        if (path.empty()) {
            return;
        }
        NpyHeader header = read_npy_header(path);
        if (transpose == Transpose::yes) {
            std::swap(header.rows, header.columns);
        }
        rows.agree(header.rows, path);
        columns.agree(header.columns, path);
        if (precision && *precision != header.precision) {
            throw InvalidInput(fmt::format("precision is {} by {} but {} by {}", to_string(*precision),
                                           precision_source, to_string(header.precision), path));
        }
        precision = header.precision;
        precision_source = path;
    };
    read(arguments.a, to_transpose(arguments.transa), m, k);
    read(arguments.b, to_transpose(arguments.transb), k, n);
    read(arguments.c, Transpose::no, m, n);
    return {{m.value_or(default_size), n.value_or(default_size), k.value_or(default_size)},
            precision.value_or(Precision::double_precision),
            allocation_of(arguments)};
}

void check_simulated(const Arguments& arguments) {
    if (!Runtime::is_simulated()) {
        return;
    }
    const bool has_matrices =
        !arguments.a.empty() || !arguments.b.empty() || !arguments.c.empty() || !arguments.out.empty();
    if (has_matrices || arguments.verify != "none") {
        throw InvalidInput("a simulated run computes nothing: --a, --b, --c, --out and --verify have no meaning");
    }
}

void check_outputs(const Arguments& arguments) {
    if (arguments.out == "-") {
        throw InvalidInput("--out -: matrices go to a file, stdout is for the report");
    }
    std::set<std::string> paths;
    for (const std::string& path : {arguments.out, arguments.draw, arguments.gantt, arguments.json}) {
        if (!path.empty() && !paths.insert(path).second) {
            throw InvalidInput(fmt::format("--out, --draw, --draw-gantt and --json: two of them are '{}'", path));
        }
        if (!path.empty() && path != "-") {
            check_writable(path);
        }
    }
}

/// What files and random matrices will take, before time goes into them.
void check_memory(const Arguments& arguments, const Problem& problem) {
    const auto gibibytes = [&](std::int64_t rows, std::int64_t columns) {
        return static_cast<double>(matrix_bytes(rows, columns, problem.precision)) / (1 << 30);
    };
    const auto& [m, n, k] = problem.size;
    const bool keeps_c = arguments.beta != 0;
    const bool computes_twice = arguments.verify == "full";
    const double needed = gibibytes(m, k) + gibibytes(k, n) + gibibytes(m, n) * (1 + keeps_c + computes_twice);
    const std::optional<std::uint64_t> bytes = available_memory();
    if (const double available = static_cast<double>(bytes.value_or(0)) / (1 << 30); bytes && needed > available) {
        throw RunFailure(
            fmt::format("out of memory: the matrices of {} x {} x {} (m, n, k) need {:.2f} GiB, {:.2f} GiB "
                        "are available",
                        m, n, k, needed, available));
    }
}

void check_problem(const Arguments& arguments, const Problem& problem) {
    if (arguments.tile != 0) {
        tile_grid(problem.size.m, problem.size.n, problem.size.k, arguments.tile);
    }
    if (problem.precision == Precision::single_precision &&
        std::max(std::abs(arguments.alpha), std::abs(arguments.beta)) > std::numeric_limits<float>::max()) {
        throw InvalidInput("--alpha and --beta: too large for float");
    }
    if (!Runtime::is_simulated()) {
        check_memory(arguments, problem);
    }
}

template <class T> Matrix<T> input(const std::string& path, Dimensions stored, std::uint64_t seed) {
    if (!path.empty()) {
        return read_npy<T>(path);
    }
    Matrix<T> matrix(stored.m, stored.n);
    matrix.fill_random(seed);
    return matrix;
}

/// The matrices of one run.
template <class T> struct Operands { Matrix<T> a, b, c0, c; };

template <class T> Operands<T> operands(const Arguments& arguments, Dimensions size) {
    const bool ta = arguments.transa == "t";
    const bool tb = arguments.transb == "t";
    Operands<T> all;
    all.a = input<T>(arguments.a, {ta ? size.k : size.m, ta ? size.m : size.k, 0}, arguments.seed);
    all.b = input<T>(arguments.b, {tb ? size.n : size.k, tb ? size.k : size.n, 0}, arguments.seed + 1);
    if (arguments.beta != 0) {
        all.c0 = input<T>(arguments.c, {size.m, size.n, 0}, arguments.seed + 2);
        all.c = all.c0.copy();
    } else {
        all.c = Matrix<T>(size.m, size.n);
        // Its memory is there before time counts (an outer product does little else than touch it), and what is not
        // written shows.
        all.c.fill(std::numeric_limits<T>::quiet_NaN());
    }
    return all;
}

/// Of several repetitions the first one speaks: what it says of the machine holds for the others.
GemmOptions gemm_options(const Arguments& arguments, const Problem& problem, Progress* progress, int repeat) {
    GemmOptions options;
    options.allocation = problem.allocation;
    options.tile = arguments.tile;
    options.measures_tile = arguments.measures_tile;
    options.progress = progress;
    options.pins = false; // once for all repetitions
    if (repeat == 0) {
        options.notify = notify_on_stderr();
    }
    return options;
}

template <class T> void verify(GemmOutcome& outcome, const Arguments& arguments, const Operands<T>& matrices) {
    outcome.verification = to_verification(arguments.verify);
    outcome.tolerance = tolerance<T>();
    const CheckedProduct<T> product{.transa = to_transpose(arguments.transa),
                                    .transb = to_transpose(arguments.transb),
                                    .alpha = static_cast<T>(arguments.alpha),
                                    .beta = static_cast<T>(arguments.beta),
                                    .a = matrices.a.view(),
                                    .b = matrices.b.view(),
                                    .c0 = matrices.c0.view(),
                                    .c = matrices.c.view()};
    if (outcome.verification == Verification::full) {
        outcome.residual = residual_full(product);
    } else if (outcome.verification == Verification::freivalds) {
        outcome.residual = residual_freivalds(product, arguments.seed);
    }
}

template <class T> GemmOutcome run_real(const Arguments& arguments, const Problem& problem) {
    if (!arguments.c.empty() && arguments.beta == 0) {
        notify_on_stderr()("warning: --c has no part in the result, as --beta is 0");
    }
    Operands<T> matrices = operands<T>(arguments, problem.size);
    const std::unique_ptr<Progress> progress = make_progress_line(to_progress_mode(arguments.progress));
    GemmOutcome outcome;
    {
        RuntimeOptions options = runtime_options(arguments.sched, arguments.cpu_groups, progress.get());
        options.patience = std::chrono::seconds(arguments.patience);
        Runtime runtime(options);
        const PinnedMatrices pins(runtime,
                                  {PinnedMatrices::extent(matrices.a.view()), PinnedMatrices::extent(matrices.b.view()),
                                   PinnedMatrices::extent(matrices.c.view())},
                                  notify_on_stderr());
        for (int repeat = 0; repeat < arguments.repeat; ++repeat) {
            if (repeat > 0 && arguments.beta != 0) {
                matrices.c.copy_from(matrices.c0);
            }
            outcome.repeats.push_back(gemm<T>(runtime, to_transpose(arguments.transa), to_transpose(arguments.transb),
                                              static_cast<T>(arguments.alpha), matrices.a.view(), matrices.b.view(),
                                              static_cast<T>(arguments.beta), matrices.c.view(),
                                              gemm_options(arguments, problem, progress.get(), repeat)));
        }
    } // StarPU's threads would slow verification down
    verify(outcome, arguments, matrices);
    if (!arguments.out.empty()) {
        write_npy<T>(arguments.out, matrices.c.view());
    }
    return outcome;
}

/// The same run without matrices: only their addresses exist.
template <class T> GemmOutcome run_simulated(const Arguments& arguments, const Problem& problem) {
    const Dimensions size = problem.size;
    const bool ta = arguments.transa == "t";
    const bool tb = arguments.transb == "t";
    const AddressSpace<T> a(ta ? size.k : size.m, ta ? size.m : size.k);
    const AddressSpace<T> b(tb ? size.n : size.k, tb ? size.k : size.n);
    const AddressSpace<T> c(size.m, size.n);
    const std::unique_ptr<Progress> progress = make_progress_line(to_progress_mode(arguments.progress));
    Runtime runtime(runtime_options(arguments.sched, arguments.cpu_groups));
    GemmOutcome outcome;
    for (int repeat = 0; repeat < arguments.repeat; ++repeat) {
        outcome.repeats.push_back(gemm<T>(runtime, to_transpose(arguments.transa), to_transpose(arguments.transb),
                                          static_cast<T>(arguments.alpha), a.view(), b.view(),
                                          static_cast<T>(arguments.beta), c.view(),
                                          gemm_options(arguments, problem, progress.get(), repeat)));
    }
    return outcome;
}

GemmOutcome run_problem(const Arguments& arguments, const Problem& problem) {
    const bool single = problem.precision == Precision::single_precision;
    if (Runtime::is_simulated()) {
        return single ? run_simulated<float>(arguments, problem) : run_simulated<double>(arguments, problem);
    }
    return single ? run_real<float>(arguments, problem) : run_real<double>(arguments, problem);
}

void draw(const Arguments& arguments, const GemmReport& report) {
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

int run(const Arguments& arguments) {
    check_simulated(arguments);
    check_outputs(arguments);
    const Problem problem = problem_of(arguments);
    check_problem(arguments, problem);
    GemmOutcome outcome = run_problem(arguments, problem);
    outcome.allocation_file = arguments.allocation;
    if (!Runtime::is_simulated()) { // where models are the truth; drivers only notice late that a kernel has ended
        for (const std::string& line : drift_warnings(outcome.median().nodes)) {
            notify_on_stderr()(line);
        }
    }
    draw(arguments, outcome.median());
    if (!arguments.json.empty()) {
        write_output(arguments.json, to_json(outcome).dump(2) + "\n");
    }
    if (arguments.json != "-" && arguments.draw != "-" && arguments.gantt != "-") {
        fmt::print("{}", to_text(outcome));
    }
    if (std::isnan(outcome.residual)) {
        throw RunFailure("the result cannot be verified: A, B or C holds NaN or infinity");
    }
    if (!outcome.verified().value_or(true)) {
        throw RunFailure(
            fmt::format("the result is wrong: residual {:.3e}, tolerance {:.3e}", outcome.residual, outcome.tolerance));
    }
    return ExitCode::success;
}

void add_product_options(CLI::App& command, Arguments& a) {
    command.add_option("--precision", a.precision, "double or float (default: the files', else double)")
        ->check(CLI::IsMember({"double", "float"}));
    command.add_option("--alpha", a.alpha)->check(finite_number())->capture_default_str();
    command.add_option("--beta", a.beta, "0 does not read C")->check(finite_number())->capture_default_str();
}

/// Taken by set_tile.
CLI::Option* add_tile_option(CLI::App& command, Arguments& a, const std::string& more) {
    return command.add_option(
        "--tile", a.given_tile,
        fmt::format("tile size; 0: chosen from the sizes and workers{}{}", more, default_tile_text()));
}

CLI::Validator whole_number_or_auto() {
    const auto check = [number = whole_number(0)](std::string& text) {
        const std::string complaint = text == "auto" ? "" : number(text);
        return complaint.empty() ? complaint : complaint + ", nor auto";
    };
    return {check, ""};
}

void set_tile(Arguments& a) {
    a.measures_tile = a.given_tile == "auto";
    if (a.given_tile.empty()) {
        a.tile = default_tile();
    } else if (!a.measures_tile) {
        a.tile = parsed<std::int64_t>(a.given_tile).value();
    }
}

void add_matrix_options(CLI::App& command, Arguments& a) {
    command.add_option("--a", a.a, "A from a .npy file (default: random)")->check(not_empty())->type_name("FILE");
    command.add_option("--b", a.b, "B from a .npy file (default: random)")->check(not_empty())->type_name("FILE");
    command.add_option("--c", a.c, "C before the product from a .npy file (default: random)")
        ->check(not_empty())
        ->type_name("FILE");
    command.add_option("--out", a.out, "write C to a .npy file")->check(not_empty())->type_name("FILE");
    command.add_option("--seed", a.seed, "of the random matrices")->transform(whole_number(0))->capture_default_str();
    command.add_option("--verify", a.verify, "check the result: freivalds is fast, full compares with OpenBLAS")
        ->check(CLI::IsMember({"none", "freivalds", "full"}))
        ->capture_default_str();
}

void add_run_options(CLI::App& command, Arguments& a) {
    command
        .add_option("--sched", a.sched,
                    fmt::format("scheduling policy, over STARPU_SCHED (see `policies`; default {})",
                                sched::default_strategy().name))
        ->check(not_empty())
        ->type_name("NAME");
    command
        .add_option("--cpu-groups", a.cpu_groups,
                    "CPU workers: core, socket or a number of groups, over TANGRAM_CPU_GROUPS")
        ->check(not_empty())
        ->type_name("G");
    command
        .add_option("--allocation", a.allocation,
                    "follow the tiles of a file of `partition --json` ('-': stdin); processor 0 is the first "
                    "memory node that `machine` lists, 1 the second, and so on")
        ->check(not_empty())
        ->type_name("FILE");
    command.add_option("--repeat", a.repeat, "run so many times, report the median")
        ->transform(whole_number(1))
        ->capture_default_str();
    if (!Runtime::is_simulated()) {
        constexpr int longest = 1'000'000;
        command
            .add_option("--patience", a.patience,
                        "end with an error after so many seconds (or three tasks' time, if that is longer) without a "
                        "task's end while a GPU has too little memory for tasks, as others took it")
            ->transform(whole_number(1, longest))
            ->capture_default_str();
    }
}

void add_report_options(CLI::App& command, Arguments& a) {
    command.add_option("--draw", a.draw, "draw who computed what as SVG ('-': stdout)")
        ->check(not_empty())
        ->type_name("FILE");
    command.add_option("--draw-gantt", a.gantt, "draw what each worker did when as SVG ('-': stdout)")
        ->check(not_empty())
        ->type_name("FILE");
    command.add_option("--progress", a.progress, "a progress line on stderr")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->capture_default_str();
    command.add_option("--json", a.json, "write the figures as JSON ('-': stdout)")
        ->check(not_empty())
        ->type_name("FILE");
}

/// What products of all kinds have.
void add_options(CLI::App& command, Arguments& a) {
    add_product_options(command, a);
    add_matrix_options(command, a);
    add_run_options(command, a);
    add_report_options(command, a);
}

} // namespace

Command add_gemm_command(CLI::App& app, const Simulator& simulator) {
    CLI::App* gemm = app.add_subcommand("gemm", "C = alpha op(A) op(B) + beta C; op(A) is m x k, op(B) k x n");
    auto arguments = std::make_shared<Arguments>();
    Arguments& a = *arguments;
    gemm->add_option("--size", a.size, "m, n and k at once (default 2048)")->transform(whole_number(0));
    gemm->add_option("--m", a.m, "rows of C")->transform(whole_number(0));
    gemm->add_option("--n", a.n, "columns of C")->transform(whole_number(0));
    gemm->add_option("--k", a.k, "columns of op(A), rows of op(B)")->transform(whole_number(0));
    gemm->add_option("--transa", a.transa, "A is stored as it is (n) or transposed (t)")
        ->check(CLI::IsMember({"n", "t"}))
        ->capture_default_str();
    gemm->add_option("--transb", a.transb, "B is stored as it is (n) or transposed (t)")
        ->check(CLI::IsMember({"n", "t"}))
        ->capture_default_str();
    add_tile_option(*gemm, a, ", auto: by measured kernels and links")
        ->transform(whole_number_or_auto())
        ->type_name("T");
    add_options(*gemm, a);
    return on_machine(*gemm, simulator, [arguments] {
        set_tile(*arguments);
        return run(*arguments);
    });
}

/// Each tile is one task, and none waits for another (seed 000, section 3).
Command add_outer_command(CLI::App& app, const Simulator& simulator) {
    CLI::App* outer = app.add_subcommand("outer", "C = alpha a b + beta C: the outer product of a column and a row");
    auto arguments = std::make_shared<Arguments>();
    Arguments& a = *arguments;
    outer->add_option("--size", a.size, "m and n at once (default 2048)")->transform(whole_number(0));
    outer->add_option("--m", a.m, "rows of a and of C")->transform(whole_number(0));
    outer->add_option("--n", a.n, "columns of b and of C")->transform(whole_number(0));
    outer
        ->add_option(
            "--depth", a.k,
            fmt::format("columns of a, rows of b; up to a tile, each tile is one task (default: the files', else {})",
                        Runtime::is_simulated() ? "the tile, which machines have models of" : "1"))
        ->transform(whole_number(1));
    add_tile_option(*outer, a, "")->transform(whole_number(0))->type_name("T");
    add_options(*outer, a);
    return on_machine(*outer, simulator, [arguments] {
        set_tile(*arguments);
        if (!arguments->k && arguments->a.empty() && arguments->b.empty()) {
            arguments->k = Runtime::is_simulated() ? std::max<std::int64_t>(arguments->tile, 1) : 1;
        }
        return run(*arguments);
    });
}

} // namespace tangram::apps
