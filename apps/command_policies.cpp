#include "apps/commands.hpp"
#include "apps/runtime.hpp"
#include "sched/settings.hpp"
#include "sched/strategies.hpp"

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
    fmt::print("Tangram's strategies (--sched or STARPU_SCHED; case and dashes do not matter; default {}):\n"
               "<allocation>-<balancer>, <allocation>-redux-<balancer> in three dimensions (shared tiles of C are\n"
               "accumulated apart and added), <balancer> alone (with {}), or one of a single word.\n",
               sched::default_strategy().name, sched::allocation_kinds().front().name);
    fmt::print("Allocations: who should compute what\n");
    for (const sched::AllocationKind& allocation : sched::allocation_kinds()) {
        print_entry(allocation.name, allocation.description);
    }
    fmt::print("Balancers: when the plan was wrong\n");
    for (const sched::Balancer& balancer : sched::balancers()) {
        print_entry(balancer.name, balancer.description);
    }
    fmt::print("In one word\n");
    for (const sched::Strategy& strategy : sched::strategies()) {
        if (strategy.allocation == nullptr) {
            print_entry(strategy.name, strategy.description);
        }
    }
    fmt::print("StarPU's own policies\n  {}\n", fmt::join(starpu_policies(), ", "));
    fmt::print("Settings (environment)\n");
    for (const sched::Setting& setting : sched::settings()) {
        fmt::print("  {:<20} {} (default {}, now {})\n", setting.variable, setting.description, setting.fallback,
                   sched::value_of(setting));
    }
}

/// As in the README.
void print_markdown() {
    fmt::print("{}\n| variable | default | what it sets |\n|---|---|---|\n", sched::strategies_markdown());
    for (const sched::Setting& setting : sched::settings()) {
        fmt::print("| `{}` | {} | {} |\n", setting.variable, setting.fallback, setting.description);
    }
}

} // namespace

Command add_policies_command(CLI::App& app) {
    CLI::App* policies = app.add_subcommand("policies", "the table of strategies, StarPU's policies and settings");
    auto markdown = std::make_shared<bool>(false);
    policies->add_flag("--markdown", *markdown, "strategies and settings as Markdown tables");
    return [markdown] {
        *markdown ? print_markdown() : print_text();
        return ExitCode::success;
    };
}

} // namespace tangram::apps
