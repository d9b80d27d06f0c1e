#include "base/json_text.hpp"

#include <gtest/gtest.h>

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

} // namespace
} // namespace tangram
