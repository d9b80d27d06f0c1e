#include "partition/svg/svg.hpp"

#include "base/error.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <set>
#include <string_view>
#include <utility>

namespace tangram::partition {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

constexpr std::string_view bar_start = "<rect x=\"";
constexpr std::string_view grid_lines = "<path ";

std::size_t occurrences(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) {
        ++count;
    }
    return count;
}

/// The part of the document that draws tiles, in units of tiles.
std::string cells_of(const std::string& svg) {
    const std::size_t begin = svg.find("<g ");
    return svg.substr(begin, svg.find("</g>") - begin);
}

Drawing one_tile(std::vector<TileShare> shares) {
    return {"title", "subtitle", 1, 1, {std::move(shares)}, {"a", "b", "c"}};
}

} // namespace

TEST(Svg, MergesEqualTilesOfARow) {
    const std::string cells = cells_of(draw(drawing_of({"by hand", 2, 4, 2, {0, 0, 0, 1, 1, 0, 0, 0}})));
    EXPECT_EQ(occurrences(cells, bar_start), 4u);
    EXPECT_THAT(cells, HasSubstr("<rect x=\"0\" y=\"0\" width=\"3\" height=\"1\" fill=\"#0072b2\"/>"));
    EXPECT_THAT(cells, HasSubstr("<rect x=\"3\" y=\"0\" width=\"1\" height=\"1\" fill=\"#e69f00\"/>"));
    EXPECT_THAT(cells, HasSubstr("<rect x=\"1\" y=\"1\" width=\"3\" height=\"1\" fill=\"#0072b2\"/>"));
}

TEST(Svg, StacksSharesInProportion) {
    const std::string cells = cells_of(draw(one_tile({{0, 6}, {2, 2}})));
    EXPECT_EQ(occurrences(cells, bar_start), 2u);
    EXPECT_THAT(cells, HasSubstr("<rect x=\"0\" y=\"0\" width=\"1\" height=\"0.75\" fill=\"#0072b2\"/>"));
    EXPECT_THAT(cells, HasSubstr("<rect x=\"0\" y=\"0.75\" width=\"1\" height=\"0.25\" fill=\"#009e73\"/>"));
}

TEST(Svg, LeavesTilesThatNobodyDidWhite) {
    EXPECT_EQ(occurrences(cells_of(draw(one_tile({}))), bar_start), 0u);
}

TEST(Svg, ShowsTitleSubtitleAndLegend) {
    const std::string svg = draw({"Who computed what",
                                  "N = 8",
                                  1,
                                  2,
                                  {{{0, 1}}, {{1, 1}}},
                                  {"RAM (node 0): 12 tasks", "OpenCL 0 (node 1): 123 tasks"}});
    for (const char* text : {"Who computed what", "N = 8", "RAM (node 0): 12 tasks", "OpenCL 0 (node 1): 123 tasks"}) {
        EXPECT_THAT(svg, HasSubstr(std::string(">") + text + "</text>"));
    }
    EXPECT_EQ(occurrences(svg, "fill=\"#0072b2\""), 2u); // a tile and its swatch
}

TEST(Svg, EscapesText) {
    Drawing drawing = one_tile({{0, 1}});
    drawing.title = "<a> & 'b'";
    drawing.labels[0] = "\"x\"\n";
    const std::string svg = draw(drawing);
    EXPECT_THAT(svg, HasSubstr(">&lt;a&gt; &amp; &apos;b&apos;</text>"));
    EXPECT_THAT(svg, HasSubstr(">&quot;x&quot; </text>"));
}

TEST(Svg, LeavesOutGridLinesOfLargeGrids) {
    const auto grid = [](std::size_t columns) {
        return draw(drawing_of({"one", 1, columns, 1, std::vector<std::size_t>(columns, 0)}));
    };
    EXPECT_THAT(grid(100), HasSubstr(grid_lines));
    EXPECT_THAT(grid(101), Not(HasSubstr(grid_lines)));
}

TEST(Svg, ColoursOfManyProcessorsDiffer) {
    Allocation allocation{"many", 1, 64, 64, {}};
    for (std::size_t p = 0; p < 64; ++p) {
        allocation.owners.push_back(p);
    }
    const std::string cells = cells_of(draw(drawing_of(allocation)));
    std::set<std::string> colours;
    for (std::size_t at = cells.find("fill=\"#"); at != cells.npos; at = cells.find("fill=\"#", at + 1)) {
        colours.insert(cells.substr(at, 14));
    }
    EXPECT_EQ(colours.size(), 64u);
}

TEST(Svg, EndsLongLegends) {
    const std::string svg = draw(drawing_of({"many", 1, 1, 100, {0}}));
    EXPECT_THAT(svg, HasSubstr(">processor 30: 0 tiles<"));
    EXPECT_THAT(svg, Not(HasSubstr(">processor 31: 0 tiles<")));
    EXPECT_THAT(svg, HasSubstr(">and 69 more<"));
}

TEST(Svg, DescribesAnAllocation) {
    const Drawing drawing = drawing_of({"nrrp-rounded", 2, 2, 2, {0, 1, 0, 1}});
    EXPECT_EQ(drawing.title, "nrrp-rounded");
    EXPECT_EQ(drawing.subtitle, "2 x 2 tiles, sum of half-perimeters 6");
    EXPECT_THAT(drawing.labels, ::testing::ElementsAre("processor 0: 2 tiles", "processor 1: 2 tiles"));
    EXPECT_EQ(drawing.cells[1], (std::vector<TileShare>{{1, 1.0}}));
    EXPECT_THAT(drawing_of({"x", 1, 1, 1, {0}}, {"RAM"}).labels, ::testing::ElementsAre("RAM"));
}

TEST(Svg, NumbersStandInTheMiddleOfTheLargestSquare) {
    // 640 px for 4 columns: processor 0 has 2 x 3 tiles, squares of 2 that can move right by 1.
    const std::string svg = draw(drawing_of({"by hand", 2, 4, 2, {0, 0, 0, 1, 0, 0, 0, 1}}));
    EXPECT_THAT(svg, HasSubstr("<text x=\"240.00\" y=\"168.64\"")); // 24 px high, from 0.36 below the middle
    EXPECT_THAT(svg, HasSubstr("<text x=\"560.00\""));
}

TEST(Svg, StacksTheOwnersOfALayeredTile) {
    const Drawing drawing = drawing_of({"x", 1, 2, 3, {2, 0, 2, 1, 1, 1}, 3});
    EXPECT_EQ(drawing.cells[0], (std::vector<TileShare>{{2, 2}, {0, 1}}));
    EXPECT_EQ(drawing.cells[1], (std::vector<TileShare>{{1, 3}}));
}

TEST(Svg, ShowsLayersAsSlices) {
    const auto layered = [](std::size_t layers) {
        return draw(Allocation{"x", 2, 2, 1, std::vector<std::size_t>(4 * layers, 0), layers});
    };
    const std::string three = layered(3);
    for (const char* label : {">k = 0<", ">k = 1<", ">k = 2<"}) {
        EXPECT_THAT(three, HasSubstr(label));
    }
    EXPECT_THAT(three, HasSubstr(">2 x 2 x 3 tiles, half-surfaces 16<"));
    const std::string many = layered(100); // 12 slices at most, so 1 in 9
    EXPECT_EQ(occurrences(many, ">k = "), 12u);
    EXPECT_THAT(many, AllOf(HasSubstr(">k = 99<"), Not(HasSubstr(">k = 98<")), HasSubstr("1 layer in 9 is shown")));
}

TEST(Svg, OutlinesZonesAroundTheirBoxes) {
    // An L of two boxes around a quarter: no line where its boxes touch, at half of the width and above.
    const Partition partition{"by hand", 1, 1, {{0, {{0, 0.5, 0, 0.5}, {0.5, 1, 0, 1}}}, {1, {{0, 0.5, 0.5, 1}}}}};
    const std::string svg = draw(partition, {"an L", "a square"});
    const std::size_t outline = svg.find("stroke-width=\"1.5\"");
    ASSERT_NE(outline, svg.npos);
    const std::string lines = svg.substr(outline, svg.find("/>", outline) - outline);
    EXPECT_THAT(lines, HasSubstr("M320.00 320.00h320.00"));    // between L and square
    EXPECT_THAT(lines, HasSubstr("M320.00 0.00v320.00"));      // the other edge between them
    EXPECT_THAT(lines, Not(HasSubstr("M0.00 320.00h320.00"))); // inside the L
    EXPECT_THAT(svg, AllOf(HasSubstr(">by hand<"), HasSubstr(">2 zones of 1 x 1<"), HasSubstr(">an L<")));
}

TEST(Svg, OutlinesZonesAroundSeveralOthers) {
    // Two squares side by side at the top, of a half and a quarter, and three boxes around them.
    const Partition partition{"by hand",
                              1,
                              1,
                              {{0, {{0, 1, 0.75, 1}, {0.5, 1, 0, 0.5}, {0.25, 1, 0.5, 0.75}}},
                               {1, {{0, 0.5, 0, 0.5}}},
                               {2, {{0, 0.25, 0.5, 0.75}}}}};
    const std::string svg = draw(partition);
    const std::size_t outline = svg.find("stroke-width=\"1.5\"");
    ASSERT_NE(outline, svg.npos);
    const std::string lines = svg.substr(outline, svg.find("/>", outline) - outline);
    EXPECT_THAT(lines, AllOf(HasSubstr("M480.00 0.00v160.00"), HasSubstr("M320.00 160.00v160.00")));
    EXPECT_THAT(lines, Not(AnyOf(HasSubstr("M480.00 160.00v"), HasSubstr("M320.00 320.00v")))); // inside the zone
}

TEST(Svg, NumbersZonesThatAreLargeEnough) {
    const auto numbered = [](double width) {
        const std::string svg =
            draw(Partition{"x", 1, 1, {{0, {{0, 1, 0, 1 - width}}}, {1, {{0, 1, 1 - width, 1}}}}}, {"a", "b"});
        return occurrences(svg, ">1</text>"); // one is in the legend
    };
    EXPECT_EQ(numbered(0.1), 2u);
    EXPECT_EQ(numbered(0.001), 1u);
}

TEST(Svg, ShowsSharesOfZones) {
    EXPECT_THAT(draw(Partition{"x", 2, 2, {{0, {{0, 2, 0, 0.5}}}, {1, {{0, 2, 0.5, 2}}}}}),
                AllOf(HasSubstr(">processor 0: 25.00%<"), HasSubstr(">processor 1: 75.00%<")));
}

TEST(Svg, DrawsSolidsBackToFront) {
    // One behind the other along each axis in turn; the viewer is at small x, large y and small z.
    for (const auto& [far, near] : {std::pair(Box{0.5, 1, 0, 1, 0, 1}, Box{0, 0.5, 0, 1, 0, 1}),
                                    std::pair(Box{0, 1, 0, 0.5, 0, 1}, Box{0, 1, 0.5, 1, 0, 1}),
                                    std::pair(Box{0, 1, 0, 1, 0.5, 1}, Box{0, 1, 0, 1, 0, 0.5})}) {
        for (const bool far_first : {false, true}) {
            const Partition partition{"x", 1, 1, {{0, {far_first ? far : near}}, {1, {far_first ? near : far}}}, 1};
            const std::string svg = draw(partition);
            // The left faces have 0.95 of the colour's light.
            const std::size_t first = svg.find("#006ca9");
            const std::size_t second = svg.find("#db9700");
            ASSERT_NE(first, svg.npos);
            ASSERT_NE(second, svg.npos);
            EXPECT_EQ(first < second, far_first);
        }
    }
}

TEST(Svg, ShowsSlicesOfSolids) {
    const std::string svg = draw(Partition{"x", 1, 1, {{0, {{0, 1, 0, 1, 0, 1}}}, {1, {{0, 1, 0, 1, 1, 2}}}}, 2});
    for (const char* label : {">z = 0.25<", ">z = 0.75<", ">z = 1.25<", ">z = 1.75<", ">2 zones of 1 x 1 x 2<"}) {
        EXPECT_THAT(svg, HasSubstr(label));
    }
}

TEST(Svg, RejectsPicturesOfTooManySolids) {
    Partition partition{"x", 1, 1, {{0, {}}}, 5000};
    for (double z = 0; z < 5000; ++z) {
        partition.zones[0].boxes.push_back({0, 1, 0, 1, z, z + 1});
    }
    EXPECT_THROW((void)draw(partition), InvalidInput);
    partition.depth.reset();
    EXPECT_THROW((void)draw(partition, {"a", "b"}), InvalidInput);
}

TEST(Svg, RejectsDrawingsThatDoNotAddUp) {
    const Drawing good = one_tile({{0, 1}});
    Drawing bad = good;
    bad.columns = 2;
    EXPECT_THROW((void)draw(bad), InvalidInput);
    bad = good;
    bad.rows = 0;
    EXPECT_THROW((void)draw(bad), InvalidInput);
    bad = good;
    bad.labels.clear();
    EXPECT_THROW((void)draw(bad), InvalidInput);
    for (double share : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_THROW((void)draw(one_tile({{0, share}})), InvalidInput);
    }
    EXPECT_THROW((void)drawing_of({"x", 1, 1, 1, {0}}, {"a", "b"}), InvalidInput);
}

} // namespace tangram::partition
