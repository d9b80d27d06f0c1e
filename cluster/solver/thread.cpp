#include "cluster/solver/thread.hpp"

#include "base/error.hpp"
#include "base/nearest_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tangram::solver {

const std::vector<std::string>& thread_names() {
    static const std::vector<std::string> names{"none", "flag", "lock"};
    return names;
}

Thread thread_named(std::string_view name) {
    const auto found = std::find(thread_names().begin(), thread_names().end(), name);
    if (found == thread_names().end()) {
        throw InvalidInput(fmt::format("there is no thread '{}'{}; threads: {}", name, guess(name, thread_names()),
                                       fmt::join(thread_names(), ", ")));
    }
    return static_cast<Thread>(found - thread_names().begin());
}

} // namespace tangram::solver
