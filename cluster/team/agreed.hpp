#pragma once

/// What processes find out together.

#include "base/error.hpp"
#include "cluster/team/attempt.hpp"
#include "cluster/team/team.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tangram::team {

/// Collective: the value of each process, on all. T: of plain bytes.
template <class T> [[nodiscard]] std::vector<T> gathered(const Team& team, const T& mine) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> all(static_cast<std::size_t>(team.processes()));
    team.gather(&mine, all.data(), sizeof(T));
    return all;
}

/// Collective: the list of each process, on all. T: of plain bytes. Lists are sent as long as the longest one.
template <class T> [[nodiscard]] std::vector<std::vector<T>> gathered(const Team& team, std::vector<T> mine) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::vector<std::size_t> lengths = gathered(team, mine.size());
    const std::size_t longest = *std::max_element(lengths.begin(), lengths.end());
    mine.resize(longest);
    std::vector<T> all(longest * lengths.size());
    if (longest > 0) {
        team.gather(mine.data(), all.data(), longest * sizeof(T));
    }
    std::vector<std::vector<T>> lists;
    for (std::size_t process = 0; process < lengths.size(); ++process) {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(process * longest);
        lists.emplace_back(first, first + static_cast<std::ptrdiff_t>(lengths[process]));
    }
    return lists;
}

/// Collective: process 0's value. T: of plain bytes.
template <class T> [[nodiscard]] T of_first(const Team& team, T mine) {
    static_assert(std::is_trivially_copyable_v<T>);
    team.broadcast(&mine, sizeof(T));
    return mine;
}

/// Collective: process 0's list. T: of plain bytes.
template <class T> [[nodiscard]] std::vector<T> of_first(const Team& team, std::vector<T> mine) {
    static_assert(std::is_trivially_copyable_v<T>);
    mine.resize(of_first(team, mine.size()));
    if (!mine.empty()) {
        team.broadcast(mine.data(), mine.size() * sizeof(T));
    }
    return mine;
}

/// Collective: the least value of all processes, on all.
template <class T> [[nodiscard]] T least(const Team& team, const T& mine) {
    const std::vector<T> all = gathered(team, mine);
    return *std::min_element(all.begin(), all.end());
}

/// Collective: process 0's text.
inline std::string of_first(const Team& team, std::string mine) {
    mine.resize(of_first(team, mine.size()));
    team.broadcast(mine.data(), mine.size());
    return mine;
}

/// Collective: returns if all processes give null. Else the first one that does not throws what it gives; the others
/// wait until that one ends them.
inline void require_all_succeeded(const Team& team, const std::exception_ptr& failure) {
    const std::vector<char> failed = gathered(team, static_cast<char>(failure ? 1 : 0));
    const auto first = std::find(failed.begin(), failed.end(), 1);
    if (first == failed.end()) {
        return;
    }
    if (first - failed.begin() == team.me()) {
        std::rethrow_exception(failure);
    }
    team.wait_for_all();
}

/// The failure of this process, whose message says whose it is. Process 0's is as it was: it may be that of all.
inline std::exception_ptr told_with_process(int process, const std::exception_ptr& failure) {
    if (!failure || process == 0) {
        return failure;
    }
    const auto text = [process](const Error& error) {
        return "process " + std::to_string(process) + ": " + error.what();
    };
    try {
        std::rethrow_exception(failure);
    } catch (const InvalidInput& error) {
        return std::make_exception_ptr(InvalidInput(text(error)));
    } catch (const Unavailable& error) {
        return std::make_exception_ptr(Unavailable(text(error)));
    } catch (const RunFailure& error) {
        return std::make_exception_ptr(RunFailure(text(error)));
    } catch (const std::bad_alloc&) {
        return std::make_exception_ptr(Unavailable("process " + std::to_string(process) + ": out of memory"));
    } catch (...) {
        return failure;
    }
}

/// Collective: what `run` returns, if it succeeds on all processes. What fails on one may fail on all, as reading a
/// file does, and only one should say so.
template <class F> auto agreed(const Team& team, const F& run) {
    Attempt attempt(run);
    require_all_succeeded(team, told_with_process(team.me(), attempt.failure()));
    return std::move(attempt).value();
}

/// Collective: the first process whose value is not that of process 0 throws InvalidInput with this message, and says
/// which process it is.
inline void require_as_on_first(const Team& team, std::uint64_t value, const std::string& message) {
    const std::uint64_t first = of_first(team, value);
    agreed(team, [&] {
        if (value != first) {
            throw InvalidInput(message);
        }
    });
}

} // namespace tangram::team
