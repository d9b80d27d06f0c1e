#include "apps/command/commands.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "sched/policies/settings.hpp"
#include "sched/policies/strategies.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>

namespace tangram::apps {

namespace {

void print_entry(const std::string& name, const std::string& description) {
    fmt::print("  {}\n      {}\n", name, description);
}

void print_text() {
    fmt::print(
        "Tangram's strategies (--sched or STARPU_SCHED; case and dashes do not matter; default {}):\n"
        "<allocation>-<balancer>; in three dimensions also <allocation>-redux-<balancer> (each node sums into a copy\n"
        "of its own of a shared tile of C, and the copies are added); <balancer> alone (with {}); or\n"
        "one of the other names.\n",
        sched::default_strategy().name, sched::default_allocation_kind().name);
    fmt::print("Allocations: which node is planned to compute what\n");
    for (const sched::AllocationKind& allocation : sched::allocation_kinds()) {
        print_entry(allocation.name, allocation.description);
    }
    fmt::print("Balancers: what an idle node does\n");
    for (const sched::Balancer& balancer : sched::balancers()) {
        print_entry(balancer.name, balancer.description);
    }
    fmt::print("Other strategies\n");
    for (const sched::Strategy& strategy : sched::strategies()) {
        if (strategy.as<sched::Strategy::Planned>() == nullptr) {
            print_entry(strategy.name, strategy.description);
        }
    }
    fmt::print("StarPU's own policies\n  {}\n", fmt::join(starpu_policies(), ", "));
    fmt::print("Settings (environment variables)\n");
    for (const sched::Setting& setting : sched::settings()) {
        fmt::print("  {:<20} {} (default {}, now {})\n", setting.variable, setting.description, setting.fallback,
                   sched::value_of(setting));
    }
}

/// As in docs/strategies.md.
void print_policies_markdown() {
    fmt::print("{}\n| variable | default | what it sets |\n|---|---|---|\n", sched::strategies_markdown());
    for (const sched::Setting& setting : sched::settings()) {
        fmt::print("| `{}` | {} | {} |\n", setting.variable, setting.fallback, setting.description);
    }
}

} // namespace

Command add_policies_command(CLI::App& app) {
    CLI::App* policies =
        app.add_subcommand("policies", "list Tangram's strategies, StarPU's policies and the settings");
    auto markdown = std::make_shared<bool>(false);
    policies->add_flag("--markdown", *markdown, "print the tables of strategies and settings as Markdown");
    return [markdown] {
        *markdown ? print_policies_markdown() : print_text();
        return ExitCode::success;
    };
}

} // namespace tangram::apps
