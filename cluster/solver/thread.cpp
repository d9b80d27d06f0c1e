#include "cluster/solver/thread.hpp"

#include "base/known_name.hpp"

namespace tangram::solver {

const std::vector<std::string>& thread_names() {
    static const std::vector<std::string> names{"none", "flag", "lock"};
    return names;
}

Thread thread_named(std::string_view name) {
    return static_cast<Thread>(position_of("thread", name, thread_names()));
}

} // namespace tangram::solver
