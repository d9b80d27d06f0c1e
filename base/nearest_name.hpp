#pragma once

/// The name that a user may have meant.

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tangram {

/// Characters to insert, delete or replace (Levenshtein's distance). O(product of the lengths).
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1); // distances of what was seen of a to beginnings of b
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (const char letter : a) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (letter == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

/// The first name that begins with what was written, if that has three characters or more; else the one that differs
/// least, the first of several, if it differs in at most a third of what was written; else nothing.
inline std::optional<std::string> nearest_name(std::string_view written, const std::vector<std::string>& names) {
    if (written.size() >= 3) {
        const auto longer = std::find_if(names.begin(), names.end(),
                                         [&](const std::string& name) { return name.starts_with(written); });
        if (longer != names.end()) {
            return *longer;
        }
    }
    std::optional<std::string> nearest;
    std::size_t least = written.size() / 3 + 1;
    for (const std::string& name : names) {
        if (const std::size_t distance = edit_distance(written, name); distance < least) {
            least = distance;
            nearest = name;
        }
    }
    return nearest;
}

/// ", did you mean X?", or nothing: to be added to an error about a name.
inline std::string guess(std::string_view written, const std::vector<std::string>& names) {
    const std::optional<std::string> nearest = nearest_name(written, names);
    return nearest ? ", did you mean " + *nearest + "?" : "";
}

} // namespace tangram
