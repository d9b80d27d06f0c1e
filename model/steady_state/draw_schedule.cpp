#include "model/steady_state/drawings.hpp"

#include "base/error.hpp"
#include "model/steady_state/chart_rows.hpp"
#include "model/steady_state/picture.hpp"
#include "model/steady_state/svg/colours.hpp"
#include "model/steady_state/svg/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace tangram::model::steady_state {

namespace {

using svg::Spot;
using svg::TextStyle;

// Lengths in px.
constexpr TextStyle name_style{12, "bold"};
constexpr TextStyle kind_style{10, "normal", "end", "#555"};
constexpr TextStyle tick_style{11, "normal", "middle"};
constexpr TextStyle slot_style{9, "normal", "middle", "#555"};
constexpr double bar_text = 10;
constexpr double chart_width = 1000; // one period
constexpr double cpu_height = 18;
constexpr double other_height = 14;
constexpr double row_gap = 2;
constexpr double group_gap = 7;
constexpr double head_height = 16; // the numbers of slots
constexpr double foot_height = 26; // the axis

double height_of(const Row& row) {
    return row.is_cpu() ? cpu_height : other_height;
}

/// Px from the start of the chart. A number of any size fits, as it is divided exactly.
double position(const Rational& time, const Rational& period) {
    return chart_width * Rational(time / period).get_d();
}

void append_bars(std::string& body, const Row& row, const Rational& period, Spot corner) {
    svg::append_rectangle(body, {corner, {chart_width, height_of(row)}}, "class=\"row\" fill=\"#f2f2f2\"");
    for (const Bar& bar : row.bars) {
        const double x = corner.x + position(bar.start, period);
        const double width = position(bar.length, period);
        constexpr double least_width = 0.01; // that coordinates tell
        if (width >= least_width) {
            svg::append_rectangle(body, {{x, corner.y}, {width, height_of(row)}},
                                  fmt::format("class=\"bar\" fill=\"{}\"", bar.colour));
        }
    }
}

void append_texts(std::string& body, const Row& row, const Rational& period, Spot corner) {
    for (const Bar& bar : row.bars) {
        const TextStyle style{bar_text, "normal", "middle", svg::ink_on(bar.colour)};
        const double width = position(bar.length, period) - 4;
        const std::string& text = svg::text_width(bar.text, style) <= width ? bar.text : bar.short_text;
        if (!text.empty() && svg::text_width(text, style) <= width) {
            svg::append_text(
                body, {corner.x + position(bar.start + bar.length / 2, period), corner.y + height_of(row) / 2 + 3.6},
                text, style);
        }
    }
}

/// The borders of slots, and their numbers where there is space.
void append_slots(std::string& body, const Schedule& schedule, double left, double height) {
    std::string lines;
    std::string numbers;
    Rational start;
    constexpr double least_distance = 1.5; // between lines
    double last = -least_distance;
    const auto add_line = [&](double x) {
        if (x >= last + least_distance) {
            fmt::format_to(std::back_inserter(lines), "M{:.2f} {:.2f}v{:.2f}", left + x, head_height, height);
            last = x;
        }
    };
    for (std::size_t slot = 0; slot < schedule.slots.size(); ++slot) {
        const std::string number = fmt::format("{}", slot + 1);
        const double x = position(start, schedule.period);
        const double width = position(schedule.slots[slot].length, schedule.period);
        add_line(x);
        if (svg::text_width(number, slot_style) + 2 <= width) {
            svg::append_text(numbers, {left + x + width / 2, head_height - 5}, number, slot_style);
        }
        start += schedule.slots[slot].length;
    }
    add_line(position(start, schedule.period));
    body += "<path class=\"slots\" d=\"" + lines + "\" stroke=\"#000\" stroke-width=\"0.4\"/>\n" + numbers;
}

/// A round number that divides the period into 4 to 10 parts.
Rational tick_step(const Rational& period) {
    Rational step = 1;
    while (10 * step <= period) {
        step *= 10;
    }
    while (step > period) {
        step /= 10;
    }
    const Rational parts = period / step; // 1 to 10
    return parts < 2 ? step / 5 : parts < 5 ? step / 2 : step;
}

void append_axis(std::string& body, const Rational& period, double left, double y) {
    std::string ticks = fmt::format("M{:.2f} {:.2f}h{:.2f}", left, y, chart_width);
    const auto add = [&](const Rational& time) {
        const double x = left + position(time, period);
        fmt::format_to(std::back_inserter(ticks), "M{:.2f} {:.2f}v5", x, y);
        svg::append_text(body, {x, y + 17}, decimal(time, 9), tick_style);
    };
    const Rational step = tick_step(period);
    const auto width = [](const Rational& time) { return svg::text_width(decimal(time, 9), tick_style); };
    const double end = chart_width - width(period) / 2 - 8;
    for (Rational time = 0; position(time, period) + width(time) / 2 < end; time += step) {
        add(time);
    }
    add(period);
    body += "<path d=\"" + ticks + "\" stroke=\"#000\" stroke-width=\"1\" fill=\"none\"/>\n";
}

double height_of(const std::vector<Group>& groups) {
    double height = 0;
    for (const Group& group : groups) {
        height += group_gap;
        for (const Row& row : group.rows) {
            height += height_of(row) + row_gap;
        }
    }
    return height;
}

/// Calls append(row, corner) for each row.
template <class Append> void for_each_row(const std::vector<Group>& groups, double left, const Append& append) {
    double y = head_height;
    for (const Group& group : groups) {
        for (const Row& row : group.rows) {
            append(row, Spot{left, y});
            y += height_of(row) + row_gap;
        }
        y += group_gap;
    }
}

void append_names(std::string& body, const std::vector<Group>& groups, double left) {
    double y = head_height;
    for (const Group& group : groups) {
        svg::append_text(body, {0, y + 13}, group.name, name_style);
        for (const Row& row : group.rows) {
            svg::append_text(body, {left - 6, y + height_of(row) / 2 + 3.6}, row.kind, kind_style);
            y += height_of(row) + row_gap;
        }
        y += group_gap;
    }
}

double left_of(const std::vector<Group>& groups) {
    double width = 0;
    for (const Group& group : groups) {
        width = std::max(width, svg::text_width(group.name, name_style));
    }
    return width + 36; // for the kinds of rows
}

/// The borders of slots, which concern transfers alone, lie behind the tasks.
std::string body_of(const Schedule& schedule, const std::vector<Group>& groups, double left, double height) {
    std::string body;
    append_names(body, groups, left);
    const auto append_rows = [&](bool of_tasks) {
        for_each_row(groups, left, [&](const Row& row, Spot corner) {
            if (row.is_cpu() == of_tasks) {
                append_bars(body, row, schedule.period, corner);
            }
        });
    };
    append_rows(false);
    append_slots(body, schedule, left, height);
    append_rows(true);
    for_each_row(groups, left, [&](const Row& row, Spot corner) { append_texts(body, row, schedule.period, corner); });
    append_axis(body, schedule.period, left, head_height + height + 2);
    return body;
}

std::string counted(std::size_t count, std::string_view thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

/// In the words of the command's report.
std::string in_full(const Schedule& schedule) {
    if (schedule.depth == 0) {
        return "nothing takes place";
    }
    return schedule.depth == 1 ? "runs in full from the first period on"
                               : "runs in full after " + counted(schedule.depth - 1, "period");
}

std::vector<svg::Entry> legend_of(const TaskTree& tree, const Schedule& schedule) {
    std::vector<svg::Entry> legend;
    for (std::size_t f = 0; f < tree.files.size(); ++f) {
        const File& file = tree.files[f];
        const std::string name = short_name(tree, file);
        const bool is_sent = std::any_of(schedule.sent.begin(), schedule.sent.end(),
                                         [&](const std::vector<Integer>& counts) { return counts[f] > 0; });
        if (!file.is_output()) {
            const std::string task = short_name(tree.tasks[file.to]);
            legend.push_back({colour_of(file), is_sent ? fmt::format("{}, {}", task, name) : task});
        } else if (is_sent) {
            legend.push_back({colour_of(file), name});
        }
    }
    return legend;
}

} // namespace

std::string draw(const Problem& problem, const Schedule& schedule, std::string_view time_unit) {
    require_valid(problem);
    if (schedule.period <= 0) {
        throw InvalidInput("the period of a schedule to draw must be positive");
    }
    const auto [groups, left_out] = chart_of(problem, schedule);
    const double left = left_of(groups);
    const double height = height_of(groups);
    svg::Page page{fmt::format("One period of {} {}{}", svg::shortened(to_text(schedule.period), 30), time_unit,
                               schedule.period == 1 ? "" : "s"),
                   {fmt::format("{}, {}, throughput {} jobs per {}", counted(schedule.slots.size(), "slot"),
                                in_full(schedule), with_exact(schedule.throughput, 40), time_unit)},
                   legend_of(problem.tree, schedule),
                   {left + chart_width + 20, head_height + height + foot_height}};
    if (schedule.loss > 0) {
        page.subtitles.front() += ", loss " + with_exact(schedule.loss, 40);
    }
    if (left_out > 0) {
        page.subtitles.push_back("Without the rows of " + counted(left_out, "idle processor"));
    }
    return svg::document(page, body_of(schedule, groups, left, height));
}

} // namespace tangram::model::steady_state
