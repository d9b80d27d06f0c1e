#pragma once

/// How many random operations a test compares with a naive reference.

#include <cstddef>
#include <cstdlib>
#include <string>

namespace tangram::sched::graph {

/// As many as usual, or what TANGRAM_TEST_OPERATIONS says: a million take some minutes.
inline std::size_t operations(std::size_t usual) {
    const char* const wanted = std::getenv("TANGRAM_TEST_OPERATIONS");
    return wanted != nullptr ? std::stoul(wanted) : usual;
}

} // namespace tangram::sched::graph
