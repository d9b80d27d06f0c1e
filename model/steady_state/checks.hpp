#pragma once

/// What checks of platforms and trees have in common. For the sources of this folder, and for options that name what
/// these have.

#include "model/steady_state/rational.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tangram::model::steady_state {

/// The names of processors, tasks or resources, in their order.
template <class Named> std::vector<std::string> names_of(const std::vector<Named>& things) {
    std::vector<std::string> names;
    names.reserve(things.size());
    for (const Named& thing : things) {
        names.push_back(thing.name);
    }
    return names;
}

/// Throws InvalidInput if two names are the same or one is empty. `list` is what the message calls them: "tasks".
/// O(names).
void require_distinct(std::string_view list, const std::vector<std::string>& names);

/// Throws InvalidInput unless the number is positive: "<where> must be positive, not <number>".
void require_positive(std::string_view where, const Rational& number);

/// "unknown <kind> '<name>'", and the name that may be meant or those that there are.
[[nodiscard]] std::string unknown_name(std::string_view kind, std::string_view name,
                                       const std::vector<std::string>& names);

} // namespace tangram::model::steady_state
