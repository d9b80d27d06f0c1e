#include "apps/gemm/report/gantt.hpp"
#include "partition/svg/colours.hpp"
#include "partition/svg/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

namespace tangram::apps {

namespace {

namespace svg = partition::svg;

// Lengths in px.
constexpr double chart_width = 960;
constexpr double names_width = 88; // with the strip
constexpr double strip_width = 16; // of a node's colour and number beside its lanes
constexpr double chart_height = 320;
constexpr double highest_lane = 34;
constexpr double lowest_lane = 5;
constexpr double node_gap = 8;
constexpr double head_height = 18; // above the lanes
constexpr double axis_height = 44;

constexpr std::string_view addition_colour = "#333333";

std::string colour(const std::optional<std::size_t>& node) {
    return node ? svg::to_string(palette_colour(*node)) : std::string(addition_colour);
}

/// Where things are on the page.
struct Places {
    double lane = 0;               // height
    double per_second = 0;         // px
    std::vector<double> lane_tops; // by lane
    double bottom = 0;
};

Places places_of(const Gantt& gantt) {
    Places places;
    places.lane = std::clamp(chart_height / static_cast<double>(gantt.lanes.size()), lowest_lane, highest_lane);
    places.per_second = chart_width / gantt.seconds;
    for (std::size_t lane = 0; lane < gantt.lanes.size(); ++lane) {
        if (lane > 0) {
            places.bottom += gantt.lanes[lane].node == gantt.lanes[lane - 1].node ? 2 : node_gap;
        }
        places.lane_tops.push_back(places.bottom);
        places.bottom += places.lane;
    }
    return places;
}

/// A step of 1, 2 or 5 times a power of ten that goes five to ten times into `length`.
double axis_step(double length) {
    const double least = length / 10;
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least) {
            return factor * power;
        }
    }
    return 10 * power;
}

struct Unit {
    const char* name;
    double seconds;
};

Unit unit_for(double seconds) {
    if (seconds >= 1) {
        return {"s", 1};
    }
    return seconds >= 1e-3 ? Unit{"ms", 1e-3} : Unit{"µs", 1e-6};
}

void append_axis(std::string& out, const Gantt& gantt, const Places& places) {
    const Unit unit = unit_for(gantt.seconds);
    const double step = axis_step(gantt.seconds / unit.seconds);
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step))));
    std::string lines;
    for (int tick = 0; step * tick <= gantt.seconds / unit.seconds; ++tick) {
        const double x = step * tick * unit.seconds * places.per_second;
        fmt::format_to(std::back_inserter(lines), "M{:.2f} -4V{:.2f}", x, places.bottom + 8);
        svg::append_text(out, x, places.bottom + 22, fmt::format("{:.{}f}", step * tick, decimals),
                         {12, "normal", "middle"});
    }
    fmt::format_to(std::back_inserter(out),
                   "<path stroke=\"#000\" stroke-opacity=\"0.2\" stroke-width=\"1\" d=\"{}\"/>\n", lines);
    svg::append_text(out, chart_width, places.bottom + 38, fmt::format("time in {}", unit.name), {12, "normal", "end"});
}

/// A node's name beside its lanes, and a strip of its colour with its number.
void append_node(std::string& out, std::string_view name, std::size_t node, double top, double height) {
    const double x = -strip_width - 4;
    fmt::format_to(std::back_inserter(out),
                   "<rect x=\"{}\" y=\"{:.2f}\" width=\"{}\" height=\"{:.2f}\" fill=\"{}\"/>\n", x, top, strip_width,
                   height, colour(node));
    svg::append_number(out, x + strip_width / 2, top + height / 2, {strip_width, std::min(height, strip_width)}, node,
                       svg::ink_on(palette_colour(node)));
    svg::append_text(out, x - 6, top + height / 2 + 4.5, name, {13, "normal", "end"});
}

void append_nodes(std::string& out, const Gantt& gantt, const Places& places) {
    for (std::size_t node = 0; node < gantt.nodes.size(); ++node) {
        const auto is_ours = [node](const GanttLane& lane) { return lane.node == node; };
        const auto first = std::find_if(gantt.lanes.begin(), gantt.lanes.end(), is_ours);
        const auto end = std::find_if_not(first, gantt.lanes.end(), is_ours);
        if (first != end) {
            const double top = places.lane_tops[static_cast<std::size_t>(first - gantt.lanes.begin())];
            const double last = places.lane_tops[static_cast<std::size_t>(end - gantt.lanes.begin() - 1)];
            append_node(out, gantt.nodes[node], node, top, last + places.lane - top);
        }
    }
}

/// Whether boxes are wide enough, on average, to be told apart by lines around them.
bool are_separable(const std::vector<GanttBox>& boxes, double per_second) {
    constexpr double least_width = 3;
    double seconds = 0;
    for (const GanttBox& box : boxes) {
        seconds += box.end - box.start;
    }
    return seconds * per_second >= least_width * static_cast<double>(boxes.size());
}

/// The boxes of each colour as one path. Those of other nodes leave the lane's edges
/// free: they are seen in black and white, too.
void append_boxes(std::string& out, const GanttLane& lane, const Places& places, bool are_tasks) {
    std::map<std::optional<std::size_t>, std::string> paths;
    for (const GanttBox& box : lane.boxes) {
        const double inset = box.node == lane.node || !box.node ? 0 : 0.2 * places.lane;
        const double width = (box.end - box.start) * places.per_second;
        fmt::format_to(std::back_inserter(paths[box.node]), "M{:.2f} {:.3g}h{:.2f}v{:.3g}h{:.2f}z",
                       box.start * places.per_second, inset, width, places.lane - 2 * inset, -width);
    }
    const std::string_view lines = are_tasks && are_separable(lane.boxes, places.per_second)
                                       ? " stroke=\"#000\" stroke-opacity=\"0.45\" stroke-width=\"0.5\""
                                       : "";
    for (const auto& [node, path] : paths) {
        fmt::format_to(std::back_inserter(out), "<path fill=\"{}\"{} d=\"{}\"/>\n", colour(node), lines, path);
    }
}

/// are_tasks: a box is a task, not several.
void append_lanes(std::string& out, const std::vector<GanttLane>& lanes, const Places& places, bool are_tasks) {
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        fmt::format_to(std::back_inserter(out),
                       "<g class=\"lane\" transform=\"translate(0 {:.2f})\">\n"
                       "<rect width=\"{}\" height=\"{:.2f}\" fill=\"#f0f0f0\"/>\n",
                       places.lane_tops[lane], chart_width, places.lane);
        append_boxes(out, lanes[lane], places, are_tasks);
        out += "</g>\n";
    }
}

void append_bound(std::string& out, const Gantt& gantt, const Places& places) {
    const double x = gantt.bound * places.per_second;
    fmt::format_to(std::back_inserter(out),
                   "<path stroke=\"#000\" stroke-width=\"1.5\" stroke-dasharray=\"5 3\" d=\"M{:.2f} -6V{:.2f}\"/>\n", x,
                   places.bottom + 8);
    svg::append_text(out, x, -10, "bound", {12, "normal", "middle"});
}

/// Below the axis: what the legend of nodes does not say.
void append_notes(std::string& out, const Gantt& gantt, const Places& places, bool is_complete) {
    std::string text =
        gantt.has_plan ? "Colour: the memory node that a task was planned for; the thinner boxes were stolen from it."
                       : "Without a plan, a task has the colour of the memory node that executed it.";
    const bool adds = std::any_of(gantt.lanes.begin(), gantt.lanes.end(), [](const GanttLane& lane) {
        return std::any_of(lane.boxes.begin(), lane.boxes.end(), [](const GanttBox& box) { return !box.node; });
    });
    if (adds) {
        text += " Dark grey: additions of partial C.";
    }
    if (!is_complete) {
        text += " Too many tasks to show each: a step of time shows what took most of it.";
    }
    svg::append_text(out, 0, places.bottom + axis_height + 16, text, {12});
}

} // namespace

std::string draw(const Gantt& gantt) {
    const Places places = places_of(gantt);
    const std::vector<GanttLane> lanes = merged(gantt.lanes, gantt.seconds);
    const bool is_complete = lanes == gantt.lanes;
    std::string body = fmt::format("<g transform=\"translate({} {})\">\n", names_width, head_height);
    append_axis(body, gantt, places);
    append_nodes(body, gantt, places);
    append_lanes(body, lanes, places, is_complete);
    if (gantt.bound > 0 && gantt.bound < gantt.seconds) {
        append_bound(body, gantt, places);
    }
    append_notes(body, gantt, places, is_complete);
    body += "</g>\n";
    return svg::document({gantt.title,
                          gantt.subtitle,
                          {names_width + chart_width, head_height + places.bottom + axis_height + 16},
                          gantt.labels},
                         body);
}

} // namespace tangram::apps
