#include "partition/base/json.hpp"

#include "base/error.hpp"
#include "partition/algorithms/nrrp.hpp"
#include "partition/discretise/rounded.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdint>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::partition {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

constexpr double third = 1.0 / 3;

/// Two layers of two processors, the third in a corner of three boxes.
Partition solid() {
    return {"by hand",
            1,
            2,
            {{0, {{0, third, 0, 2, 0, 0.5}, {third, 1, 0, 0.1, 0, 0.5}}},
             {1, {{third, 1, 0.1, 2, 0, 0.5}}},
             {2, {{0, 1, 0, 2, 0.5, 0.7}}}},
            0.7};
}

template <class Read> std::string error_of(Read read, std::string_view text) {
    try {
        (void)read(text);
    } catch (const InvalidInput& error) {
        return error.what();
    }
    return "no error";
}

/// Reads as something or throws InvalidInput with one line; anything else fails the test.
void expect_safe(std::string_view text) {
    for (const std::string& error :
         {error_of(partition_from_json, text), error_of(allocation_from_json, text), error_of(saved_from_json, text)}) {
        EXPECT_THAT(error, Not(HasSubstr("\n")));
        EXPECT_LT(error.size(), 300u);
    }
}

} // namespace

TEST(Json, SavedIsZonesTilesOrBoth) {
    const Partition zones = solid();
    const Allocation tiles{"x", 1, 2, 3, {0, 1}};
    const std::string tail = R"(,"speeds":[1,2.5,3],"weights":null,"c_factor":2})";
    const auto with_tail = [&](const std::string& text) { return text.substr(0, text.size() - 1) + tail; };
    const Saved alone = saved_from_json(with_tail(to_json(zones)));
    EXPECT_EQ(alone.partition, zones);
    EXPECT_FALSE(alone.allocation);
    EXPECT_THAT(alone.speeds, ::testing::ElementsAre(1, 2.5, 3));
    EXPECT_TRUE(alone.weights.empty());
    EXPECT_EQ(alone.c_factor, 2);
    std::string members = to_json(zones);
    members.back() = ',';
    const Saved both = saved_from_json(members + to_json(tiles).substr(1));
    EXPECT_EQ(both.partition, zones);
    EXPECT_EQ(both.allocation, tiles);
    EXPECT_FALSE(both.c_factor);
    EXPECT_FALSE(saved_from_json(R"({"zones":null,)" + to_json(tiles).substr(1)).partition);
}

TEST(Json, SavedSaysWhatIsWrong) {
    const std::string zones = R"("algorithm":"x","height":1,"width":1,"zones":[{"processor":0,"boxes":[[0,1,0,1]]}])";
    const std::string two = R"("name":"x","rows":1,"columns":1,"layers":1,"processors":2,"tiles":[[0]])";
    EXPECT_THAT(error_of(saved_from_json, "{}"), HasSubstr("'algorithm' is missing"));
    EXPECT_THAT(error_of(saved_from_json, "{" + zones + "," + two + "}"), HasSubstr("1 processors but tiles of 2"));
    EXPECT_THAT(error_of(saved_from_json, "{" + zones + R"(,"speeds":3})"), HasSubstr("speeds is a JSON number"));
    EXPECT_THAT(error_of(saved_from_json, "{" + zones + R"(,"weights":[1,"a"]})"), HasSubstr("weights[1]"));
    EXPECT_THAT(error_of(saved_from_json, "{" + zones + R"(,"c_factor":[]})"), HasSubstr("c_factor"));
    const std::string deep = R"({"tiles":)" + std::string(2'000'000, '[') + std::string(2'000'000, ']') + "}";
    EXPECT_THAT(error_of(saved_from_json, deep), HasSubstr("nested"));
}

TEST(Json, PartitionsHaveTheDocumentedKeys) {
    EXPECT_EQ(to_json(Partition{"nrrp", 1, 2, {{0, {{0, 1, 0, 0.5}}}, {1, {{0, 1, 0.5, 2}}}}}),
              R"({"algorithm":"nrrp","height":1.0,"width":2.0,"zones":[{"processor":0,"boxes":[[0.0,1.0,0.0,0.5]]},)"
              R"({"processor":1,"boxes":[[0.0,1.0,0.5,2.0]]}]})");
    EXPECT_THAT(to_json(solid()), AllOf(HasSubstr(R"("width":2.0,"depth":0.7,)"),
                                        HasSubstr(R"({"processor":2,"boxes":[[0.0,1.0,0.0,2.0,0.5,0.7]]})")));
}

TEST(Json, AllocationsHaveTheDocumentedKeys) {
    EXPECT_EQ(to_json(Allocation{"x", 2, 3, 4, {0, 1, 2, 3, 2, 1}}),
              R"({"name":"x","rows":2,"columns":3,"layers":1,"processors":4,"tiles":[[0,1,2],[3,2,1]]})");
    EXPECT_THAT(to_json(Allocation{"x", 2, 1, 2, {0, 1, 1, 0, 1, 1}, 3}),
                HasSubstr(R"("tiles":[[[0,1,1]],[[0,1,1]]])"));
}

TEST(Json, PartitionsComeBackExactly) {
    EXPECT_EQ(partition_from_json(to_json(solid())), solid());
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937_64 random(seed);
        Problem problem;
        problem.height = std::uniform_real_distribution(0.1, 1e6)(random);
        problem.width = std::uniform_real_distribution(0.1, 1e6)(random);
        for (std::uint64_t p = 0; p < 1 + seed * seed; ++p) {
            problem.speeds.push_back(std::lognormal_distribution(0.0, 2.0)(random));
        }
        const Partition partition = nrrp(problem);
        EXPECT_EQ(partition_from_json(to_json(partition)), partition);
    }
}

TEST(Json, AllocationsComeBack) {
    for (std::size_t layers : {1, 2, 5}) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            SCOPED_TRACE(seed);
            std::mt19937_64 random(seed);
            Allocation allocation{"\"quoted\"\\ \n \u00e9", 3 + seed, 11 - seed, 7, {}, layers};
            while (allocation.owners.size() < allocation.rows * allocation.columns * layers) {
                allocation.owners.push_back(random() % 7);
            }
            EXPECT_EQ(allocation_from_json(to_json(allocation)), allocation);
        }
    }
}

TEST(Json, NamesThatAreNotTextAreWrittenAsText) {
    EXPECT_EQ(allocation_from_json(to_json(Allocation{"a\xff"
                                                      "b",
                                                      1,
                                                      1,
                                                      1,
                                                      {0}}))
                  .name,
              "a\ufffdb");
}

TEST(Json, OneObjectMayBeBoth) {
    const Partition partition = nrrp({{2, 1}});
    const Allocation allocation = rounded(partition, {3, 4});
    std::string both = to_json(partition);
    both.back() = ',';
    both += R"("cost":3.5,"more":[{"x":[1]}],)" + to_json(allocation).substr(1);
    EXPECT_EQ(partition_from_json(both), partition);
    EXPECT_EQ(allocation_from_json(both), allocation);
}

struct BadText {
    const char* name;
    std::string text;
    std::vector<std::string> telling; ///< words that the error must have
};

std::ostream& operator<<(std::ostream& out, const BadText& bad) {
    return out << bad.name;
}

class BadPartitionJson : public ::testing::TestWithParam<BadText> {};

TEST_P(BadPartitionJson, IsRefusedWithWhatAndWhere) {
    const std::string error = error_of(partition_from_json, GetParam().text);
    for (const std::string& word : GetParam().telling) {
        EXPECT_THAT(error, HasSubstr(word));
    }
}

class BadAllocationJson : public ::testing::TestWithParam<BadText> {};

TEST_P(BadAllocationJson, IsRefusedWithWhatAndWhere) {
    const std::string error = error_of(allocation_from_json, GetParam().text);
    for (const std::string& word : GetParam().telling) {
        EXPECT_THAT(error, HasSubstr(word));
    }
}

namespace {

/// A unit square, or cube of depth 1, with these zones.
std::string square(std::string_view zones) {
    return fmt::format(R"({{"algorithm":"x","height":1,"width":1,"zones":{}}})", zones);
}
std::string cube(std::string_view boxes) {
    return fmt::format(R"({{"algorithm":"x","height":1,"width":1,"depth":1,"zones":[{{"processor":0,"boxes":{}}}]}})",
                       boxes);
}
std::string one_zone(std::string_view boxes) {
    return square(fmt::format(R"([{{"processor":0,"boxes":{}}}])", boxes));
}

/// Two processors on 2 x 2 tiles.
std::string tiles(std::string_view lists, std::string_view rows = "2", std::string_view layers = "1",
                  std::string_view processors = "2") {
    return fmt::format(R"({{"name":"x","rows":{},"columns":2,"layers":{},"processors":{},"tiles":{}}})", rows, layers,
                       processors, lists);
}

std::string name_of(const ::testing::TestParamInfo<BadText>& test) {
    return test.param.name;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(
    Json, BadPartitionJson,
    ::testing::Values(
        BadText{"Empty", "", {"not JSON", "empty"}},
        BadText{"Half", R"({"zones":[)", {"not JSON", "breaks off after 10 bytes"}},
        BadText{"List", "[1]", {"array", "object"}}, BadText{"Trailing", square("[]") + "x", {"not JSON"}},
        BadText{"NoUtf8", "{\"algorithm\":\"\xff\"}", {"not JSON"}},
        BadText{"Deep", std::string(1'000'000, '['), {"nested"}},
        BadText{"DeepInAnExtraKey", "{\"x\":" + std::string(50, '[') + std::string(50, ']') + "}", {"nested"}},
        BadText{"NoZones", R"({"algorithm":"x","height":1,"width":1})", {"'zones'", "missing"}},
        BadText{"EmptyZones", square("[]"), {"0 zones"}}, BadText{"ZonesNoList", square("{}"), {"zones", "object"}},
        BadText{"ZoneNoObject", square("[3]"), {"zones[0]", "number"}},
        BadText{"NoAlgorithm", R"({"height":1,"width":1,"zones":[]})", {"'algorithm'"}},
        BadText{"AlgorithmNoText", R"({"algorithm":1,"height":1,"width":1,"zones":[]})", {"algorithm", "string"}},
        BadText{"NegativeHeight", R"({"algorithm":"x","height":-1,"width":1,"zones":[]})", {"height", "-1"}},
        BadText{"NullWidth", R"({"algorithm":"x","height":1,"width":null,"zones":[]})", {"width", "null"}},
        BadText{"HugeWidth", R"({"algorithm":"x","height":1,"width":1e999,"zones":[]})", {"out of range"}},
        BadText{"NaN", R"({"algorithm":"x","height":NaN,"width":1,"zones":[]})", {"not JSON"}},
        BadText{"ZeroDepth", R"({"algorithm":"x","height":1,"width":1,"depth":0,"zones":[]})", {"depth", "0"}},
        BadText{"NoBoxes", square(R"([{"processor":0}])"), {"zones[0]", "'boxes'"}},
        BadText{"EmptyBoxes", one_zone("[]"), {"zones[0]", "no boxes"}},
        BadText{"ShortBox", one_zone("[[0,1,0]]"), {"zones[0].boxes[0]", "3 numbers", "4"}},
        BadText{"SolidBoxInASquare", one_zone("[[0,1,0,1,0,1]]"), {"6 numbers", "4"}},
        BadText{"FlatBoxInACube", cube("[[0,1,0,1]]"), {"4 numbers", "6", "z0"}},
        BadText{"TextInABox", one_zone(R"([[0,1,0,"1"]])"), {"zones[0].boxes[0]", "string"}},
        BadText{"Outside", one_zone("[[0,1.5,0,1]]"), {"zones[0].boxes[0]", "x = 0 to 1.5", "[0, 1]"}},
        BadText{"NegativeEdge", one_zone("[[0,1,-0.1,1]]"), {"y = -0.1"}},
        BadText{"InsideOut", one_zone("[[0,1,1,0]]"), {"y = 1 to 0"}},
        BadText{"EmptyBox", one_zone("[[0,1,0,1],[0.5,0.5,0,1]]"), {"zones[0].boxes[1]", "x = 0.5 to 0.5"}},
        BadText{"Gap", one_zone("[[0,1,0,0.5],[0,0.5,0.5,1]]"), {"gap", "x = 0.5, y = 0.5"}},
        BadText{"Sliver", one_zone("[[0,1,0,0.3],[0,1,0.30000000000000004,1]]"), {"gap", "y = 0.3"}},
        BadText{"Overlap", one_zone("[[0,1,0,0.6],[0.25,1,0.5,1],[0,0.25,0.6,1]]"), {"overlap", "x = 0.25, y = 0.5"}},
        BadText{"Twice", one_zone("[[0,1,0,1],[0,1,0,1]]"), {"overlap", "x = 0, y = 0"}},
        BadText{"GapAndOverlapOfOneSize", one_zone("[[0,1,0,0.5],[0,1,0,0.5]]"), {"overlap"}},
        BadText{"GapInACube", cube("[[0,1,0,1,0,0.5],[0,1,0,0.25,0.5,1]]"), {"gap", "x = 0, y = 0.25, z = 0.5"}},
        BadText{"ZonesOutOfOrder",
                square(R"([{"processor":1,"boxes":[[0,1,0,0.5]]},{"processor":0,"boxes":[[0,1,0.5,1]]}])"),
                {"zones[0]", "order"}},
        BadText{"NegativeProcessor", square(R"([{"processor":-1,"boxes":[[0,1,0,1]]}])"), {"zones[0]", "processor"}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Json, BadAllocationJson,
    ::testing::Values(
        BadText{"Null", "null", {"null", "object"}},
        BadText{"NoTiles",
                R"({"name":"x","rows":1,"columns":1,)"
                R"("layers":1,"processors":1})",
                {"'tiles'"}},
        BadText{"MissingRow", tiles("[[0,1]]"), {"tiles", "list of 1", "list of 2"}},
        BadText{"Ragged", tiles("[[0,1],[0]]"), {"tiles[1]", "list of 1", "list of 2"}},
        BadText{"RowNoList", tiles("[[0,1],5]"), {"tiles[1]", "number"}},
        BadText{"OwnerOutOfRange", tiles("[[0,1],[0,2]]"), {"tiles[1][1]", "2", "0 to 1"}},
        BadText{"NegativeOwner", tiles("[[0,-1],[0,1]]"), {"tiles[0][1]", "-1"}},
        BadText{"Fraction", tiles("[[0,0.5],[0,1]]"), {"tiles[0][1]", "0.5", "whole"}},
        BadText{"HugeOwner", tiles("[[0,123456789012345678901234567890],[0,1]]"), {"tiles[0][1]"}},
        BadText{"OwnerIsNull", tiles("[[0,null],[0,1]]"), {"tiles[0][1]", "null"}},
        BadText{"LayersWithoutLists", tiles("[[0,1],[0,1]]", "2", "3"), {"tiles[0][0]", "number", "list of 3"}},
        BadText{"RaggedLayers", tiles("[[[0,1],[0]],[[1,1],[1,1]]]", "2", "2"), {"tiles[0][1]", "list of 1"}},
        BadText{"OwnerInALayer", tiles("[[[0,1],[0,9]],[[1,1],[1,1]]]", "2", "2"), {"tiles[0][1][1]", "9"}},
        BadText{"TooDeep", tiles("[[[0],[1]],[[0],[1]]]"), {"tiles[0][0]", "array"}},
        BadText{"ZeroRows", tiles("[]", "0"), {"rows", "0"}}, BadText{"HugeRows", tiles("[]", "1e18"), {"rows"}},
        BadText{"RowsByTheBillion", tiles("[]", "1000000000000"), {"rows", "1000000000000"}},
        BadText{"HugeProcessors", tiles("[[0,1],[0,1]]", "2", "1", "99999999999"), {"processors", "1000000"}},
        BadText{"NoProcessors", tiles("[[0,1],[0,1]]", "2", "1", "0"), {"processors", "0"}}),
    name_of);

TEST(Json, SurvivesAnything) {
    const std::vector<std::string> seeds{to_json(solid()), to_json(Allocation{"x", 2, 2, 3, {0, 1, 2, 0}}),
                                         to_json(Allocation{"x", 1, 2, 3, {0, 1, 2, 0}, 2})};
    const std::vector<std::string> pieces{"",       "null", "-1",   "1e308", "[",
                                          "]",      "{}",   "\"\"", ",",     "0.5",
                                          "1e-9",   "true", "[[]]", "\"",    "18446744073709551615",
                                          "\\u0000"};
    std::mt19937_64 random(1);
    for (int round = 0; round < 20'000; ++round) {
        std::string text = seeds[random() % seeds.size()];
        for (std::uint64_t change = 0; change <= random() % 3; ++change) {
            const std::size_t at = random() % text.size();
            if (random() % 4 == 0) {
                text[at] = static_cast<char>(random());
            } else {
                text.replace(at, random() % 5, pieces[random() % pieces.size()]);
            }
            if (text.empty()) {
                break;
            }
        }
        SCOPED_TRACE(text);
        expect_safe(text);
    }
}

} // namespace tangram::partition
