#pragma once

/// What succeeds on all processes, or fails on all: for programs that go on after an error.

#include "base/error.hpp"
#include "cluster/team/agreed.hpp"
#include "cluster/team/attempt.hpp"
#include "cluster/team/team.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace tangram::team {

enum class Failure : char { none, invalid_input, unavailable, other };

/// The kind of an exception, or none.
inline Failure failure_of(const std::exception_ptr& thrown) {
    if (!thrown) {
        return Failure::none;
    }
    try {
        std::rethrow_exception(thrown);
    } catch (const InvalidInput&) {
        return Failure::invalid_input;
    } catch (const Unavailable&) {
        return Failure::unavailable;
    } catch (...) {
        return Failure::other;
    }
}

/// "" for what is not a std::exception.
inline std::string message_of(const std::exception_ptr& thrown) {
    try {
        std::rethrow_exception(thrown);
    } catch (const std::exception& error) {
        return error.what();
    } catch (...) {
        return "";
    }
}

/// Collective: the text of one process, shortened, on all.
inline std::string text_of(const Team& team, std::size_t process, const std::string& mine) {
    std::array<char, 512> text{};
    mine.copy(text.data(), text.size() - 1);
    return gathered(team, text)[process].data();
}

/// Collective: returns if all processes give null. Else all throw: who has an exception that one, the others one of the
/// kind of the first of these, with what it says.
inline void throw_on_all(const Team& team, const std::exception_ptr& thrown) {
    const std::vector<Failure> failures = gathered(team, failure_of(thrown));
    const auto first = std::find_if(failures.begin(), failures.end(), [](Failure one) { return one != Failure::none; });
    if (first == failures.end()) {
        return;
    }
    const auto process = static_cast<std::size_t>(first - failures.begin());
    const std::string message = "process " + std::to_string(process) + ": " +
                                text_of(team, process, thrown ? message_of(thrown) : std::string());
    if (thrown) {
        std::rethrow_exception(thrown);
    }
    switch (*first) {
    case Failure::invalid_input: throw InvalidInput(message);
    case Failure::unavailable: throw Unavailable(message);
    default: throw RunFailure(message);
    }
}

/// Collective: what `run` returns, if it succeeds on all processes. Else all throw (throw_on_all()).
template <class F> auto all_or_none(const Team& team, const F& run) {
    Attempt attempt(run);
    throw_on_all(team, attempt.failure());
    return std::move(attempt).value();
}

} // namespace tangram::team
