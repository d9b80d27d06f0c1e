#include "model/steady_state/link_lines.hpp"

#include "model/steady_state/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace tangram::model::steady_state {

namespace {

using svg::Entry;
using svg::Extent;
using svg::Rectangle;
using svg::Segment;
using svg::Spot;

constexpr svg::TextStyle label_style{10};
constexpr double label_step = 13;         // px
constexpr std::size_t most_labelled = 20; // processors, beyond which labels say how busy the link is alone

bool is_used(const std::vector<Rational>& sent) {
    return std::any_of(sent.begin(), sent.end(), [](const Rational& rate) { return rate > 0; });
}

Line used_line(const Problem& problem, const Rates& rates, std::size_t link, bool is_one_of_two) {
    Line line{link, true, true, is_one_of_two, 1, {}};
    Rational busy;
    for (std::size_t f = 0; f < problem.tree.files.size(); ++f) {
        const File& file = problem.tree.files[f];
        if (const Rational& rate = rates.sent[link][f]; rate > 0) {
            busy += rate * file.data * problem.platform.links[link].c;
            line.label.push_back({colour_of(file), with_rate(short_name(problem.tree, file), rate)});
        }
    }
    if (problem.platform.processors.size() > most_labelled) {
        line.label = {{"", percentage(busy)}};
    }
    line.width = 1 + 4 * std::clamp(busy.get_d(), 0.0, 1.0);
    return line;
}

} // namespace

std::vector<Line> lines_of(const Problem& problem, const Rates& rates) {
    const std::vector<Link>& links = problem.platform.links;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> numbers;
    for (std::size_t link = 0; link < links.size(); ++link) {
        numbers[{links[link].from, links[link].to}] = link;
    }
    std::vector<Line> lines;
    for (std::size_t link = 0; link < links.size(); ++link) {
        const auto back = numbers.find({links[link].to, links[link].from});
        const bool has_back = back != numbers.end();
        const bool is_back_used = has_back && is_used(rates.sent[back->second]);
        if (is_used(rates.sent[link])) {
            lines.push_back(used_line(problem, rates, link, is_back_used));
        } else if (!has_back || (!is_back_used && link < back->second)) {
            lines.push_back({link, false, !has_back, false, 0.8, {}});
        }
    }
    return lines;
}

Extent label_extent(const Line& line) {
    double width = 0;
    for (const Entry& entry : line.label) {
        width = std::max(width, svg::width_of(entry, label_style));
    }
    return {width, label_step * static_cast<double>(line.label.size())};
}

void append_line(std::string& picture, const Line& line, const Segment& segment) {
    const std::string_view colour = line.is_used ? "#444" : "#aaa";
    const double head = line.has_arrow ? std::min(6 + 1.5 * line.width, segment.length()) : 0;
    const double part = segment.length() > 0 ? 1 - head / segment.length() : 1;
    const Spot neck = segment.at(part);
    fmt::format_to(std::back_inserter(picture),
                   "<path class=\"{}\" d=\"M{:.2f} {:.2f}L{:.2f} {:.2f}\" stroke=\"{}\" stroke-width=\"{:.2f}\"/>\n",
                   line.is_used ? "link" : "unused", segment.from.x, segment.from.y, neck.x, neck.y, colour,
                   line.width);
    if (line.has_arrow) {
        const Spot right = segment.right_hand();
        const double half = 2 + line.width;
        fmt::format_to(std::back_inserter(picture),
                       "<path d=\"M{:.2f} {:.2f}L{:.2f} {:.2f}L{:.2f} {:.2f}z\" fill=\"{}\"/>\n", segment.to.x,
                       segment.to.y, neck.x + half * right.x, neck.y + half * right.y, neck.x - half * right.x,
                       neck.y - half * right.y, colour);
    }
}

void append_label(std::string& picture, const Line& line, const Rectangle& place) {
    svg::append_rectangle(picture, place, "fill=\"#fff\" fill-opacity=\"0.8\"");
    double y = place.corner.y + 10;
    for (const Entry& entry : line.label) {
        svg::append_entry(picture, {place.corner.x, y}, entry, label_style);
        y += label_step;
    }
}

} // namespace tangram::model::steady_state
