#include "partition/svg/page.hpp"

#include "base/xml_text.hpp"
#include "partition/svg/colours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace tangram::partition::svg {

namespace {

// Lengths in px.
constexpr double margin = 16;
constexpr double header_height = 64;
constexpr double legend_step = 20;
constexpr Extent swatch{24, 14};
constexpr double label_offset = swatch.width + 8;
constexpr std::size_t legend_limit = 32; // entries

/// Characters to px, on the safe side for any sans-serif font.
double text_width(std::string_view text, double font_size) {
    return 0.6 * font_size * static_cast<double>(text.size());
}

std::vector<std::string> legend_of(const Page& page) {
    std::vector<std::string> legend = page.labels;
    if (legend.size() > legend_limit) {
        legend.resize(legend_limit - 1);
        legend.push_back(fmt::format("and {} more", page.labels.size() - legend.size()));
    }
    return legend;
}

void append_legend(std::string& svg, const std::vector<std::string>& legend, std::size_t processors, double x) {
    const std::size_t swatches = legend.size() == processors ? processors : legend.size() - 1;
    for (std::size_t entry = 0; entry < legend.size(); ++entry) {
        const double y = header_height + legend_step * static_cast<double>(entry);
        if (entry < swatches) {
            const Colour colour = palette_colour(entry);
            fmt::format_to(std::back_inserter(svg),
                           "<rect x=\"{:.2f}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#000\" "
                           "stroke-width=\"0.5\"/>\n",
                           x, y, swatch.width, swatch.height, to_string(colour));
            append_number(svg, x + swatch.width / 2, y + swatch.height / 2, swatch, entry, ink_on(colour));
        }
        append_text(svg, x + label_offset, y + 11.5, legend[entry]);
    }
}

} // namespace

Extent fitted(double rows, double columns, double longest) {
    const double scale = longest / std::max(rows, columns);
    return {std::max(longest / 10, scale * columns), std::max(longest / 10, scale * rows)};
}

void append_text(std::string& svg, double x, double y, std::string_view text, const TextStyle& style) {
    fmt::format_to(std::back_inserter(svg),
                   "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.4g}\" font-weight=\"{}\" text-anchor=\"{}\" "
                   "fill=\"{}\">{}</text>\n",
                   x, y, style.size, style.weight, style.anchor, style.colour, xml_escaped(text));
}

void append_number(std::string& svg, double x, double y, Extent space, std::size_t processor, std::string_view colour) {
    constexpr double smallest = 7;
    constexpr double largest = 24;
    const std::string text = fmt::format("{}", processor);
    const double size = std::min({0.75 * space.height, 0.85 * space.width / text_width(text, 1), largest});
    if (size >= smallest) { // the middle of a digit is 0.36 of its font's size above the baseline
        append_text(svg, x, y + 0.36 * size, text, {size, "bold", "middle", colour});
    }
}

std::string document(const Page& page, std::string_view body) {
    const std::vector<std::string> legend = legend_of(page);
    const double legend_x = margin + page.body.width + 1.5 * margin;
    double right = std::max(margin + text_width(page.title, 18), margin + text_width(page.subtitle, 13));
    for (const std::string& label : legend) {
        right = std::max(right, legend_x + label_offset + text_width(label, 13));
    }
    const double legend_height = legend_step * static_cast<double>(legend.size());
    std::string svg = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                                  "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\">\n"
                                  "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
                                  right + margin, header_height + std::max(page.body.height, legend_height) + margin);
    append_text(svg, margin, 28, page.title, {18, "bold"});
    append_text(svg, margin, 50, page.subtitle);
    fmt::format_to(std::back_inserter(svg), "<g transform=\"translate({} {})\">\n{}</g>\n", margin, header_height,
                   body);
    append_legend(svg, legend, page.labels.size(), legend_x);
    return svg + "</svg>\n";
}

} // namespace tangram::partition::svg
