#include "model/steady_state/svg/page.hpp"

#include "base/text.hpp"
#include "base/xml_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tangram::model::steady_state::svg {

namespace {

// Lengths in px.
constexpr double margin = 20;
constexpr TextStyle title_style{18, "bold"};
constexpr TextStyle subtitle_style{12, "normal", "start", "#333"};
constexpr TextStyle legend_style{12};
constexpr double line_step = 18; // of subtitles
constexpr double legend_step = 20;
constexpr double legend_gap = 20;
constexpr double least_width = 560; // of a page, for its legend

/// A part of a font's size.
double character_width(std::string_view character) {
    if (character.size() > 1) {
        return character.size() == 2 ? 0.8 : 1.0;
    }
    constexpr std::string_view narrow = " !'()*,-./:;I[]fijlrt|";
    constexpr std::string_view wide = "%@MWmw";
    const char c = character.front();
    const bool is_digit_or_small = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
    return narrow.find(c) != narrow.npos ? 0.41 : wide.find(c) != wide.npos ? 1.0 : is_digit_or_small ? 0.64 : 0.84;
}

/// Whether XML has it: surrogates and U+FFFE and U+FFFF, which are no characters, it has not.
bool is_in_xml(std::string_view character) {
    return character.size() != 3 || !((character[0] == '\xed' && character[1] >= '\xa0') ||
                                      (character >= "\xef\xbf\xbe" && character <= "\xef\xbf\xbf"));
}

/// Draws the legend in lines of a page's width. Returns their height.
double append_legend(std::string& svg, const std::vector<Entry>& legend, double top, double width) {
    Spot spot{margin, top + legend_style.size};
    for (const Entry& entry : legend) {
        const double entry_width = width_of(entry, legend_style);
        if (spot.x > margin && spot.x + entry_width > width - margin) {
            spot = {margin, spot.y + legend_step};
        }
        append_entry(svg, spot, entry, legend_style);
        spot.x += entry_width + legend_gap;
    }
    return legend.empty() ? 0 : spot.y - top - legend_style.size + legend_step;
}

} // namespace

double text_width(std::string_view text, const TextStyle& style) {
    double width = 0;
    while (!text.empty()) {
        const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
        width += character_width(text.substr(0, length));
        text.remove_prefix(length);
    }
    return width * style.size * (style.weight == "bold" ? 1.1 : 1);
}

std::string shortened(std::string_view text, std::size_t most) {
    const std::string line = printable(text);
    std::vector<std::string_view> characters;
    for (std::string_view rest = line; !rest.empty(); rest.remove_prefix(characters.back().size())) {
        characters.push_back(rest.substr(0, utf8_length(rest)));
    }
    const std::size_t left_out = characters.size() > most ? characters.size() - most + 1 : 0;
    const std::size_t start = left_out > 0 ? most / 2 : characters.size();
    std::string result;
    for (std::size_t i = 0; i < characters.size(); ++i) {
        if (i < start || i >= start + left_out) {
            result += is_in_xml(characters[i]) ? characters[i] : "?";
        } else if (i == start) {
            result += "…";
        }
    }
    return result;
}

void append_text(std::string& svg, Spot spot, std::string_view text, const TextStyle& style) {
    fmt::format_to(std::back_inserter(svg),
                   "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{}\" font-weight=\"{}\" text-anchor=\"{}\" "
                   "fill=\"{}\">{}</text>\n",
                   spot.x, spot.y, style.size, style.weight, style.anchor, style.colour, xml_escaped(text));
}

void append_rectangle(std::string& svg, const Rectangle& rectangle, std::string_view look) {
    fmt::format_to(std::back_inserter(svg), "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" {}/>\n",
                   rectangle.corner.x, rectangle.corner.y, rectangle.extent.width, rectangle.extent.height, look);
}

double width_of(const Entry& entry, const TextStyle& style) {
    return text_width(entry.text, style) + (entry.colour.empty() ? 0 : 1.2 * style.size);
}

void append_entry(std::string& svg, Spot spot, const Entry& entry, const TextStyle& style) {
    if (!entry.colour.empty()) {
        const double side = 0.8 * style.size;
        append_rectangle(svg, {{spot.x, spot.y - side}, {side, side}},
                         fmt::format("fill=\"{}\" stroke=\"#000\" stroke-width=\"0.5\"", entry.colour));
        spot.x += 1.2 * style.size;
    }
    append_text(svg, spot, entry.text, style);
}

std::string document(const Page& page, std::string_view body) {
    double width =
        std::max({least_width, page.body.width + 2 * margin, text_width(page.title, title_style) + 2 * margin});
    for (const std::string& subtitle : page.subtitles) {
        width = std::max(width, text_width(subtitle, subtitle_style) + 2 * margin);
    }
    std::string head;
    double y = margin + title_style.size;
    append_text(head, {margin, y}, page.title, title_style);
    for (const std::string& subtitle : page.subtitles) {
        y += line_step;
        append_text(head, {margin, y}, subtitle, subtitle_style);
    }
    y += 10;
    y += append_legend(head, page.legend, y, width) + 6;
    const double left = (width - page.body.width) / 2;
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                       "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n"
                       "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{2}"
                       "<g transform=\"translate({3:.2f} {4:.2f})\">\n{5}</g>\n</svg>\n",
                       std::ceil(width), std::ceil(y + page.body.height + margin), head, left, y, body);
}

} // namespace tangram::model::steady_state::svg
