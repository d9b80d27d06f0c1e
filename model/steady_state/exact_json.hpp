#pragma once

/// JSON whose numbers stay as they were written: doubles would not be what the user meant by 0.1. For the sources of
/// this folder; those with a `where`, which their messages begin with, throw InvalidInput.

#include "model/steady_state/rational.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tangram::model::steady_state {

struct JsonValue {
    enum class Kind { null, boolean, number, text, list, object };

    Kind kind = Kind::null;
    std::string text{};                ///< of a text or a number
    std::vector<std::string> keys{};   ///< of an object
    std::vector<JsonValue> elements{}; ///< of a list; of an object, as the keys

    [[nodiscard]] bool is_null() const { return kind == Kind::null; }
};

/// Throws InvalidInput, which says where the error is, for text that is not JSON or is nested deep. O(bytes).
[[nodiscard]] JsonValue exact_json(std::string_view text);

void require_object(const JsonValue& value, std::string_view where);
/// Throws unless this is an object with some of these keys, none of them twice.
void require_keys(const JsonValue& value, std::string_view where, const std::vector<std::string>& keys);

/// An object's value of a key, or null. O(keys).
[[nodiscard]] const JsonValue* find(const JsonValue& object, std::string_view key);
[[nodiscard]] const JsonValue& member(const JsonValue& object, std::string_view key, std::string_view where);

[[nodiscard]] const std::vector<JsonValue>& list_of(const JsonValue& value, std::string_view where);
[[nodiscard]] const std::string& text_of(const JsonValue& value, std::string_view where);
/// Of a number, or of a text such as "1/2".
[[nodiscard]] Rational number_of(const JsonValue& value, std::string_view where);

} // namespace tangram::model::steady_state
