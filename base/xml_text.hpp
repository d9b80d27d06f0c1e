#pragma once

/// Text in XML, as pictures have it.

#include <string>
#include <string_view>

namespace tangram {

/// Text as XML character data; control characters, which XML forbids, as spaces. O(length).
inline std::string xml_escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        case '\'': result += "&apos;"; break;
        default: result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    }
    return result;
}

} // namespace tangram
