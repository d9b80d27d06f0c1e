#pragma once

/// What all pictures share: the page with its title and legend, and text.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::partition::svg {

/// Width and height in px.
struct Extent {
    double width;
    double height;
};

/// Sides in proportion to columns and rows (any unit), the longer one of
/// `longest` px, the shorter one not less than a tenth of it.
[[nodiscard]] Extent fitted(double rows, double columns, double longest);

struct TextStyle {
    double size = 13; ///< px
    std::string_view weight = "normal";
    std::string_view anchor = "start"; ///< start, middle or end
    std::string_view colour = "#000";
};

/// Text whose baseline begins (see anchor) at x, y.
void append_text(std::string& svg, double x, double y, std::string_view text, const TextStyle& style = {});

/// A processor's number in the middle of a width x height space around (x, y),
/// as large as fits; nothing where that could not be read.
void append_number(std::string& svg, double x, double y, Extent space, std::size_t processor, std::string_view colour);

struct Page {
    std::string title;
    std::string subtitle;
    Extent body;
    std::vector<std::string> labels; ///< of the legend, one per processor; it ends after 32
};

/// The SVG document around a body that is drawn in [0, width] x [0, height] of page.body.
[[nodiscard]] std::string document(const Page& page, std::string_view body);

} // namespace tangram::partition::svg
