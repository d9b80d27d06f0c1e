#include "apps/commands.hpp"
#include "apps/runtime.hpp"
#include "sched/settings.hpp"
#include "sched/strategies.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

namespace tangram::apps {

namespace {

void print_text() {
    fmt::print("Tangram's strategies (--sched or STARPU_SCHED; case and dashes do not matter):\n");
    for (const sched::Strategy& strategy : sched::strategies()) {
        const bool is_default = strategy.name == sched::default_strategy().name;
        fmt::print("  {}{}\n      {}\n", strategy.name, is_default ? " (default)" : "", strategy.description);
    }
    fmt::print("StarPU's own policies:\n  {}\n", fmt::join(starpu_policies(), ", "));
    fmt::print("Settings (environment):\n");
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
