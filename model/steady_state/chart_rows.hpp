#pragma once

/// What the rows of a schedule's Gantt chart hold. For the sources of this folder.

#include "model/steady_state/schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace tangram::model::steady_state {

/// What happens for some time.
struct Bar {
    Rational start;
    Rational length;
    std::string colour;
    std::string text;       ///< if there is space for it
    std::string short_text; ///< if that is too long
};

struct Row {
    std::string kind; ///< "cpu", "out", "in", "link" or "shared"
    std::vector<Bar> bars;

    [[nodiscard]] bool is_cpu() const { return kind == "cpu"; }
};

/// Of one processor, link or shared resource.
struct Group {
    std::string name;
    std::vector<Row> rows;

    [[nodiscard]] bool is_idle() const {
        return std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.bars.empty(); });
    }
};

struct Chart {
    std::vector<Group> groups;
    std::size_t left_out = 0; ///< idle processors, of a chart that would else have more than 40 rows
};

/// One period: processors, with ports if they have one-port links, then the links that are not one-port and carry
/// something, then the resources that links share. A transfer by such a link starts with its slot, or when the link's
/// last one ends. A resource is shown as if it served one transfer after the other, as it has a time for each. O(size).
[[nodiscard]] Chart chart_of(const Problem& problem, const Schedule& schedule);

} // namespace tangram::model::steady_state
