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

/// For each beginning of b, from none of it to all: characters of a to insert, delete or replace, or neighbours to swap
/// (optimal string alignment). O(product of the lengths).
inline std::vector<std::size_t> distances_to_beginnings(std::string_view a, std::string_view b) {
    // Distances of the first i characters of a; the other two: of one and two fewer.
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    std::vector<std::size_t> last = row;
    std::vector<std::size_t> last_but_one = row;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        last_but_one.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), row[j - 1] + 1, last[j] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], last_but_one[j - 2] + 1);
            }
        }
    }
    return row;
}

/// To all of b.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
    return distances_to_beginnings(a, b).back();
}

/// To the beginning of b that differs least.
inline std::size_t distance_to_beginning(std::string_view a, std::string_view b) {
    const std::vector<std::size_t> distances = distances_to_beginnings(a, b);
    return *std::min_element(distances.begin(), distances.end());
}

/// The first name that is less than `limit` away and that no other is nearer than.
template <class Distance> std::optional<std::string> nearest_by(std::string_view written,
                                                                const std::vector<std::string>& names,
                                                                const Distance& distance_to, std::size_t limit) {
    std::optional<std::string> nearest;
    for (const std::string& name : names) {
        if (const std::size_t distance = distance_to(written, name); distance < limit) {
            limit = distance;
            nearest = name;
        }
    }
    return nearest;
}

/// The first name that begins with what was written, if that has three characters or more; else the one that differs
/// least, the first of several, if it differs in at most a third of what was written; else one whose beginning differs
/// least, if it does in at most a sixth; else nothing.
inline std::optional<std::string> nearest_name(std::string_view written, const std::vector<std::string>& names) {
    if (written.size() >= 3) {
        const auto longer = std::find_if(names.begin(), names.end(),
                                         [&](const std::string& name) { return name.starts_with(written); });
        if (longer != names.end()) {
            return *longer;
        }
    }
    const std::optional<std::string> whole = nearest_by(written, names, edit_distance, written.size() / 3 + 1);
    const std::size_t few = written.size() / 6;
    return whole || few == 0 ? whole : nearest_by(written, names, distance_to_beginning, few + 1);
}

/// The words around a guess.
struct GuessWords {
    std::string_view prefix{};    ///< put before the guess; neither `written` nor the names have it
    std::string_view otherwise{}; ///< where no name is near
};

/// ", did you mean X?", or what there is otherwise: to be added to an error about a name.
inline std::string guess(std::string_view written, const std::vector<std::string>& names,
                         const GuessWords& words = {}) {
    const std::optional<std::string> nearest = nearest_name(written, names);
    return nearest ? ", did you mean " + std::string(words.prefix) + *nearest + "?" : std::string(words.otherwise);
}

} // namespace tangram
