#include "sched/base/names.hpp"

#include <cctype>

namespace tangram::sched {

std::string normalised_name(std::string_view name) {
    std::string normalised;
    for (const char c : name) {
        if (c != '-' && c != '_') {
            normalised += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return normalised;
}

} // namespace tangram::sched
