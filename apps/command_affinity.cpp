#include "apps/affinity_report.hpp"
#include "apps/commands.hpp"
#include "apps/files.hpp"
#include "apps/parsed_number.hpp"
#include "model/analysis.hpp"
#include "model/static_reference.hpp"
#include "partition/error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace tangram::apps {

namespace {

/// A processor's blocks take a bit or more each; results are kept for each run and processor.
constexpr std::int64_t most_processors = 1'000'000;
constexpr std::int64_t most_runs = 1'000'000;
constexpr std::int64_t most_threads = 1024;

/// Tasks have numbers of 32 bits: 65535^2 and 1625^3 are below 2^32.
constexpr std::int64_t most_blocks = 65535;
constexpr std::int64_t most_blocks_of_matrices = 1625;

struct Arguments {
    std::string kernel, strategy;
    std::optional<std::uint32_t> blocks;
    std::optional<std::size_t> processors;
    std::string speeds = "uniform:10:100";
    bool same_speeds = false;
    std::size_t runs = 10;
    std::uint64_t seed = 1;
    std::string beta;
    std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
    std::string json;
    std::string progress = "auto";
    bool markdown = false;
};

// ---- The strategy

/// A row of one of two tables.
struct Choice {
    const sched::AffinityKind* dynamic = nullptr;
    const sched::AllocationKind* reference = nullptr; ///< a static partitioner

    [[nodiscard]] bool has_phases() const { return dynamic != nullptr && dynamic->has_phases; }
    [[nodiscard]] const std::string& name() const { return dynamic != nullptr ? dynamic->name : reference->name; }
    [[nodiscard]] std::string description() const {
        return dynamic != nullptr ? dynamic->description : "knows the speeds; " + reference->description;
    }
    [[nodiscard]] sched::Kernel kernel() const {
        const sched::Kernel by_reference =
            reference != nullptr && reference->is_3d() ? sched::Kernel::matrix : sched::Kernel::outer;
        return dynamic != nullptr ? dynamic->kernel : by_reference;
    }
};

std::vector<Choice> all_choices() {
    std::vector<Choice> all;
    for (const sched::AffinityKind& kind : sched::affinity_kinds()) {
        all.push_back({&kind, nullptr});
    }
    for (const sched::AllocationKind& kind : sched::allocation_kinds()) {
        all.push_back({nullptr, &kind});
    }
    return all;
}

/// dynamic-2phases, for dynamic-outer-2phases and dynamic-matrix-2phases.
std::string short_name(const sched::AffinityKind& kind) {
    std::string name = sched::normalised_name(kind.name);
    const std::string kernel = to_string(kind.kernel);
    const std::size_t start = name.find(kernel);
    return start == std::string::npos ? name : name.erase(start, kernel.size());
}

std::string names_of(const std::vector<Choice>& choices) {
    std::vector<std::string> names;
    std::transform(choices.begin(), choices.end(), std::back_inserter(names),
                   [](const Choice& choice) { return choice.name(); });
    return fmt::format("{}", fmt::join(names, ", "));
}

/// Those for a kernel, or all.
std::vector<Choice> for_kernel(std::vector<Choice> choices, const std::string& kernel) {
    std::erase_if(choices,
                  [&](const Choice& choice) { return !kernel.empty() && kernel != to_string(choice.kernel()); });
    return choices;
}

/// The one of this name, or those of this short name.
std::vector<Choice> choices_named(const std::string& wanted) {
    std::vector<Choice> by_short_name;
    for (const Choice& choice : all_choices()) {
        if (sched::normalised_name(choice.name()) == wanted) {
            return {choice};
        }
        if (choice.dynamic != nullptr && short_name(*choice.dynamic) == wanted) {
            by_short_name.push_back(choice);
        }
    }
    return by_short_name;
}

/// By its name, or by a short one of a dynamic strategy where that and the kernel name one alone.
Choice choice_of(const Arguments& arguments) {
    const std::vector<Choice> possible = for_kernel(all_choices(), arguments.kernel);
    if (arguments.strategy.empty()) {
        throw InvalidInput(fmt::format("no strategy: give --strategy, one of {}", names_of(possible)));
    }
    const std::vector<Choice> named = choices_named(sched::normalised_name(arguments.strategy));
    if (named.empty()) {
        throw InvalidInput(fmt::format("unknown strategy '{}'; there are {}", arguments.strategy, names_of(possible)));
    }
    const std::vector<Choice> choices = for_kernel(named, arguments.kernel);
    if (choices.empty()) {
        throw InvalidInput(fmt::format("{} is for the {} product; for --kernel {} there are {}", named.front().name(),
                                       to_string(named.front().kernel()), arguments.kernel, names_of(possible)));
    }
    if (choices.size() > 1) {
        throw InvalidInput(
            fmt::format("--strategy {} needs --kernel: it may be {}", arguments.strategy, names_of(choices)));
    }
    return choices.front();
}

// ---- The problem

/// As many processors as it is for, if --processors does not say.
sched::AffinityProblem problem_of(const Arguments& arguments, sched::Kernel kernel,
                                  const model::SpeedDistribution& speeds) {
    const std::optional<std::size_t> processors = arguments.processors ? arguments.processors : speeds.processors();
    if (!arguments.blocks || !processors) {
        throw InvalidInput(fmt::format("{} is missing", arguments.blocks ? "--processors" : "--blocks"));
    }
    if (kernel == sched::Kernel::matrix && *arguments.blocks > most_blocks_of_matrices) {
        throw InvalidInput(
            fmt::format("--blocks {}: at most {} for the matrix product", *arguments.blocks, most_blocks_of_matrices));
    }
    sched::AffinityProblem problem = sched::AffinityProblem::cube(kernel, *arguments.blocks, *processors);
    problem.seed = arguments.seed;
    return problem;
}

/// --beta, given or not, into the campaign.
void set_beta(model::Campaign& campaign, const Arguments& arguments, const Choice& choice) {
    if (!choice.has_phases()) {
        if (!arguments.beta.empty()) {
            throw InvalidInput(fmt::format("--beta would be ignored: {} has no second phase", choice.name()));
        }
        return;
    }
    const sched::AffinityProblem& problem = campaign.problem;
    if (arguments.beta.empty() || arguments.beta == "auto") {
        campaign.beta = [kernel = problem.kernel, blocks = problem.rows](const std::vector<double>& speeds) {
            return model::best_beta(kernel, blocks, model::relative_speeds(speeds));
        };
    } else if (arguments.beta == "homogeneous") {
        campaign.problem.beta = model::best_homogeneous_beta(problem.kernel, problem.rows, problem.processors);
    } else if (const auto beta = parsed<double>(arguments.beta); beta && std::isfinite(*beta) && *beta >= 0) {
        campaign.problem.beta = *beta;
    } else {
        throw InvalidInput(fmt::format("--beta '{}': auto, homogeneous or a number, 0 or more", arguments.beta));
    }
}

model::Campaign campaign_of(const Arguments& arguments, const Choice& choice) {
    model::Campaign campaign;
    campaign.kind = choice.dynamic;
    campaign.speeds = model::SpeedDistribution(arguments.speeds);
    campaign.problem = problem_of(arguments, choice.kernel(), campaign.speeds);
    campaign.same_speeds = arguments.same_speeds;
    campaign.runs = arguments.runs;
    campaign.threads = arguments.threads;
    set_beta(campaign, arguments, choice);
    return campaign;
}

// ---- The runs

std::vector<model::RunResult> results_of(const Choice& choice, const model::Campaign& campaign,
                                         const std::string& progress_mode) {
    const std::unique_ptr<Progress> progress = make_progress_line(to_progress_mode(progress_mode), "runs");
    if (progress) {
        progress->begin(campaign.runs);
    }
    const auto done = [&](std::size_t /*finished*/) {
        if (progress) {
            progress->task_done();
        }
    };
    if (choice.dynamic != nullptr) {
        return model::simulate_all(campaign, done);
    }
    const auto reference = [&](std::size_t run) {
        return model::static_reference(*choice.reference, campaign.problem, campaign.speeds_of(run),
                                       campaign.problem.seed + run);
    };
    return model::run_all(campaign.runs, campaign.threads, reference, done);
}

/// Random is a second phase from the start, Dynamic a first one that ends with the last task, and so
/// do two phases whose second one would begin later.
/// Sorted and those that choose with care have no analysis.
std::optional<AnalysedRun> analysed(const Choice& choice, const sched::AffinityProblem& problem,
                                    const std::vector<double>& relative, const std::optional<double>& beta) {
    const auto volume = [&](double from) {
        return model::volume(problem.kernel, problem.rows, relative, from).total();
    };
    const double end = std::log(static_cast<double>(problem.tasks()));
    if (beta) {
        const double from = std::min(*beta, end);
        std::optional<double> first_order;
        if (from <= model::first_order_limit(problem.kernel, relative)) {
            first_order = model::first_order_volume(problem.kernel, problem.rows, relative, from).total();
        }
        return AnalysedRun{first_order, volume(from)};
    }
    const std::string strategy = choice.dynamic != nullptr ? short_name(*choice.dynamic) : "";
    if (strategy == "random") {
        return AnalysedRun{std::nullopt, volume(0)};
    }
    if (strategy == "dynamic") {
        return AnalysedRun{std::nullopt, volume(end)};
    }
    return std::nullopt;
}

AffinityRun beside_its_analysis(model::RunResult result, const Choice& choice, const model::Campaign& campaign,
                                std::size_t run) {
    const sched::AffinityProblem& problem = campaign.problem;
    const std::vector<double>& relative = result.relative_speeds;
    AffinityRun beside;
    beside.lower_bound = model::lower_bound(problem.kernel, problem.rows, relative);
    beside.imbalance = imbalance(result.tasks, model::relative_speeds(campaign.speeds_of(run).tasks_per_second));
    if (choice.has_phases()) {
        beside.beta = result.beta;
    }
    beside.analysis = analysed(choice, problem, relative, beside.beta);
    beside.result = std::move(result);
    return beside;
}

AffinityOutcome outcome_of(const Arguments& arguments) {
    const Choice choice = choice_of(arguments);
    const model::Campaign campaign = campaign_of(arguments, choice);
    AffinityOutcome outcome{.strategy = choice.name(),
                            .description = choice.description(),
                            .problem = campaign.problem,
                            .speeds = arguments.speeds,
                            .random_speeds = campaign.speeds.is_random(),
                            .same_speeds = arguments.same_speeds,
                            .runs = {}};
    std::vector<model::RunResult> results = results_of(choice, campaign, arguments.progress);
    for (std::size_t run = 0; run < results.size(); ++run) {
        outcome.runs.push_back(beside_its_analysis(std::move(results[run]), choice, campaign, run));
    }
    return outcome;
}

// ---- The command

int run(const Arguments& arguments) {
    if (!arguments.json.empty() && arguments.json != "-") {
        check_writable(arguments.json);
    }
    const AffinityOutcome outcome = outcome_of(arguments);
    if (!arguments.json.empty()) {
        write_output(arguments.json, to_json(outcome).dump(2) + "\n");
    }
    if (arguments.json != "-") {
        fmt::print("{}", to_text(outcome));
    }
    return ExitCode::success;
}

/// As in the README.
void print_markdown() {
    fmt::print("| `--strategy` | what an idle processor is given |\n|---|---|\n");
    for (const sched::AffinityKind& kind : sched::affinity_kinds()) {
        fmt::print("| `{}` | {} |\n", kind.name, kind.description);
    }
}

std::string help_on_names() {
    std::string text = "Strategies (case and dashes do not matter; with --kernel, outer and matrix may be left out):\n";
    for (const sched::AffinityKind& kind : sched::affinity_kinds()) {
        text += fmt::format("  {:<24}{}\n", kind.name, kind.description);
    }
    text += "Static partitioners, as references, which know the speeds (see `policies`; 3d: matrix product):\n";
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

Command add_affinity_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "affinity", "what dynamic strategies send for independent tasks that share blocks, beside its analysis");
    auto arguments = std::make_shared<Arguments>();
    Arguments& a = *arguments;
    command->add_option("--kernel", a.kernel, "outer or matrix product (default: as the strategy's name says)")
        ->check(CLI::IsMember({"outer", "matrix"}));
    command->add_option("--strategy", a.strategy, "see below")->check(not_empty())->type_name("NAME");
    command
        ->add_option("--blocks", a.blocks,
                     fmt::format("N: blocks of a vector (at most {}), or along a side of a matrix ({})", most_blocks,
                                 most_blocks_of_matrices))
        ->transform(whole_number(1, most_blocks))
        ->type_name("N");
    command
        ->add_option("--processors", a.processors,
                     fmt::format("how many of them, at most {} (default: as many as --speeds file:PATH has numbers)",
                                 most_processors))
        ->transform(whole_number(1, most_processors))
        ->type_name("P");
    command->add_option("--speeds", a.speeds, "tasks per second of each processor, see below")
        ->check(not_empty())
        ->type_name("TEXT")
        ->capture_default_str();
    command->add_flag("--same-speeds", a.same_speeds, "draw them once for all runs");
    command->add_option("--runs", a.runs, fmt::format("how many of them, at most {}", most_runs))
        ->transform(whole_number(1, most_runs))
        ->capture_default_str();
    command->add_option("--seed", a.seed, "of the first run; the others have the next ones")
        ->transform(whole_number(0))
        ->capture_default_str();
    command
        ->add_option("--beta", a.beta,
                     "the second phase starts when exp(-beta) of the tasks are left; auto: the best for the speeds, "
                     "homogeneous: the best for as many equal ones, or a number (default auto)")
        ->check(not_empty())
        ->type_name("BETA");
    command
        ->add_option("--threads", a.threads,
                     fmt::format("runs side by side, at most {} (default: as many as cores)", most_threads))
        ->transform(whole_number(1, most_threads))
        ->type_name("T");
    command->add_option("--progress", a.progress, "a progress line on stderr")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->capture_default_str();
    command->add_option("--json", a.json, "write the figures as JSON ('-': stdout)")
        ->check(not_empty())
        ->type_name("FILE");
    command->add_flag("--markdown", a.markdown, "the strategies as a Markdown table, nothing else");
    command->footer(help_on_names());
    return [arguments] {
        if (arguments->markdown) {
            print_markdown();
            return static_cast<int>(ExitCode::success);
        }
        return run(*arguments);
    };
}

} // namespace tangram::apps
