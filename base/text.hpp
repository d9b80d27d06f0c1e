#pragma once

/// Text for messages and reports.

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace tangram {

/// The start of what a user wrote: text that is no word, from a file that is no text, say, would make a long error.
inline std::string_view shortened(std::string_view text) {
    return text.substr(0, 40);
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
