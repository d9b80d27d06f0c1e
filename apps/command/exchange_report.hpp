#pragma once

/// What `tangram exchange`, `tangram-s4u exchange` or `tangram-mpi fronts` found: as JSON, and as a table for people.

#include "apps/command/exchange_runs.hpp"

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace tangram::apps {

/// Keys as documented in docs/exchange.md. Figures are means over the runs.
nlohmann::json to_json(const ExchangeOutcome& outcome);

/// The report on stdout.
std::string to_text(const ExchangeOutcome& outcome);

/// Both, as the arguments ask for them. Throws RunFailure if the file cannot be written.
void write_report(const ExchangeOutcome& outcome);

/// Whether no run's solution is wrong.
[[nodiscard]] bool is_verified(const ExchangeOutcome& outcome);

} // namespace tangram::apps
