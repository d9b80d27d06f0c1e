#pragma once

/// What `tangram exchange` found: as JSON, and as a table for people.

#include "apps/command/exchange_runs.hpp"

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace tangram::apps {

/// Keys as documented in docs/exchange.md. Figures are means over the runs.
nlohmann::json to_json(const ExchangeOutcome& outcome);

/// The report on stdout.
std::string to_text(const ExchangeOutcome& outcome);

} // namespace tangram::apps
