#pragma once

/// Text for messages and reports.

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace tangram {

/// How many bytes at the start of a text are one character in UTF-8; 0 if none are. O(1).
inline std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    if (text.empty() || byte(0) < 0x80) {
        return text.empty() ? 0 : 1;
    }
    const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
    if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) {
        return 0;
    }
    for (std::size_t at = 1; at < length; ++at) {
        if ((byte(at) & 0xc0) != 0x80) {
            return 0;
        }
    }
    return length;
}

/// The text in one line that a terminal shows and does not obey: control characters and what is not UTF-8 as \xNN.
inline std::string printable(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string shown;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const auto first = static_cast<unsigned char>(text.front());
        // Those from U+0080 to U+009F have two bytes.
        const bool is_control = (length == 1 && (first < 0x20 || first == 0x7f)) ||
                                (length == 2 && first == 0xc2 && static_cast<unsigned char>(text[1]) < 0xa0);
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        if (length == 0 || is_control) {
            for (const char c : character) {
                const auto byte = static_cast<unsigned char>(c);
                shown.append("\\x").append({digits[byte / 16], digits[byte % 16]});
            }
        } else {
            shown.append(character);
        }
        text.remove_prefix(character.size());
    }
    return shown;
}

/// A start of `text` of whole characters that is fit for a message, whatever a file or a variable holds: text that is
/// no word, from a file that is no text, say, would make a long error.
inline std::string excerpt(std::string_view text) {
    constexpr std::size_t most_bytes = 40;
    std::size_t length = 0;
    for (std::size_t next = 0; next <= most_bytes && length < text.size();) {
        length = next;
        next += std::max<std::size_t>(utf8_length(text.substr(next)), 1);
    }
    return printable(text.substr(0, length)) + (length < text.size() ? "..." : "");
}

/// Each line after so many blanks. What follows the last line's end is no line.
inline std::string indented(std::string_view text, std::size_t blanks) {
    std::string lines;
    while (!text.empty()) {
        const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.append(blanks, ' ').append(text.substr(0, length));
        text.remove_prefix(length);
    }
    return lines;
}

} // namespace tangram
