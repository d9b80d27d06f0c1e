#pragma once

/// What all pictures share: text, swatches, and the page with its title and legend. Lengths in px.

#include "model/steady_state/svg/plane.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::model::steady_state::svg {

struct TextStyle {
    double size = 11; ///< px
    std::string_view weight = "normal";
    std::string_view anchor = "start"; ///< start, middle or end
    std::string_view colour = "#000";
};

/// In px, about as DejaVu Sans, a wide font, has it.
[[nodiscard]] double text_width(std::string_view text, const TextStyle& style = {});

/// Any text as one line of at most so many characters, 1 or more; of a longer one the middle is left out, as names
/// often differ at their ends.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most);

/// Text whose baseline begins (see anchor) at a spot. Markup is escaped.
void append_text(std::string& svg, Spot spot, std::string_view text, const TextStyle& style = {});

/// `look`: further attributes, such as fill.
void append_rectangle(std::string& svg, const Rectangle& rectangle, std::string_view look);

/// A swatch and what it stands for.
struct Entry {
    std::string colour; ///< empty: no swatch
    std::string text;
};

[[nodiscard]] double width_of(const Entry& entry, const TextStyle& style = {});

/// An entry whose baseline begins at a spot.
void append_entry(std::string& svg, Spot spot, const Entry& entry, const TextStyle& style = {});

struct Page {
    std::string title;
    std::vector<std::string> subtitles;
    std::vector<Entry> legend;
    Extent body;
};

/// The SVG document around a body that is drawn in [0, width] x [0, height] of page.body.
[[nodiscard]] std::string document(const Page& page, std::string_view body);

} // namespace tangram::model::steady_state::svg
