#pragma once

/// The command `exchange` with another engine than the event simulator.

#include "apps/command/exchange_runs.hpp"
#include "apps/command/run_guarded.hpp"

namespace CLI {
class App;
} // namespace CLI

namespace tangram::apps {

/// As add_exchange_command() of commands.hpp, simulated by this engine.
Command add_exchange_command(CLI::App& app, const ExchangeEngine& engine);

} // namespace tangram::apps
