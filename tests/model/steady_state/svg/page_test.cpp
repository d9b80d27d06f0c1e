#include "model/steady_state/svg/page.hpp"

#include "model/steady_state/svg/colours.hpp"

#include <gmock/gmock.h>

#include <set>

namespace tangram::model::steady_state::svg {

using ::testing::HasSubstr;

TEST(Page, ShortensTextInItsMiddle) {
    EXPECT_EQ(shortened("node17", 6), "node17");
    EXPECT_EQ(shortened("node17", 5), "no…17");
    EXPECT_EQ(shortened("ééééé", 3), "é…é"); // characters, not bytes
    EXPECT_EQ(shortened("", 5), "");
    EXPECT_EQ(shortened("a\tb", 9), "a\\x09b");
}

TEST(Page, EscapesText) {
    std::string svg;
    append_text(svg, {1, 2}, "<a> & 'b' \"c\"");
    EXPECT_THAT(svg, HasSubstr(">&lt;a&gt; &amp; &apos;b&apos; &quot;c&quot;</text>"));
}

TEST(Page, BreaksLegendsThatAreWiderThanThePage) {
    const auto height_of = [](std::size_t entries) {
        const std::string svg = document({"title", {}, std::vector<Entry>(entries, {"#000", "some entry"}), {}}, "");
        return std::stod(svg.substr(svg.find("height=\"") + 8));
    };
    EXPECT_EQ(height_of(5), height_of(1));
    EXPECT_GT(height_of(12), height_of(1));
}

TEST(Page, IsWideEnoughForItsTitle) {
    const auto width_of_page = [](const std::string& title) {
        const std::string svg = document({title, {}, {}, {}}, "");
        return std::stod(svg.substr(svg.find("width=\"") + 7));
    };
    EXPECT_GT(width_of_page(std::string(200, 'm')), 200 * 18);
}

TEST(Colours, OfManyThingsDiffer) {
    std::set<std::string> colours;
    for (std::size_t number = 0; number < 64; ++number) {
        colours.insert(colour(number));
        colours.insert(pale_colour(number));
    }
    EXPECT_EQ(colours.size(), 128u);
}

TEST(Colours, InkIsReadable) {
    EXPECT_EQ(ink_on("#f0e442"), "#000");
    EXPECT_EQ(ink_on("#0072b2"), "#fff");
}

} // namespace tangram::model::steady_state::svg
