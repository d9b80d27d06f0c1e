#pragma once

/// Values of a JSON text that somebody else wrote. All throw InvalidInput for
/// what is not as expected, saying what it is and `where`.

#include "base/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::partition {

using Json = nlohmann::ordered_json;

/// The object that a text is, not nested deep.
[[nodiscard]] Json parsed(std::string_view text);

[[nodiscard]] const Json& member(const Json& object, const char* key, std::string_view where = "");
/// Whether there is such a member and it is not null.
[[nodiscard]] bool has(const Json& object, const char* key);

[[nodiscard]] const Json& list(const Json& value, std::string_view where);
[[nodiscard]] std::string string(const Json& value, std::string_view where);
[[nodiscard]] double number(const Json& value, std::string_view where);

/// A positive number.
[[nodiscard]] double side(const Json& object, const char* key);
/// A list of numbers; empty if there is none.
[[nodiscard]] std::vector<double> numbers(const Json& object, const char* key);

/// A whole number from `least` to `most`. `where` is a function, as most numbers need no words.
template <class Where>
std::size_t whole_number(const Json& value, std::size_t least, std::size_t most, const Where& where) {
    if (!value.is_number_unsigned() || value.get<std::size_t>() < least || value.get<std::size_t>() > most) {
        throw InvalidInput(fmt::format("{} is {}, expected a whole number from {} to {}", where(),
                                       value.is_number() ? value.dump() : fmt::format("a JSON {}", value.type_name()),
                                       least, most));
    }
    return value.get<std::size_t>();
}

/// A whole number from 1 to `most`.
[[nodiscard]] std::size_t count(const Json& object, const char* key, std::size_t most);

} // namespace tangram::partition
