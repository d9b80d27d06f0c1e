#pragma once

/// What the adapter says in programs that are not ours.

#include "base/text.hpp"

#include <cstdio>
#include <string_view>

namespace tangram::sched::starpu {

/// Writes "tangram: MESSAGE" to stderr in one line that a terminal does not obey, whatever a variable put into it.
inline void say_on_stderr(std::string_view message) {
    std::fprintf(stderr, "tangram: %s\n", printable(message).c_str());
}

} // namespace tangram::sched::starpu
