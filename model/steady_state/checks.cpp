#include "model/steady_state/checks.hpp"

#include "base/error.hpp"
#include "base/nearest_name.hpp"
#include "base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace tangram::model::steady_state {

namespace {

/// What a message lists.
constexpr std::size_t most_listed = 12;

/// Names in a form that is short and fit for messages.
std::vector<std::string> excerpts(const std::vector<std::string>& names) {
    std::vector<std::string> shown(names.size());
    std::transform(names.begin(), names.end(), shown.begin(), excerpt);
    return shown;
}

std::string listed(std::string_view kind, std::vector<std::string> names) {
    if (names.empty()) {
        return fmt::format("; there is no {}", kind);
    }
    const std::size_t hidden = names.size() > most_listed ? names.size() - most_listed : 0;
    names.resize(names.size() - hidden);
    return fmt::format("; the {}s are {}{}", kind, fmt::join(names, ", "),
                       hidden > 0 ? fmt::format(" and {} more", hidden) : "");
}

} // namespace

void require_distinct(std::string_view list, const std::vector<std::string>& names) {
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i].empty()) {
            throw InvalidInput(fmt::format("{}[{}] has an empty name", list, i));
        }
        const auto [first, is_new] = places.emplace(names[i], i);
        if (!is_new) {
            throw InvalidInput(
                fmt::format("{0}[{1}] and {0}[{2}] are both called '{3}'", list, first->second, i, excerpt(names[i])));
        }
    }
}

void require_positive(std::string_view where, const Rational& number) {
    if (number <= 0) {
        throw InvalidInput(fmt::format("{} must be positive, not {}", where, excerpt(to_text(number))));
    }
}

std::string unknown_name(std::string_view kind, std::string_view name, const std::vector<std::string>& names) {
    const std::vector<std::string> shown = excerpts(names);
    const std::string written = excerpt(name);
    return fmt::format("unknown {} '{}'{}", kind, written, guess(written, shown, {.otherwise = listed(kind, shown)}));
}

} // namespace tangram::model::steady_state
