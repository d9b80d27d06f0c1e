#include "model/steady_state/processor_cards.hpp"

#include "model/steady_state/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace tangram::model::steady_state {

namespace {

using svg::Extent;
using svg::Rectangle;
using svg::Spot;
using svg::TextStyle;

// Lengths in px.
constexpr TextStyle name_style{13, "bold"};
constexpr TextStyle role_style{10, "normal", "end"};
constexpr TextStyle task_style{11};
constexpr double padding = 8;
constexpr double bar_height = 8;
constexpr double task_step = 15;

Extent extent_of(const Card& card) {
    double width = svg::text_width(card.name, name_style) + 12 + svg::text_width(card.role, role_style);
    width = std::max(width, 40 + svg::text_width(card.busy, task_style));
    for (const Card::Part& part : card.parts) {
        width = std::max(width, svg::width_of(part.entry, task_style));
    }
    return {width + 2 * padding, 46 + task_step * static_cast<double>(card.parts.size())};
}

Card card_of(const Problem& problem, const Rates& rates, std::size_t processor,
             const std::vector<std::optional<Rational>>& durations) {
    Card card;
    card.is_master = steady_state::is_master(problem.platform, processor);
    card.name = short_name(problem.platform.processors[processor]);
    card.role = card.is_master ? "master" : "";
    if (problem.gather == processor) {
        card.role += card.is_master ? ", gathers" : "gathers";
    }
    Rational busy;
    for (std::size_t task = 0; task < problem.tree.tasks.size(); ++task) {
        const Rational& rate = rates.computed[processor][task];
        if (rate > 0 && durations[task]) {
            const Rational share = rate * *durations[task];
            busy += share;
            card.parts.push_back(
                {{colour_of_task(task), with_rate(short_name(problem.tree.tasks[task]), rate)}, share});
        }
    }
    card.has_cpu = std::any_of(durations.begin(), durations.end(), [](const auto& time) { return time.has_value(); });
    card.busy = card.has_cpu ? "cpu " + percentage(busy) : "no cpu";
    card.extent = extent_of(card);
    return card;
}

/// How a processor spends its time.
void append_bar(std::string& picture, const Card& card, const Rectangle& bar) {
    svg::append_rectangle(picture, bar, "fill=\"#eee\"");
    double done = 0;
    for (const Card::Part& part : card.parts) {
        const double share = std::min(part.share.get_d(), std::max(1 - done, 0.0));
        svg::append_rectangle(
            picture, {{bar.corner.x + done * bar.extent.width, bar.corner.y}, {share * bar.extent.width, bar_height}},
            fmt::format("class=\"share\" fill=\"{}\"", part.entry.colour));
        done += share;
    }
    svg::append_rectangle(picture, bar, "fill=\"none\" stroke=\"#000\" stroke-width=\"0.5\"");
}

} // namespace

std::vector<Card> cards_of(const Problem& problem, const Rates& rates) {
    const auto times = durations(problem);
    std::vector<Card> cards;
    for (std::size_t processor = 0; processor < times.size(); ++processor) {
        cards.push_back(card_of(problem, rates, processor, times[processor]));
    }
    return cards;
}

void append_card(std::string& picture, const Card& card, Spot centre) {
    const Rectangle box = svg::centred(centre, card.extent);
    if (card.is_master) {
        svg::append_rectangle(picture, svg::grown(box, 4),
                              "class=\"master\" rx=\"9\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"2.5\"");
    }
    svg::append_rectangle(picture, box,
                          fmt::format("class=\"processor\" rx=\"6\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"{}\"",
                                      card.is_master ? 2 : 1));
    const double left = box.corner.x + padding;
    const double right = box.right() - padding;
    double y = box.corner.y + 17;
    svg::append_text(picture, {left, y}, card.name, name_style);
    if (!card.role.empty()) {
        svg::append_text(picture, {right, y}, card.role, role_style);
    }
    y += 18;
    const double busy_width = svg::text_width(card.busy, task_style) + 6;
    svg::append_text(picture, {left, y}, card.busy, task_style);
    if (card.has_cpu) {
        append_bar(picture, card, {{left + busy_width, y - bar_height}, {right - left - busy_width, bar_height}});
    }
    for (const Card::Part& part : card.parts) {
        y += task_step;
        svg::append_entry(picture, {left, y}, part.entry, task_style);
    }
}

} // namespace tangram::model::steady_state
