#pragma once

/// A finished product's figures: as JSON with the contract's keys, and as a table
/// for people.

#include "apps/gemm.hpp"
#include "apps/verify.hpp"
#include "partition/svg.hpp"

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace tangram::apps {

/// A GemmReport of each repetition, and what verification found.
struct GemmOutcome {
    std::vector<GemmReport> repeats; ///< at least one

    std::string allocation_file = {}; ///< that the allocation came from, if it did

    Verification verification = Verification::none;
    double residual = 0;
    double tolerance = 0;

    /// Nothing where no verification was asked for.
    [[nodiscard]] std::optional<bool> verified() const;

    /// The repetition that the figures are taken from: the one of median seconds.
    [[nodiscard]] const GemmReport& median() const;
};

/// Keys as documented in the README; unknown values are null.
nlohmann::json to_json(const GemmOutcome& outcome);

/// The report on stdout.
std::string to_text(const GemmOutcome& outcome);

/// Who computed what, tile by tile of C.
partition::Drawing drawing_of(const GemmReport& report);

} // namespace tangram::apps
