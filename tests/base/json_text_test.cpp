#include "base/json_text.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace tangram {
namespace {

std::string nested(int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') + std::string(static_cast<std::size_t>(depth), ']');
}

TEST(JsonText, IsNotNestedDeep) {
    EXPECT_NO_THROW(require_shallow_json(""));
    EXPECT_NO_THROW(require_shallow_json(nested(deepest_json)));
    EXPECT_THROW(require_shallow_json(nested(deepest_json + 1)), InvalidInput);
    EXPECT_THROW(require_shallow_json(R"({"a":)" + nested(deepest_json) + "}"), InvalidInput);
    EXPECT_THROW(require_shallow_json(nested(1'000'000)), InvalidInput);
}

TEST(JsonText, MayBeLongAndHoldBrackets) {
    std::string text = "[";
    for (int i = 0; i < 1000; ++i) {
        text += "[],";
    }
    EXPECT_NO_THROW(require_shallow_json(text + "0]"));
    EXPECT_NO_THROW(require_shallow_json("\"" + nested(100) + "\""));
    EXPECT_NO_THROW(require_shallow_json(R"("\")" + nested(100) + "\""));
}

std::string error_of(const std::string& text) {
    try {
        (void)parsed_json<nlohmann::json>(text);
    } catch (const InvalidInput& error) {
        return error.what();
    }
    return "none";
}

TEST(JsonText, ErrorsSayWhereTheyAre) {
    EXPECT_EQ(error_of(R"({"a": 1})"), "none");
    EXPECT_EQ(error_of(R"({"a"; 1})"), "not JSON: syntax error at byte 5 of 8");
    EXPECT_EQ(error_of(R"({"a": 1)"), "not JSON: breaks off after 7 bytes");
    EXPECT_EQ(error_of(""), "not JSON: empty");
    EXPECT_EQ(error_of("1e999"), "JSON with a number out of range");
}

} // namespace
} // namespace tangram
