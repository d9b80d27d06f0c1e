#include "base/digest.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tangram {

namespace {

template <class T> std::uint64_t digest_of(std::span<const T> values) {
    Digest digest;
    digest.add(values);
    return digest.value();
}

std::uint64_t digest_of(std::string_view text) {
    return digest_of(std::span(text));
}

} // namespace

/// The vectors of its authors.
TEST(Digest, IsFnv1a) {
    EXPECT_EQ(digest_of(""), 0xcbf29ce484222325U);
    EXPECT_EQ(digest_of("a"), 0xaf63dc4c8601ec8cU);
    EXPECT_EQ(digest_of("foobar"), 0x85944171f73967e8U);
}

TEST(Digest, GoesOnWithFurtherValues) {
    Digest parts;
    parts.add(std::span<const char>(std::string_view("foo")));
    parts.add(std::span<const char>(std::string_view("bar")));
    EXPECT_EQ(parts.value(), digest_of("foobar"));
}

TEST(Digest, TellsEveryElementApart) {
    std::vector<double> values(100, 1.5);
    const std::span<const double> all(values);
    const std::uint64_t before = digest_of(all);
    for (double& value : values) {
        value = -value;
        EXPECT_NE(digest_of(all), before);
        value = -value;
    }
    EXPECT_EQ(digest_of(all), before);
}

} // namespace tangram
