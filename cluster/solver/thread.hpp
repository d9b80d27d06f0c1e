#pragma once

/// Variants of the engines.

#include <string>
#include <string_view>
#include <vector>

namespace tangram::solver {

/// Who treats messages of the exchange of loads, and when (Guermouche and L'Excellent 2005, section 4.5).
enum class Thread {
    none, ///< the process itself, between computations
    flag, ///< a thread, at once; the process begins no task and no message while frozen
    lock, ///< a thread, at once; it holds the lock of all communication while frozen, so that a process that has
          ///< computed does not even account for that before
};

/// "none", "flag", "lock": by Thread.
[[nodiscard]] const std::vector<std::string>& thread_names();

/// Throws InvalidInput if there is no variant of this name.
[[nodiscard]] Thread thread_named(std::string_view name);

} // namespace tangram::solver
