#pragma once

/// A finished product's figures: as JSON, as text for people, and as a picture.

#include "apps/gemm/report/outcome.hpp"
#include "partition/svg/svg.hpp"

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace tangram::apps {

/// Keys as documented in docs/json.md; unknown values are null.
nlohmann::json to_json(const GemmOutcome& outcome);

/// The report on stdout.
std::string to_text(const GemmOutcome& outcome);

/// Who computed what, tile by tile of C.
partition::Drawing drawing_of(const GemmReport& report);

} // namespace tangram::apps
