#pragma once

/// Names of a list, as options take them.

#include "base/error.hpp"
#include "base/nearest_name.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tangram {

/// Where the name stands in the list. Throws InvalidInput, with a guess and all names, if it is not there. what: as
/// "mechanism". O(names).
inline std::size_t position_of(std::string_view what, std::string_view name, const std::vector<std::string>& names) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) {
        return static_cast<std::size_t>(found - names.begin());
    }
    std::string list;
    for (const std::string& known : names) {
        list += (list.empty() ? "" : ", ") + known;
    }
    throw InvalidInput("there is no " + std::string(what) + " '" + std::string(name) + "'" + guess(name, names) +
                       "; there are " + list);
}

} // namespace tangram
