#pragma once

/// Text in JSON that somebody else wrote.

#include "base/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace tangram {

/// How deep lists and objects may be nested; ours have 4 levels.
inline constexpr int deepest_json = 8;

/// Throws InvalidInput if lists or objects are nested deeper than deepest_json: what copies, prints or frees them
/// recurses. (The parser's callback could tell the depth, but takes quadratic time on long lists of objects.)
inline void require_shallow_json(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"') {
            in_string = !in_string;
        } else if (in_string) {
            at += c == '\\' ? 1 : 0; // over what is escaped
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if (c == ']' || c == '}') {
            --depth;
        }
        if (depth > deepest_json) {
            throw InvalidInput("lists or objects nested more than " + std::to_string(deepest_json) + " deep");
        }
    }
}

/// The value that a text is, as a `Json` of nlohmann's library. Throws InvalidInput, which does not name the text, if
/// it is none, or one with a number out of range or with lists or objects nested deep.
template <class Json> Json parsed_json(std::string_view text) {
    require_shallow_json(text);
    try {
        return Json::parse(text);
    } catch (const typename Json::parse_error& error) {
        const std::string size = std::to_string(text.size());
        if (error.byte > text.size()) {
            throw InvalidInput(text.empty() ? "not JSON: empty" : "not JSON: breaks off after " + size + " bytes");
        }
        throw InvalidInput("not JSON: syntax error at byte " + std::to_string(error.byte) + " of " + size);
    } catch (const typename Json::exception&) {
        throw InvalidInput("JSON with a number out of range");
    }
}

} // namespace tangram
