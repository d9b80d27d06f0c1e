#pragma once

/// The lines of links in the picture of a platform. For the sources of this folder.

#include "model/steady_state/rates.hpp"
#include "model/steady_state/svg/page.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tangram::model::steady_state {

struct Line {
    std::size_t link;
    bool is_used;
    bool has_arrow;
    bool is_one_of_two;            ///< the link back is used too
    double width;                  ///< px
    std::vector<svg::Entry> label; ///< what the link carries, or, on large platforms, how busy it is; may be empty
};

/// A line for each link that is used. An unused link and that back are one line, or none if the one back is used.
[[nodiscard]] std::vector<Line> lines_of(const Problem& problem, const Rates& rates);

/// Of the label, in px.
[[nodiscard]] svg::Extent label_extent(const Line& line);

void append_line(std::string& picture, const Line& line, const svg::Segment& segment);
void append_label(std::string& picture, const Line& line, const svg::Rectangle& place);

} // namespace tangram::model::steady_state
