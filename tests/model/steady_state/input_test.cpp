#include "model/steady_state/input.hpp"

#include "base/dice.hpp"
#include "base/error.hpp"
#include "model/steady_state/examples.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::model::steady_state {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

constexpr std::string_view toy_platform = R"({
    "processors": [{"name": "P1", "w": 5}, {"name": "P2", "w": 2}, {"name": "P3", "w": "4"}, {"name": "P4", "w": 1.0}],
    "links": [{"between": ["P1", "P2"], "c": 2}, {"between": ["P1", "P3"], "c": 1}, {"between": ["P2", "P3"], "c": 1e1},
              {"between": ["P2", "P4"], "c": 3}, {"between": ["P3", "P4"], "c": "6/2"}],
    "masters": ["P1"]
})";

constexpr std::string_view toy_tree = R"({
    "tasks": [{"name": "T1"}, {"name": "T2", "weight": 4}, {"name": "T3", "weight": 5}, {"name": "T4", "weight": 4}],
    "files": [{"from": "begin", "to": "T1", "data": 6}, {"from": "T1", "to": "T2", "data": 1},
              {"from": "T1", "to": "T3", "data": 2}, {"from": "T2", "to": "T4", "data": 3},
              {"from": "T3", "to": "end", "data": 0}]
})";

/// Everything in one line, to be compared.
std::string text_of(const Platform& platform) {
    const auto number = [](const std::optional<Rational>& value) { return value ? to_text(*value) : "null"; };
    std::string text = fmt::format("masters {}", fmt::join(platform.masters, " "));
    for (const Processor& processor : platform.processors) {
        text += fmt::format("; {} {}", processor.name, number(processor.w));
    }
    for (const SharedResource& resource : platform.resources) {
        text += fmt::format("; {} {}", resource.name, number(resource.c));
    }
    for (const Link& link : platform.links) {
        text += fmt::format("; {}->{} {} {}", link.from, link.to, to_text(link.c), fmt::join(link.resources, " "));
    }
    for (const SpecialTime& special : platform.times) {
        text += fmt::format("; {} on {}: {}", special.task, special.processor, number(special.time));
    }
    return text;
}

std::string text_of(const TaskTree& tree) {
    std::string text;
    for (const Task& task : tree.tasks) {
        text += fmt::format("{} {}; ", task.name, to_text(task.weight));
    }
    for (const File& file : tree.files) {
        text += fmt::format("{} {}; ", name_of(tree, file), to_text(file.data));
    }
    return text;
}

std::string platform_error(std::string_view text) {
    return test::message_of<InvalidInput>([&] { (void)platform_from_json(text); });
}

std::string tree_error(std::string_view text) {
    return test::message_of<InvalidInput>([&] { (void)tree_from_json(text); });
}

struct BadText {
    std::string text;
    std::string message; ///< a part of it
};

/// A platform of P1, the master, and P2, with other keys.
std::string platform_with(std::string_view more) {
    return fmt::format(R"({{"processors":[{{"name":"P1","w":1}},{{"name":"P2"}}],"masters":["P1"]{}{}}})",
                       more.empty() ? "" : ",", more);
}

std::string platform_with_link(std::string_view link) {
    return platform_with(fmt::format(R"("links":[{}])", link));
}

/// A tree of T1, T2, ... with these files.
std::string tree_with(std::size_t tasks, std::string_view files) {
    std::vector<std::string> names;
    for (std::size_t k = 1; k <= tasks; ++k) {
        names.push_back(fmt::format(R"({{"name":"T{}"}})", k));
    }
    return fmt::format(R"({{"tasks":[{}],"files":[{}]}})", fmt::join(names, ","), files);
}

std::string file(std::string_view from, std::string_view to, std::string_view data = "1") {
    return fmt::format(R"({{"from":"{}","to":"{}","data":{}}})", from, to, data);
}

/// In one line that is not long.
void expect_message(const std::string& error, const BadText& bad) {
    EXPECT_THAT(error, HasSubstr(bad.message)) << bad.text.substr(0, 1000);
    EXPECT_THAT(error, Not(HasSubstr("\n")));
    EXPECT_LT(error.size(), 400U) << error;
}

/// One that breaks off, has another byte, or lacks some.
std::string damaged(std::string text, Dice& dice) {
    constexpr std::string_view bytes = "{}[]\",:0-1e.\\ \x01\xff";
    const std::size_t place = dice.below(text.size());
    switch (dice.below(3)) {
    case 0: return text.substr(0, place);
    case 1: text[place] = bytes[dice.below(bytes.size())]; return text;
    default: return text.erase(place, 1 + dice.below(8));
    }
}

} // namespace

TEST(SteadyInput, ReadsTheToy) {
    EXPECT_EQ(text_of(platform_from_json(toy_platform)), text_of(toy_example().platform));
    EXPECT_EQ(text_of(tree_from_json(toy_tree)), text_of(toy_example().tree)) << "T4 makes an output without data";
}

TEST(SteadyInput, ReadsAllThatAPlatformMayHave) {
    const Platform platform = platform_from_json(R"({
        "processors": [{"name": "RAM", "w": null}, {"w": 0.1, "name": "GPU 0"}, {"name": "GPU 1", "w": 12345678901234567891234}],
        "resources": [{"name": "bus", "c": "1/12"}, {"name": "switch"}],
        "links": [{"from": "RAM", "to": "GPU 0", "c": "1/10", "resources": ["switch", "bus"]},
                  {"from": "GPU 0", "to": "RAM", "c": 1.5e-3},
                  {"between": ["RAM", "GPU 1"], "c": 7, "resources": ["bus"]}],
        "masters": ["GPU 1", "RAM"],
        "times": {"GPU 1": {"T2": 1, "T4": null}, "RAM": {"T2": "1/3"}}})");
    EXPECT_EQ(text_of(platform),
              "masters 2 0; RAM null; GPU 0 1/10; GPU 1 12345678901234567891234; bus 1/12; switch null; 0->1 1/10 1 0; "
              "1->0 3/2000 ; 0->2 7 0; 2->0 7 0; T2 on 2: 1; T4 on 2: null; T2 on 0: 1/3");
}

TEST(SteadyInput, ResourcesAreNotCalledAsTheCapacitiesOfThePlatform) {
    const auto platform = [](std::string_view resource, std::string_view links) {
        return platform_with(
            fmt::format(R"("resources":[{{"name":"{}"}},{{"name":"bus"}}],"links":[{}])", resource, links));
    };
    constexpr std::string_view one_port = R"({"between":["P1","P2"],"c":1})";
    constexpr std::string_view shared = R"({"between":["P1","P2"],"c":1,"resources":["bus"]})";
    for (const auto& [name, links] : {std::pair("cpu P1", one_port),
                                      {"out P1", one_port},
                                      {"in P1", one_port},
                                      {"cpu P1", shared},
                                      {"link P1->P2", shared}}) {
        expect_message(platform_error(platform(name, links)),
                       {name, fmt::format("resources[0] '{}': the platform has a capacity of this name", name)});
    }
    // P2 computes nothing; links of the other kind have no such capacity.
    for (const auto& [name, links] : {std::pair("cpu P2", one_port),
                                      {"link P1->P2", one_port},
                                      {"out P1", shared},
                                      {"in P2", shared},
                                      {"link P1->P3", shared}}) {
        EXPECT_EQ(platform_from_json(platform(name, links)).resources[0].name, name);
    }
}

TEST(SteadyInput, AProcessorOfSpecialTimesAloneComputes) {
    const std::string text = R"("resources":[{"name":"cpu P2"}],"times":{"P2":{"T1":)";
    EXPECT_THAT(platform_error(platform_with(text + "1}}")), HasSubstr("resources[0] 'cpu P2'"));
    EXPECT_EQ(platform_from_json(platform_with(text + "null}}")).resources.size(), 1U);
}

TEST(SteadyInput, AnEmptyListOfResourcesIsNoWayToSayOnePort) {
    EXPECT_THAT(platform_error(platform_with_link(R"({"between":["P1","P2"],"c":1,"resources":[]})")),
                HasSubstr("links[0]: resources is empty; leave the key out for a one-port link"));
}

TEST(SteadyInput, NumbersAreExact) {
    for (const std::string number : {"0.1", "3", "1e-20", "1E+5", "18446744073709551616", "0.3333333333333333333333"}) {
        const Rational expected = parsed_rational(number);
        for (const std::string& written : {number, fmt::format("\"{}\"", number)}) {
            EXPECT_EQ(tree_from_json(tree_with(1, file("begin", "T1", written))).files[0].data, expected) << written;
        }
    }
}

TEST(SteadyInput, BadPlatformsAreRejected) {
    const std::string two_names = R"("name":"P1","name":"P2")";
    const std::vector<BadText> cases = {
        {"", "not JSON: empty"},
        {"   ", "breaks off after 3 bytes"},
        {std::string(toy_platform.substr(0, 100)), "breaks off after 100 bytes"},
        {"{'processors': []}", "syntax error at byte 2 of 18"},
        {platform_with("") + "x", "syntax error"},
        {platform_with(R"("links":[{"c":01}])"), "syntax error"},
        {platform_with(R"("links":[{"c":NaN}])"), "syntax error"},
        {platform_with("\"links\":[\"\xff\"]"), "syntax error"},
        {platform_with_link(R"({"c":1e400})"), "number out of range at byte"},
        {std::string(1'000'000, '['), "nested more than 8 deep"},
        {"[]", "the platform is a list, expected an object"},
        {"3", "the platform is a number, expected an object"},
        {"{}", "the platform has no processor"},
        {R"({"procesors":[]})", "the platform: unknown key 'procesors', did you mean processors?"},
        {R"({"x":1})", "unknown key 'x'; the keys are processors, links, masters, resources, times"},
        {platform_with(R"("masters":["P1"])"), "the platform: key 'masters' is there twice"},
        {R"({"processors":{}})", "processors is an object, expected a list"},
        {R"({"processors":[true]})", "processors[0] is a boolean, expected an object"},
        {R"({"processors":[{"w":1}]})", "processors[0]: key 'name' is missing"},
        {R"({"processors":[{"name":1}]})", "processors[0]: name is a number, expected a text"},
        {fmt::format(R"({{"processors":[{{{}}}]}})", two_names), "processors[0]: key 'name' is there twice"},
        {R"({"processors":[{"name":"P1","speed":1}]})", "processors[0]: unknown key 'speed'; the keys are name, w"},
        {R"({"processors":[{"name":"P1","w":true}]})", "processors[0]: w is a boolean, expected a number such as"},
        {R"({"processors":[{"name":"P1","w":[1]}]})", "processors[0]: w is a list, expected a number such as"},
        {R"({"processors":[{"name":"P1","w":"1/0"}]})", "processors[0]: w: \"1/0\" has a denominator of zero"},
        {R"({"processors":[{"name":"P1","w":"fast"}]})", "processors[0]: w: \"fast\" is not a number such as"},
        {R"({"processors":[{"name":"P1","w":"1e5000"}]})", "\"1e5000\" has more than 1000 digits"},
        {R"({"processors":[{"name":"P1","w":1e-5000}]})", "\"1e-5000\" has more than 1000 digits"},
        {R"({"processors":[{"name":"P1","w":0}],"masters":["P1"]})", "processors[0] 'P1': w must be positive, not 0"},
        {R"({"processors":[{"name":"P1","w":-0.5}],"masters":["P1"]})", "w must be positive, not -1/2"},
        {R"({"processors":[{"name":"P1"},{"name":"P1"}],"masters":["P1"]})", "are both called 'P1'"},
        {R"({"processors":[{"name":""}],"masters":[""]})", "processors[0] has an empty name"},
        {R"({"processors":[{"name":"P1"}]})", "the platform has no master"},
        {R"({"processors":[{"name":"P1"}],"masters":[]})", "the platform has no master"},
        {R"({"processors":[{"name":"P1"}],"masters":"P1"})", "masters is a text, expected a list"},
        {R"({"processors":[{"name":"P1"}],"masters":[0]})", "masters[0] is a number, expected a text"},
        {R"({"processors":[{"name":"P1"}],"masters":["P1","P1"]})", "masters[1]: 'P1' is there twice"},
        {R"({"processors":[{"name":"P1"}],"masters":["P9"]})",
         "masters[0]: unknown processor 'P9'; the processors are P1"},
        {R"({"processors":[{"name":"front"}],"masters":["frnot"]})", "'frnot', did you mean front?"},
        {R"({"masters":["P1"]})", "masters[0]: unknown processor 'P1'; there is no processor"},
        {platform_with_link(R"({"between":["P1","P2"]})"), "links[0]: key 'c' is missing"},
        {platform_with_link(R"({"between":["P1","P2"],"c":null})"), "links[0]: c is null, expected a number"},
        {platform_with_link(R"({"between":["P1","P2"],"c":0})"), "link P1->P2: c must be positive, not 0"},
        {platform_with_link(R"({"between":["P1","P9"],"c":1})"), "links[0]: between[1]: unknown processor 'P9'"},
        {platform_with_link(R"({"between":["P1"],"c":1})"), "links[0]: between has 1 names, expected two processors"},
        {platform_with_link(R"({"between":"P1","c":1})"), "links[0]: between is a text, expected a list"},
        {platform_with_link(R"({"between":["P1","P1"],"c":1})"), "link P1->P1 leads from a processor to itself"},
        {platform_with_link(R"({"between":["P1","P2"],"to":"P2","c":1})"), "either 'between', or 'from' and 'to'"},
        {platform_with_link(R"({"c":1})"), "links[0]: expected either 'between', or 'from' and 'to'"},
        {platform_with_link(R"({"from":"P1","c":1})"), "links[0]: key 'to' is missing"},
        {platform_with_link(R"({"to":"P1","c":1})"), "links[0]: key 'from' is missing"},
        {platform_with_link(R"({"from":"P1","to":"P2","c":1},{"between":["P2","P1"],"c":1})"), "P1->P2 is there twice"},
        {platform_with_link(R"({"form":"P1","to":"P2","c":1})"), "links[0]: unknown key 'form', did you mean from?"},
        {platform_with_link(R"({"from":"P1","to":"P2","c":1,"resources":["bus"]})"),
         "links[0]: resources[0]: unknown resource 'bus'; there is no resource"},
        {platform_with(R"("resources":[{"name":"bus","c":0}])"), "resources[0] 'bus': c must be positive, not 0"},
        {platform_with(R"("resources":[{"name":"bus"},{"name":"bus"}])"), "resources[0] and resources[1]"},
        {platform_with(R"("times":[])"), "times is a list, expected an object"},
        {platform_with(R"("times":{"P9":{}})"), "times: unknown processor 'P9'; the processors are P1, P2"},
        {platform_with(R"("times":{"P1":3})"), "times of 'P1' is a number, expected an object"},
        {platform_with(R"("times":{"P1":{"T1":"x"}})"), "times of 'P1': 'T1': \"x\" is not a number"},
        {platform_with(R"("times":{"P1":{"T1":0}})"), "time of 'T1' on 'P1' must be positive, not 0"},
        {platform_with(R"("times":{"P1":{"T1":1,"T1":2}})"), "time of 'T1' on 'P1' is there twice"},
    };
    for (const BadText& bad : cases) {
        expect_message(platform_error(bad.text), bad);
    }
}

TEST(SteadyInput, BadTreesAreRejected) {
    const std::string root = file("begin", "T1");
    const std::vector<BadText> cases = {
        {"null", "the tree is null, expected an object"},
        {"{}", "the tree has no task"},
        {R"({"tasks":[],"edges":[]})", "the tree: unknown key 'edges'; the keys are tasks, files"},
        {R"({"tasks":[{"name":"T1","w":1}]})", "tasks[0]: unknown key 'w'; the keys are name, weight"},
        {R"({"tasks":[{"name":"T1"},{"name":"T2","weight":"-1"}]})", "tasks[1] 'T2': weight must be positive, not -1"},
        {R"({"tasks":[{"name":"T1","weight":null}]})", "tasks[0]: weight is null, expected a number"},
        {R"({"tasks":[{"name":"T1","weight":"2/0"}]})", "tasks[0]: weight: \"2/0\" has a denominator of zero"},
        {R"({"tasks":[{"name":"T1"},{"name":"T1"}]})", "tasks[0] and tasks[1] are both called 'T1'"},
        {R"({"tasks":[{"name":"begin"}]})", "no task may be called 'begin' or 'end'"},
        {tree_with(1, ""), "tasks[0] 'T1' reads 0 files"},
        {tree_with(1, root.substr(0, 20)), "syntax error"},
        {tree_with(1, R"({"from":"begin","to":"T1"})"), "files[0]: key 'data' is missing"},
        {tree_with(1, R"({"to":"T1","data":1})"), "files[0]: key 'from' is missing"},
        {tree_with(1, R"({"from":"begin","to":["T1"],"data":1})"), "files[0]: to is a list, expected a text"},
        {tree_with(1, file("begin", "T1", "-1")), "files[0] begin->T1: data must not be negative, as -1 is"},
        {tree_with(1, file("begin", "T1", "true")), "files[0]: data is a boolean, expected a number such as"},
        {tree_with(1, file("begin", "T2")), "files[0]: to: unknown target 'T2'; the targets are T1, end"},
        {tree_with(1, file("T0", "T1")), "files[0]: from: unknown source 'T0'; the sources are T1, begin"},
        {tree_with(1, file("end", "T1")), "files[0]: from: unknown source 'end'"},
        {tree_with(1, root + "," + file("T1", "begin")), "files[1]: to: unknown target 'begin'"},
        {tree_with(1, root + "," + file("begin", "end")), "files[1] leads from 'begin' to 'end'"},
        {tree_with(1, root + "," + file("T1", "T1")), "tasks[0] 'T1' reads 2 files"},
        {tree_with(1, file("T1", "T1")), "0 files from 'begin'"},
        {tree_with(2, root + "," + file("begin", "T2")), "2 files from 'begin'"},
        {tree_with(2, root + "," + file("T1", "T2") + "," + file("T2", "T1")), "tasks[0] 'T1' reads 2 files"},
        {tree_with(3, root + "," + file("T2", "T3") + "," + file("T3", "T2")), "tasks[1] 'T2' reads a file"},
        {tree_with(2, root + "," + file("T2", "T2")), "there is a cycle of files"},
        {tree_with(2, root + "," + file("T1", "T2") + "," + file("T1", "end")), "tasks[0] 'T1' makes 2 files"},
        {tree_with(1, root + "," + file("T1", "end") + "," + file("T1", "end")), "tasks[0] 'T1' makes 2 files"},
    };
    for (const BadText& bad : cases) {
        expect_message(tree_error(bad.text), bad);
    }
}

TEST(SteadyInput, LongAndOddNamesDoNotFillTheMessage) {
    const std::string odd = R"(a\n\u001b[2J)" + std::string(100'000, 'x');
    const auto named = [](const std::string& name) { return fmt::format(R"({{"name":"{}"}})", name); };
    std::vector<std::string> many(50);
    for (std::size_t p = 0; p < many.size(); ++p) {
        many[p] = named(odd + std::to_string(p));
    }
    const std::string processors = fmt::format(R"("processors":[{}])", fmt::join(many, ","));
    const std::string error = platform_error(fmt::format(R"({{{},"masters":["{}"]}})", processors, "P" + odd));
    EXPECT_THAT(error, HasSubstr("masters[0]: unknown processor 'Pa\\x0a\\x1b[2J"));
    EXPECT_THAT(error, Not(HasSubstr("\n")));
    EXPECT_LT(error.size(), 1000U);
}

TEST(SteadyInput, LongListsAreCut) {
    std::vector<std::string> names;
    for (int p = 1; p <= 20; ++p) {
        names.push_back(fmt::format(R"({{"name":"P{}"}})", p));
    }
    EXPECT_THAT(platform_error(fmt::format(R"({{"processors":[{}],"masters":["x"]}})", fmt::join(names, ","))),
                HasSubstr("the processors are P1, P2, P3, P4, P5, P6, P7, P8, P9, P10, P11, P12 and 8 more"));
}

TEST(SteadyInput, DamagedTextIsReadOrRejected) {
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        SCOPED_TRACE(seed);
        Dice dice(seed);
        for (const std::string& error : {platform_error(damaged(std::string(toy_platform), dice)),
                                         tree_error(damaged(std::string(toy_tree), dice))}) {
            EXPECT_THAT(error, Not(HasSubstr("\n")));
            EXPECT_LT(error.size(), 400U);
        }
    }
}

TEST(SteadyInput, LargeFilesAreNoProblem) {
    std::vector<std::string> processors;
    std::vector<std::string> links;
    for (int p = 0; p < 50'000; ++p) {
        processors.push_back(fmt::format(R"({{"name":"P{}","w":{}.5}})", p, p));
        links.push_back(fmt::format(R"({{"between":["P{}","P{}"],"c":2}})", p, (p + 1) % 50'000));
    }
    const Platform platform = platform_from_json(fmt::format(R"({{"processors":[{}],"links":[{}],"masters":["P7"]}})",
                                                             fmt::join(processors, ","), fmt::join(links, ",")));
    EXPECT_EQ(platform.links.size(), 100'000U);
    EXPECT_EQ(platform.processors.back().w, parsed_rational("49999.5"));
    EXPECT_THAT(platform.masters, ElementsAre(7U));
}

} // namespace tangram::model::steady_state
