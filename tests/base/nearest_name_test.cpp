/// Guesses of names, against distances by hand.

#include "base/nearest_name.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace tangram {
namespace {

TEST(NearestName, DistanceCountsCharactersToChange) {
    EXPECT_EQ(edit_distance("", ""), 0);
    EXPECT_EQ(edit_distance("", "abc"), 3);
    EXPECT_EQ(edit_distance("abc", ""), 3);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
    EXPECT_EQ(edit_distance("flaw", "lawn"), 2);
    EXPECT_EQ(edit_distance("auto", "auto"), 0);
    EXPECT_EQ(edit_distance("dmads", "dmdas"), 1);
    EXPECT_EQ(edit_distance("ca", "abc"), 3) << "what was swapped is not changed again";
}

TEST(NearestName, IsTheOneThatDiffersLeast) {
    const std::vector<std::string> names{"auto", "nrrp-rounded-static", "nrrp-refined-static", "dmda"};
    EXPECT_EQ(nearest_name("nrrp-roundet-static", names), "nrrp-rounded-static");
    EXPECT_EQ(nearest_name("nrp-refined-static", names), "nrrp-refined-static");
    EXPECT_EQ(nearest_name("atuo", names), "auto") << "two neighbours swapped";
    EXPECT_EQ(nearest_name("etuo", names), std::nullopt) << "two of four characters";
    EXPECT_EQ(nearest_name("outo", names), "auto");
    EXPECT_EQ(nearest_name("nonsense", names), std::nullopt);
    EXPECT_EQ(nearest_name("", names), std::nullopt);
    EXPECT_EQ(nearest_name("anything", {}), std::nullopt);
}

TEST(NearestName, GoesOnWhereWhatWasWrittenEnds) {
    const std::vector<std::string> names{"auto",
                                         "nrrp-rounded-static",
                                         "nrrp-rounded-rand-steal",
                                         "nrrp-refined-static",
                                         "3d-nrrp-rounded-static",
                                         "3d-nrrp-rounded-redux-static"};
    EXPECT_EQ(nearest_name("nrrp-rounded", names), "nrrp-rounded-static") << "the first of two";
    EXPECT_EQ(nearest_name("nrrp-refined", names), "nrrp-refined-static");
    EXPECT_EQ(nearest_name("nrrp-rounded-rand", names), "nrrp-rounded-rand-steal") << "though -static differs less";
    EXPECT_EQ(nearest_name("3d-nrrp-rounded-redux", names), "3d-nrrp-rounded-redux-static");
    EXPECT_EQ(nearest_name("nrrp-roundd", names), "nrrp-rounded-static") << "one character of a beginning is missing";
    EXPECT_EQ(nearest_name("nrpr-refind", names), std::nullopt) << "two of eleven";
    EXPECT_EQ(nearest_name("au", names), std::nullopt) << "as good as nothing";
}

TEST(NearestName, AGuessIsTheEndOfASentence) {
    EXPECT_EQ(guess("dmd", {"dmda"}), ", did you mean dmda?");
    EXPECT_EQ(guess("nonsense", {"dmda"}), "");
    EXPECT_EQ(guess("nonsense", {"dmda"}, {.otherwise = "."}), ".");
    EXPECT_EQ(guess("siez", {"size"}, {.prefix = "--", .otherwise = "."}), ", did you mean --size?");
}

} // namespace
} // namespace tangram
