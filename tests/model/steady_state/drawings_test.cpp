#include "model/steady_state/drawings.hpp"

#include "base/dice.hpp"
#include "base/error.hpp"
#include "model/steady_state/examples.hpp"
#include "tests/model/steady_state/schedule_scenes.hpp"
#include "tests/model/steady_state/xml_elements.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <string>
#include <utility>

namespace tangram::model::steady_state {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

namespace {

/// Whether the numbers of an attribute are numbers, and have at most two digits behind the point.
bool has_short_numbers(const std::string& value) {
    for (std::size_t at = value.find('.'); at != std::string::npos; at = value.find('.', at + 1)) {
        const std::size_t end = value.find_first_not_of("0123456789", at + 1);
        if (std::min(end, value.size()) - at > 3) {
            return false;
        }
    }
    return value.find("nan") == std::string::npos && value.find("inf") == std::string::npos;
}

/// The picture's elements, after the checks that every picture must pass.
std::vector<XmlElement> elements_of(const std::string& picture) {
    std::vector<XmlElement> elements = XmlReader(picture).elements();
    EXPECT_EQ(elements.front().name, "svg");
    for (const XmlElement& element : elements) {
        for (const char* attribute : {"x", "y", "width", "height", "d"}) {
            if (const auto found = element.attributes.find(attribute); found != element.attributes.end()) {
                EXPECT_TRUE(has_short_numbers(found->second))
                    << element.name << " " << attribute << " " << found->second;
            }
        }
    }
    return elements;
}

std::vector<XmlElement> of_class(const std::vector<XmlElement>& elements, const std::string& name) {
    std::vector<XmlElement> found;
    std::copy_if(elements.begin(), elements.end(), std::back_inserter(found), [&](const XmlElement& element) {
        const auto at = element.attributes.find("class");
        return at != element.attributes.end() && at->second == name;
    });
    return found;
}

std::vector<std::string> texts_of(const std::vector<XmlElement>& elements) {
    std::vector<std::string> texts;
    for (const XmlElement& element : elements) {
        if (element.name == "text") {
            texts.push_back(element.text);
        }
    }
    return texts;
}

std::vector<std::string> attributes_of(const std::vector<XmlElement>& elements, const std::string& name) {
    std::vector<std::string> values;
    values.reserve(elements.size());
    for (const XmlElement& element : elements) {
        values.push_back(element.attributes.at(name));
    }
    return values;
}

/// So many processors that all compute one task; the first is the master.
Problem line(std::size_t processors) {
    Problem problem{{}, {{{"T1", 1}}, {{outside, 0, 1}, {0, outside, 0}}}};
    for (std::size_t i = 0; i < processors; ++i) {
        problem.platform.processors.push_back({fmt::format("P{}", i + 1), 1});
        if (i > 0) {
            problem.platform.links.push_back({i - 1, i, 1, {}});
            problem.platform.links.push_back({i, i - 1, 1, {}});
        }
    }
    problem.platform.masters = {0};
    return problem;
}

/// In a period of 8, P1 executes two tasks of 2 and sends files of 1 and 2 to P2, in slots of 2 and 3.
Schedule two_slots(const Problem& problem) {
    Schedule schedule;
    schedule.period = 8;
    schedule.computed = {{2}, {1}};
    schedule.sent = {{3, 0}, {0, 0}};
    schedule.slots = {{2, {{0, {{0, 1}}}}}, {3, {{0, {{0, 2}}}}}};
    schedule.depth_of_task.assign(problem.platform.processors.size(), {0});
    schedule.depth = 2;
    schedule.throughput = Rational(3, 8);
    return schedule;
}

Problem of_two() {
    Problem problem = line(2);
    problem.platform.processors[0].w = 2;
    return problem;
}

Schedule empty_schedule(const Problem& problem) {
    Schedule schedule;
    schedule.period = 1;
    schedule.computed.assign(problem.platform.processors.size(), std::vector<Integer>(problem.tree.tasks.size()));
    schedule.sent.assign(problem.platform.links.size(), std::vector<Integer>(problem.tree.files.size()));
    return schedule;
}

} // namespace

TEST(PlatformPicture, ShowsProcessorsWithTheirTasks) {
    const auto elements = elements_of(draw(toy_example(), toy_rates()));
    EXPECT_EQ(of_class(elements, "processor").size(), 4u);
    EXPECT_EQ(of_class(elements, "share").size(), 11u); // 3 tasks on P1, 2 on P2 and P3, 4 on P4
    const std::vector<std::string> texts = texts_of(elements);
    for (const char* text : {"Throughput 0.139 (39/280) jobs per time unit", "P1", "P4", "T1 0.105 (367/3500)",
                             "T4 0.0106 (37/3500)", "T3 0.0556 (1/18)", "T2 0.139 (39/280)", "T4 0.0454 (953/21000)"}) {
        EXPECT_THAT(texts, Contains(text));
    }
    EXPECT_EQ(std::count(texts.begin(), texts.end(), "cpu 100 %"), 4);
}

TEST(PlatformPicture, ShowsWhatLinksCarry) {
    const auto elements = elements_of(draw(toy_example(), toy_rates()));
    EXPECT_EQ(of_class(elements, "link").size(), 8u);
    EXPECT_EQ(of_class(elements, "unused").size(), 0u); // in one direction at least, each is used
    const std::vector<std::string> texts = texts_of(elements);
    for (const char* text : {"begin->T1 0.00313", "T1->T3 0.0665 (419/6300)", "T2->T4 0.00983 (1936/196875)"}) {
        EXPECT_THAT(texts, Contains(text));
    }
    const auto idle_elements = elements_of(draw(toy_example(), idle(toy_example())));
    EXPECT_EQ(of_class(idle_elements, "link").size(), 0u);
    EXPECT_EQ(of_class(idle_elements, "unused").size(), 5u); // one line for both directions
}

TEST(PlatformPicture, DrawsLinksAsWideAsTheyAreBusy) {
    for (const auto& [rate, width] : {std::pair(Rational(1), "5.00"), {Rational(1, 2), "3.00"}, {0, "0.80"}}) {
        Rates rates = idle(line(2));
        rates.sent[0][0] = rate;
        const auto elements = elements_of(draw(line(2), rates));
        const auto lines = of_class(elements, rate > 0 ? "link" : "unused");
        EXPECT_THAT(attributes_of(lines, "stroke-width"), ElementsAre(width));
    }
}

TEST(PlatformPicture, MarksMastersAndWhoGathers) {
    Problem problem = line(3);
    problem.platform.masters = {0, 2};
    problem.gather = 2;
    const auto elements = elements_of(draw(problem, idle(problem)));
    EXPECT_EQ(of_class(elements, "master").size(), 2u);
    EXPECT_THAT(texts_of(elements), AllOf(Contains("master"), Contains("master, gathers")));
    problem.gather = 1;
    EXPECT_THAT(texts_of(elements_of(draw(problem, idle(problem)))), Contains("gathers"));
}

TEST(PlatformPicture, SaysHowBusyProcessorsAre) {
    Problem problem = line(3);
    problem.platform.processors[1].w.reset();
    Rates rates = idle(problem);
    rates.computed[0][0] = Rational(1999, 2000); // not all of the time
    EXPECT_THAT(texts_of(elements_of(draw(problem, rates))),
                AllOf(Contains("cpu 99.9 %"), Contains("no cpu"), Contains("cpu 0 %")));
}

TEST(Pictures, CountInTheUnitOfTime) {
    const Problem problem = of_two();
    Schedule schedule = two_slots(problem);
    EXPECT_THAT(texts_of(elements_of(draw(problem, schedule, "second"))),
                AllOf(Contains("One period of 8 seconds"),
                      Contains("2 slots, runs in full after 1 period, throughput 0.375 (3/8) jobs per second")));
    schedule = empty_schedule(problem);
    EXPECT_THAT(texts_of(elements_of(draw(problem, schedule, "second"))), Contains("One period of 1 second"));
    EXPECT_THAT(texts_of(elements_of(draw(problem, schedule))), Contains("One period of 1 time unit"));
    EXPECT_THAT(texts_of(elements_of(draw(problem, idle(problem), "second"))),
                AllOf(Contains("Throughput 0 jobs per second"),
                      Contains("Numbers are tasks and files per second; a link is as wide as it is busy")));
}

TEST(PlatformPicture, OfThousandsOfProcessorsHasNoLabels) {
    for (const std::size_t processors : {300, 301, 3000}) {
        const Problem problem = line(processors);
        Rates rates = idle(problem);
        rates.sent[0][0] = Rational(3, 8);
        const auto elements = elements_of(draw(problem, rates));
        EXPECT_EQ(of_class(elements, "processor").size(), processors);
        const std::vector<std::string> texts = texts_of(elements);
        EXPECT_EQ(std::count(texts.begin(), texts.end(), "37.5 %"), processors > 300 ? 0 : 1);
    }
}

TEST(PlatformPicture, EscapesAndShortensNames) {
    Problem problem = line(2);
    problem.platform.processors[0].name = "<b> & \"c\"";
    problem.platform.processors[1].name = "a name of more than twenty characters\n1";
    problem.tree.tasks[0].name = "\xef\xbf\xbe\xff";
    Rates rates = idle(problem);
    rates.computed[0][0] = 1;
    const std::vector<std::string> texts = texts_of(elements_of(draw(problem, rates)));
    EXPECT_THAT(texts, AllOf(Contains("<b> & \"c\""), Contains("a name of …ters\\x0a1"), Contains("?\\xff 1")));
}

TEST(PlatformPicture, LabelsLinksOfLargePlatformsByHowBusyTheyAre) {
    for (const std::size_t processors : {20, 21}) {
        const Problem problem = line(processors);
        Rates rates = idle(problem);
        rates.sent[0][0] = Rational(3, 8);
        const bool is_large = processors > 20;
        EXPECT_THAT(texts_of(elements_of(draw(problem, rates))),
                    AllOf(Contains(is_large ? "37.5 %" : "begin->T1 0.375 (3/8)"),
                          Not(Contains(is_large ? "begin->T1 0.375 (3/8)" : "37.5 %"))));
    }
}

TEST(PlatformPicture, DrawsOneProcessor) {
    const auto elements = elements_of(draw(line(1), idle(line(1))));
    EXPECT_EQ(of_class(elements, "processor").size(), 1u);
    EXPECT_THAT(texts_of(elements), Contains("Throughput 0 jobs per time unit"));
}

TEST(PlatformPicture, ShowsNumbersOfAnySize) {
    Problem problem = line(2);
    const Rational tiny = parsed_rational("1e-400");
    problem.platform.processors[0].w = tiny;
    Rates rates = idle(problem);
    rates.throughput = rates.computed[0][0] = 1 / tiny;
    rates.sent[0][0] = tiny;
    EXPECT_THAT(texts_of(elements_of(draw(problem, rates))),
                AllOf(Contains("T1 1e+400"), Contains("cpu 100 %"), Contains("begin->T1 1e-400")));
}

TEST(PlatformPicture, IsTheSameEachTime) {
    EXPECT_EQ(draw(toy_example(), toy_rates()), draw(toy_example(), toy_rates()));
}

TEST(PlatformPicture, KeepsProcessorsApart) {
    for (std::uint64_t seed = 0; seed < 15; ++seed) {
        Dice dice(seed);
        Problem problem = line(1);
        const std::size_t processors = 1 + dice.below(40);
        std::set<std::pair<std::size_t, std::size_t>> links; // not always a connected graph
        for (std::size_t i = 1; i < processors; ++i) {
            problem.platform.processors.push_back({fmt::format("P{}", i + 1), 1});
            for (const std::size_t other : {dice.below(i), dice.below(i)}) {
                if (dice.below(3) > 0 && links.emplace(other, i).second) {
                    problem.platform.links.push_back({other, i, 1, {}});
                }
            }
        }
        Rates rates = idle(problem);
        for (auto& sent : rates.sent) {
            sent[0] = Rational(dice.below(2), 7);
        }
        const auto boxes = of_class(elements_of(draw(problem, rates)), "processor");
        ASSERT_EQ(boxes.size(), processors);
        const auto number = [](const XmlElement& box, const char* name) { return std::stod(box.attributes.at(name)); };
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const auto gap = [&](const char* corner, const char* extent) {
                    return std::max(number(boxes[i], corner) - number(boxes[j], corner) - number(boxes[j], extent),
                                    number(boxes[j], corner) - number(boxes[i], corner) - number(boxes[i], extent));
                };
                EXPECT_GT(std::max(gap("x", "width"), gap("y", "height")), 10) << "seed " << seed;
            }
        }
    }
}

TEST(PlatformPicture, RejectsBadProblems) {
    Problem problem = line(2);
    problem.platform.masters.clear();
    EXPECT_THROW((void)draw(problem, idle(problem)), InvalidInput);
}

TEST(SchedulePicture, ShowsTasksAndTransfersInTime) {
    const auto elements = elements_of(draw(of_two(), two_slots(of_two())));
    const auto bars = of_class(elements, "bar");
    // The chart is 1000 px wide: ports of P1 and P2, then their tasks.
    EXPECT_THAT(attributes_of(bars, "width"), ElementsAre("125.00", "250.00", "125.00", "250.00", "500.00", "125.00"));
    const double left = std::stod(bars[0].attributes.at("x"));
    EXPECT_DOUBLE_EQ(std::stod(bars[1].attributes.at("x")), left + 250); // when the second slot starts
    EXPECT_DOUBLE_EQ(std::stod(bars[4].attributes.at("x")), left);
    EXPECT_EQ(of_class(elements, "row").size(), 6u);
    EXPECT_THAT(texts_of(elements),
                AllOf(Contains("One period of 8 time units"),
                      Contains("2 slots, runs in full after 1 period, throughput 0.375 (3/8) jobs per time unit"),
                      Contains("T1 × 2"), Contains("begin->T1 to P2"), Contains("begin->T1 from P1"), Contains("0"),
                      Contains("2"), Contains("8")));
}

TEST(SchedulePicture, NamesThePartnerWhereThereIsLittleSpace) {
    Schedule schedule = two_slots(of_two());
    schedule.period = 40;
    const std::vector<std::string> texts = texts_of(elements_of(draw(of_two(), schedule)));
    EXPECT_EQ(std::count(texts.begin(), texts.end(), "P2"), 3); // of the rows and in both slots
    EXPECT_THAT(texts, Not(Contains("begin->T1 to P2")));
}

TEST(SchedulePicture, DividesThePeriodBySlots) {
    const auto lines = of_class(elements_of(draw(of_two(), two_slots(of_two()))), "slots");
    ASSERT_EQ(lines.size(), 1u);
    const std::string path = lines[0].attributes.at("d");
    EXPECT_EQ(std::count(path.begin(), path.end(), 'M'), 3); // before, between and behind two slots
}

TEST(SchedulePicture, HasARowForEachLinkThatIsNotOnePort) {
    Problem problem = of_two();
    problem.platform.resources = {{"bus", {}}};
    for (Link& link : problem.platform.links) {
        link.resources = {0};
    }
    Schedule schedule = two_slots(problem);
    schedule.slots[0].transfers[0].loads[0].count = 3; // until after the slot
    const auto elements = elements_of(draw(problem, schedule));
    EXPECT_EQ(of_class(elements, "row").size(), 4u); // with the bus; no ports, and the link back carries nothing
    EXPECT_THAT(texts_of(elements), AllOf(Contains("P1->P2"), Contains("link"), Not(Contains("out"))));
    const auto bars = of_class(elements, "bar");
    EXPECT_DOUBLE_EQ(std::stod(bars[1].attributes.at("x")), std::stod(bars[0].attributes.at("x")) + 375);
}

TEST(SchedulePicture, HasARowForEachSharedResource) {
    Problem problem = of_two();
    problem.platform.resources = {{"bus", Rational(1, 2)}, {"idle", {}}};
    problem.platform.links[0].resources = {0};
    const auto elements = elements_of(draw(problem, two_slots(problem)));
    EXPECT_THAT(texts_of(elements), AllOf(Contains("bus"), Contains("shared"), Not(Contains("idle"))));
    const auto bars = of_class(elements, "bar");
    ASSERT_EQ(bars.size(), 6u); // two of the link, two of the bus, two of tasks; 1000 px are 8 time units
    EXPECT_DOUBLE_EQ(std::stod(bars[2].attributes.at("width")), 62.5);
    EXPECT_DOUBLE_EQ(std::stod(bars[3].attributes.at("width")), 125);
    EXPECT_DOUBLE_EQ(std::stod(bars[3].attributes.at("x")) - std::stod(bars[2].attributes.at("x")), 250); // its slot's
}

TEST(SchedulePicture, LeavesOutIdleProcessorsOfLargePlatforms) {
    for (const std::size_t processors : {13, 14}) { // 39 and 42 rows
        const Problem problem = line(processors);
        Schedule schedule = empty_schedule(problem);
        schedule.computed[3][0] = 1;
        const auto elements = elements_of(draw(problem, schedule));
        const bool is_large = processors == 14;
        EXPECT_EQ(of_class(elements, "row").size(), is_large ? 3u : 39u);
        const std::vector<std::string> texts = texts_of(elements);
        EXPECT_EQ(std::count(texts.begin(), texts.end(), "Without the rows of 13 idle processors"), is_large ? 1 : 0);
    }
}

TEST(SchedulePicture, ShowsTheLossOfAFixedPeriod) {
    Schedule schedule = two_slots(of_two());
    EXPECT_THAT(draw(of_two(), schedule), Not(HasSubstr("loss")));
    schedule.loss = Rational(1, 80);
    EXPECT_THAT(draw(of_two(), schedule), HasSubstr(", loss 0.0125 (1/80)<"));
}

TEST(SchedulePicture, DrawsEmptySchedulesAndOneProcessor) {
    const auto elements = elements_of(draw(line(1), empty_schedule(line(1))));
    EXPECT_THAT(of_class(elements, "bar"), IsEmpty());
    EXPECT_EQ(of_class(elements, "row").size(), 1u);
    EXPECT_THAT(texts_of(elements), Contains("0 slots, nothing takes place, throughput 0 jobs per time unit"));
}

TEST(SchedulePicture, DrawsPeriodsOfAnyLength) {
    for (const char* period : {"8e600", "8e-600", "8/7"}) {
        Schedule schedule = two_slots(of_two());
        const Rational scale = parsed_rational(period) / 8;
        schedule.period *= scale;
        for (Slot& slot : schedule.slots) {
            slot.length *= scale;
            slot.transfers[0].loads[0].count *= scale;
        }
        schedule.computed = {{0}, {0}};
        EXPECT_THAT(attributes_of(of_class(elements_of(draw(of_two(), schedule)), "bar"), "width"),
                    ElementsAre("125.00", "250.00", "125.00", "250.00"))
            << period;
    }
}

TEST(SchedulePicture, TicksAreRound) {
    const auto ticks = [](const Rational& period) {
        Schedule schedule = empty_schedule(line(1));
        schedule.period = period;
        std::vector<std::string> texts = texts_of(elements_of(draw(line(1), schedule)));
        texts.erase(texts.begin(), std::find(texts.begin(), texts.end(), "0"));
        return texts;
    };
    EXPECT_THAT(ticks(63000), ElementsAre("0", "10000", "20000", "30000", "40000", "50000", "60000", "63000"));
    EXPECT_THAT(ticks(1), ElementsAre("0", "0.2", "0.4", "0.6", "0.8", "1"));
    EXPECT_THAT(ticks(Rational(30, 7)), ElementsAre("0", "0.5", "1", "1.5", "2", "2.5", "3", "3.5", "4", "4.28571429"));
}

TEST(SchedulePicture, EscapesNames) {
    Problem problem = of_two();
    problem.platform.processors[0].name = "<a>";
    problem.tree.tasks[0].name = "b&c";
    EXPECT_THAT(texts_of(elements_of(draw(problem, two_slots(problem)))),
                AllOf(Contains("<a>"), Contains("b&c, begin->b&c"), Contains("begin->b&c from <a>")));
}

TEST(SchedulePicture, DrawsTheToyWithinItsPeriod) {
    const Problem problem = toy_example();
    const std::string picture = draw(problem, periodic_schedule(problem, toy_rates()));
    EXPECT_EQ(picture, draw(problem, periodic_schedule(problem, toy_rates())));
    const auto elements = elements_of(picture);
    const auto rows = of_class(elements, "row");
    EXPECT_EQ(rows.size(), 12u);
    const double left = std::stod(rows[0].attributes.at("x"));
    for (const XmlElement& bar : of_class(elements, "bar")) {
        const double x = std::stod(bar.attributes.at("x"));
        EXPECT_GE(x, left);
        EXPECT_LE(x + std::stod(bar.attributes.at("width")), left + 1000.01);
    }
}

TEST(SchedulePicture, RejectsPeriodsWithoutLength) {
    Schedule schedule = empty_schedule(line(1));
    schedule.period = 0;
    EXPECT_THROW((void)draw(line(1), schedule), InvalidInput);
}

} // namespace tangram::model::steady_state
