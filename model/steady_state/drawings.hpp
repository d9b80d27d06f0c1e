#pragma once

/// Pictures as SVG: who computes what and what each link carries; one period of a schedule.

#include "model/steady_state/schedule.hpp"

#include <string>
#include <string_view>

namespace tangram::model::steady_state {

/// The platform graph: processors, masters marked, each with its tasks' rates and how busy it is; links with the files
/// they carry, beyond 20 processors only with how busy they are. The same input gives the same text. `time_unit`: what
/// captions call it, in the singular. Throws InvalidInput as require_valid(); the rates must have the problem's sizes.
/// O(processors^2 + links^2 + processors x links), some thousand times. Beyond 300 processors these stand in columns
/// and links have no labels, which takes O(processors x links) once.
[[nodiscard]] std::string draw(const Problem& problem, const Rates& rates, std::string_view time_unit = "time unit");

/// One period as a Gantt chart: for each processor a row of computing, of sending and of receiving, for each link that
/// is not one-port and carries something one, for each shared resource one; slots as divisions of the period. Beyond 40
/// rows idle processors are left out. Throws InvalidInput as require_valid(), and unless the period is positive; the
/// schedule must have the problem's sizes. O(processors x tasks + links x files + loads).
[[nodiscard]] std::string draw(const Problem& problem, const Schedule& schedule,
                               std::string_view time_unit = "time unit");

} // namespace tangram::model::steady_state
