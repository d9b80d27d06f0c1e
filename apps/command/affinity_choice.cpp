#include "apps/command/affinity_choice.hpp"

#include "apps/command/affinity_report.hpp"
#include "base/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace tangram::apps {

namespace {

std::vector<AffinityChoice> all_choices() {
    std::vector<AffinityChoice> all;
    for (const sched::AffinityKind& kind : sched::affinity_kinds()) {
        all.push_back({&kind, nullptr});
    }
    for (const sched::AllocationKind& kind : sched::allocation_kinds()) {
        all.push_back({nullptr, &kind});
    }
    return all;
}

std::string names_of(const std::vector<AffinityChoice>& choices) {
    std::vector<std::string> names;
    std::transform(choices.begin(), choices.end(), std::back_inserter(names),
                   [](const AffinityChoice& choice) { return choice.name(); });
    return fmt::format("{}", fmt::join(names, ", "));
}

/// The choices for a kernel; all for an empty one.
std::vector<AffinityChoice> for_kernel(std::vector<AffinityChoice> choices, const std::string& kernel) {
    std::erase_if(
        choices, [&](const AffinityChoice& choice) { return !kernel.empty() && kernel != to_string(choice.kernel()); });
    return choices;
}

/// The choice of this name, or the choices of this short name.
std::vector<AffinityChoice> choices_named(const std::string& wanted) {
    if (const sched::AffinityKind* const dynamic = sched::find_affinity_kind(wanted)) {
        return {{dynamic, nullptr}};
    }
    std::vector<AffinityChoice> by_short_name;
    for (const AffinityChoice& choice : all_choices()) {
        if (choice.dynamic == nullptr && sched::normalised_name(choice.name()) == wanted) {
            return {choice};
        }
        if (choice.dynamic != nullptr && short_name(*choice.dynamic) == wanted) {
            by_short_name.push_back(choice);
        }
    }
    return by_short_name;
}

} // namespace

std::string short_name(const sched::AffinityKind& kind) {
    std::string name = sched::normalised_name(kind.name);
    const std::string kernel = to_string(kind.kernel);
    const std::size_t start = name.find(kernel);
    return start == std::string::npos ? name : name.erase(start, kernel.size());
}

AffinityChoice choice_of(const std::string& strategy, const std::string& kernel) {
    const std::vector<AffinityChoice> possible = for_kernel(all_choices(), kernel);
    if (strategy.empty()) {
        throw InvalidInput(fmt::format("no strategy: give --strategy, one of {}", names_of(possible)));
    }
    const std::vector<AffinityChoice> named = choices_named(sched::normalised_name(strategy));
    if (named.empty()) {
        throw InvalidInput(fmt::format("unknown strategy '{}'; there are {}", strategy, names_of(possible)));
    }
    const std::vector<AffinityChoice> choices = for_kernel(named, kernel);
    if (choices.empty()) {
        throw InvalidInput(fmt::format("{} is for the {} product; for --kernel {} there are {}", named.front().name(),
                                       to_string(named.front().kernel()), kernel, names_of(possible)));
    }
    if (choices.size() > 1) {
        throw InvalidInput(fmt::format("--strategy {} needs --kernel: it may be {}", strategy, names_of(choices)));
    }
    return choices.front();
}

} // namespace tangram::apps
