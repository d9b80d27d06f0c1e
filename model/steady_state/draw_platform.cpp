#include "model/steady_state/drawings.hpp"

#include "model/steady_state/link_lines.hpp"
#include "model/steady_state/picture.hpp"
#include "model/steady_state/processor_cards.hpp"
#include "model/steady_state/svg/arrangement.hpp"
#include "model/steady_state/svg/columns.hpp"
#include "model/steady_state/svg/label_places.hpp"
#include "model/steady_state/svg/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace tangram::model::steady_state {

namespace {

using svg::Extent;
using svg::Rectangle;
using svg::Segment;
using svg::Spot;

constexpr double label_gap = 8;            // around labels, px
constexpr std::size_t most_arranged = 300; // processors: beyond, that takes too long and helps little

/// From box to box; one of two directions on the right of the middle.
Segment segment_of(const Link& link, const Line& line, const std::vector<Card>& cards,
                   const std::vector<Spot>& centres) {
    const Spot right = Segment{centres[link.from], centres[link.to]}.right_hand();
    const double offset = line.is_one_of_two ? 2.5 + line.width / 2 : 0;
    const auto moved = [&](Spot spot) { return Spot{spot.x + offset * right.x, spot.y + offset * right.y}; };
    const Segment middle{moved(centres[link.from]), moved(centres[link.to])};
    const auto border = [&](std::size_t processor) {
        const Card& card = cards[processor];
        return svg::grown(svg::centred(centres[processor], card.extent), card.outline() + 2);
    };
    const auto start = svg::inside(middle, border(link.from));
    const auto end = svg::inside(middle, border(link.to));
    return {middle.at(start ? start->last : 0), middle.at(end ? end->first : 1)};
}

/// The picture without its page, where the centres of boxes are given.
struct Scene {
    std::vector<Rectangle> boxes;
    std::vector<Segment> segments; ///< by line
    std::vector<Rectangle> labels; ///< of the lines that have one, in their order
    double faults = 0;             ///< what is hidden: lines by boxes and by labels, text (label_places.hpp)
};

Scene scene_of(const Platform& platform, const std::vector<Card>& cards, const std::vector<Line>& lines,
               const std::vector<Spot>& centres) {
    Scene scene;
    for (std::size_t i = 0; i < cards.size(); ++i) {
        scene.boxes.push_back(svg::grown(svg::centred(centres[i], cards[i].extent), cards[i].outline()));
    }
    std::vector<svg::Label> labels;
    std::vector<svg::Stroke> strokes;
    for (const Line& line : lines) {
        const Link& link = platform.links[line.link];
        const Segment segment = segment_of(link, line, cards, centres);
        const auto [one, other] = std::minmax(link.from, link.to);
        const std::size_t edge = one * cards.size() + other;
        scene.segments.push_back(segment);
        strokes.push_back({segment, edge, line.is_used ? 3.0 : 1.0});
        if (!line.label.empty()) {
            labels.push_back({segment, edge, 3 + line.width / 2, label_extent(line), !line.is_one_of_two});
        }
    }
    svg::LabelPlaces places = svg::label_places(labels, scene.boxes, strokes);
    scene.labels = std::move(places.places);
    scene.faults = places.faults;
    for (const Rectangle& box : scene.boxes) {
        scene.faults += static_cast<double>(
            std::count_if(scene.segments.begin(), scene.segments.end(),
                          [&](const Segment& segment) { return svg::inside(segment, box).has_value(); }));
    }
    return scene;
}

Rectangle bounds_of(const Scene& scene) {
    Rectangle bounds = scene.boxes.front();
    for (const auto& rectangles : {scene.boxes, scene.labels}) {
        for (const Rectangle& rectangle : rectangles) {
            bounds = svg::united(bounds, rectangle);
        }
    }
    return svg::grown(bounds, 4);
}

std::vector<Extent> extents_of(const std::vector<Card>& cards) {
    std::vector<Extent> boxes;
    boxes.reserve(cards.size());
    for (const Card& card : cards) {
        boxes.push_back({card.extent.width + 2 * card.outline(), card.extent.height + 2 * card.outline()});
    }
    return boxes;
}

std::vector<svg::Edge> edges_of(const Platform& platform, const std::vector<Line>& lines) {
    std::vector<svg::Edge> edges;
    for (const Line& line : lines) {
        const Link& link = platform.links[line.link];
        const auto [width, height] = label_extent(line);
        edges.push_back({link.from, link.to, {width + 2 * label_gap, height + 2 * label_gap}});
    }
    return edges;
}

/// Tries edges of some lengths: of pictures that hide little, the smallest is the best.
Scene best_scene(const Platform& platform, const std::vector<Card>& cards, const std::vector<Line>& lines) {
    const std::vector<Extent> boxes = extents_of(cards);
    const std::vector<svg::Edge> edges = edges_of(platform, lines);
    double length = 30;
    for (const Card& card : cards) {
        length += (card.extent.width + card.extent.height) / 2 / static_cast<double>(cards.size());
    }
    const std::vector<Spot> arrangement = svg::arranged(boxes.size(), edges, platform.masters.front());
    const double tolerated = 1 + static_cast<double>(cards.size()) / 20; // faults, before a picture should grow
    const int lengths = cards.size() > 100 ? 3 : 16;                     // large ones take seconds each
    Scene best;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < lengths && (i == 0 || best.faults > 0); ++i, length *= 1.08) {
        Scene scene = scene_of(platform, cards, lines, svg::spread(arrangement, boxes, edges, length));
        const auto [width, height] = bounds_of(scene).extent;
        if (const double cost = width * height * (tolerated + scene.faults); cost < least) {
            least = cost;
            best = std::move(scene);
        }
    }
    return best;
}

/// Of more processors than can be arranged. There is no space for labels between the columns.
Scene scene_in_columns(const Platform& platform, const std::vector<Card>& cards, std::vector<Line>& lines) {
    for (Line& line : lines) {
        line.label.clear();
    }
    return scene_of(platform, cards, lines,
                    svg::in_columns(extents_of(cards), edges_of(platform, lines), platform.masters.front()));
}

std::string body_of(const Scene& scene, const std::vector<Card>& cards, const std::vector<Line>& lines,
                    const Rectangle& bounds) {
    std::string body = fmt::format("<g transform=\"translate({:.2f} {:.2f})\">\n", -bounds.corner.x, -bounds.corner.y);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        append_line(body, lines[i], scene.segments[i]);
    }
    auto place = scene.labels.begin();
    for (const Line& line : lines) {
        if (!line.label.empty()) {
            append_label(body, line, *place++);
        }
    }
    for (std::size_t i = 0; i < cards.size(); ++i) {
        append_card(body, cards[i], svg::middle(scene.boxes[i]));
    }
    return body + "</g>\n";
}

} // namespace

std::string draw(const Problem& problem, const Rates& rates, std::string_view time_unit) {
    require_valid(problem);
    const std::vector<Card> cards = cards_of(problem, rates);
    std::vector<Line> lines = lines_of(problem, rates);
    const Scene scene = cards.size() > most_arranged ? scene_in_columns(problem.platform, cards, lines)
                                                     : best_scene(problem.platform, cards, lines);
    const Rectangle bounds = bounds_of(scene);
    svg::Page page{fmt::format("Throughput {} jobs per {}", with_exact(rates.throughput, 60), time_unit),
                   {fmt::format("Numbers are tasks and files per {}; a link is as wide as it is busy", time_unit)},
                   {},
                   bounds.extent};
    for (std::size_t task = 0; task < problem.tree.tasks.size(); ++task) {
        page.legend.push_back({colour_of_task(task), short_name(problem.tree.tasks[task])});
    }
    return svg::document(page, body_of(scene, cards, lines, bounds));
}

} // namespace tangram::model::steady_state
